import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { KafkaMetricRow, OfStudy } from "../../src/shared/kafka-rows.ts";
import { UserError } from "../errors.ts";
import { kafkaExplorer } from "../kafka/figure-explorer.ts";
import { kafkaGold } from "../kafka/figure-gold.ts";
import { kafkaFigures } from "../kafka/figures.ts";
import { readImportedStudy } from "../kafka/load-studies.ts";
import type { Study } from "../kafka/load-study.ts";
import { rankingsPath } from "../kafka/study.ts";
import { fromRoot } from "../paths.ts";
import { encodeRows } from "../store/parquet.ts";
import { cellsOfStudy, freezeLexical, prepareStudy, type StudyRequest } from "./import-study.ts";
import { readCodeBase } from "./read-code-base.ts";
import { EXAMPLE_GOLD } from "./starter-gold.ts";

const shown = vi.hoisted(() => ({ studies: [] as Study[] }));
vi.mock("../kafka/load-studies.ts", async (original) => ({
  ...(await original<object>()),
  loadStudies: () => Promise.resolve(shown.studies),
}));

const { files } = readCodeBase(fromRoot(), {
  include: ["loaders/retrieval/*.ts", "src/shared/*.ts"],
  exclude: ["**/*test.ts"],
});
const text = readFileSync(fromRoot(EXAMPLE_GOLD), "utf8");
const request = (more: Partial<StudyRequest> = {}): StudyRequest => ({
  gold: { file: EXAMPLE_GOLD, text },
  files,
  models: [],
  chunkings: [],
  ...more,
});

/** What the rejection says. */
async function sentenceOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  const { message, remedy } = error as UserError;
  return `${message} ${remedy}`;
}

let root: string;
let folder: string;
let study: Study;
beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  root = mkdtempSync(join(tmpdir(), "own-study-"));
  folder = join(root, "near-miss-code");
  await freezeLexical(prepareStudy(request({ label: "Ours", link: "https://example.org/code" }), folder));
  study = await readImportedStudy(folder);
  shown.studies = [study];
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("a study of a part of this repository, from its sources and five questions", () => {
  it("is named as asked, and ranked by BM25 over every window", () => {
    expect(study).toMatchObject({ id: "near-miss-code", label: "Ours", link: "https://example.org/code/" });
    expect(study.manifest.files).toHaveLength(files.length);
    expect(study.cells.map(({ system, chunking, state }) => `${system.id} ${chunking} ${state}`)).toEqual(
      ["c500-o100", "c750-o100", "c1500-o200", "c3000-o300", "c6000-o500"].map(
        (chunking) => `bm25 ${chunking} ranked`,
      ),
    );
  });

  it("gives every figure rows that its columns can hold", async () => {
    const empty: string[] = [];
    for (const figure of [...kafkaFigures, ...kafkaGold, ...kafkaExplorer]) {
      const rows = await figure.compute();
      encodeRows(rows, figure.columns);
      if (rows.length === 0) empty.push(figure.id);
    }
    // Nothing was published about this code, no second annotator saw it, and five questions fill five shards.
    expect(empty.filter((id) => !id.startsWith("kafka-explorer/"))).toEqual([
      "kafka/published",
      "kafka/claims",
      "kafka/gold-agreement",
    ]);
    expect(empty.filter((id) => id.startsWith("kafka-explorer/"))).toHaveLength(11 * 3);
  });

  it("finds most owners when it is asked in the code's own terms", async () => {
    const figure = kafkaFigures.find(({ id }) => id === "kafka/metrics")!;
    const rows = (await figure.compute()) as readonly OfStudy<KafkaMetricRow>[];
    const recall = rows.find(
      ({ form, metric, k, chunking, protocol }) =>
        form === "ai_optimized" &&
        metric === "recall" &&
        k === 10 &&
        chunking === "c1500-o200" &&
        protocol === "complete",
    )!;
    expect([recall.study, recall.n]).toEqual(["near-miss-code", 5]);
    expect(recall.value).toBeGreaterThanOrEqual(0.8);
  });

  it("is ranked again only where something changed", async () => {
    const path = rankingsPath("bm25", "c1500-o200", folder);
    const before = statSync(path).mtimeMs;
    await freezeLexical(prepareStudy(request({ label: "Ours, renamed" }), folder));
    expect(statSync(path).mtimeMs).toBe(before);
    expect((await readImportedStudy(folder)).label).toBe("Ours, renamed");
    const changed = files.map((file) =>
      file === files[0] ? { ...file, text: `${file.text}// more\n` } : file,
    );
    const states = (await cellsOfStudy(prepareStudy(request({ files: changed }), folder))).map(
      ({ state }) => state,
    );
    expect(new Set(states)).toEqual(new Set(["out_of_date"]));
  });

  it("keeps what an earlier run asked for, and adds to it", () => {
    const { study: asked, record } = prepareStudy(
      request({ models: ["all-minilm-l6-v2"], chunkings: ["c500-o100"] }),
      folder,
    );
    expect(asked.link).toBe("https://example.org/code/");
    expect(record.cells.slice(5).map(({ system, chunking }) => `${system.id} ${chunking}`)).toEqual([
      "all-minilm-l6-v2 c1500-o200",
      "all-minilm-l6-v2 c500-o100",
    ]);
  });
});

describe("what cannot be a study", () => {
  it("writes nothing when a question is wrong, and names file, line, layer and remedy", () => {
    const none = join(root, "none");
    const wrong = text.replace("loaders/retrieval/rank-scores.ts, lines", "loaders/rank-scores.ts, lines");
    expect(() => prepareStudy(request({ gold: { file: "my.yaml", text: wrong } }), none)).toThrow(
      /^my\.yaml:12 equal-scores-order \[retrieval\.primary\[0\]\.path\] loaders\/rank-scores\.ts is not in the corpus\. Remedy: Is loaders\/retrieval\/rank-scores\.ts meant\?$/m,
    );
    expect(existsSync(none)).toBe(false);
  });

  it("has no id, another's id, or an id that is no folder's name", () => {
    const named = (name: string) => () => prepareStudy(request({ name }), folder);
    expect(named("apache-kafka-4.0.0")).toThrow("is the id of the Kafka study");
    expect(named("../up")).toThrow('"../up" is no id');
    expect(named("other")).toThrow(/near-miss\.yaml:\d+ \(file\) \[corpus\]/);
    const bare = { file: "g", text: "questions: []" };
    expect(() => prepareStudy(request({ gold: bare }), folder)).toThrow(
      "g has no `corpus`, and no --name was given.",
    );
  });

  it("has a splitter that does not read its language, no name, or an address that is none", () => {
    expect(() => prepareStudy(request({ chunkings: ["syntax-1500"] }), folder)).toThrow(
      "syntax-1500 does not fit this code base",
    );
    expect(() => prepareStudy(request({ label: " " }), folder)).toThrow("--label is empty.");
    expect(() => prepareStudy(request({ link: "our wiki" }), folder)).toThrow(
      "--link our wiki is no address.",
    );
  });

  it("is damaged: one sentence names the folder, what is wrong and the command", async () => {
    const broken = join(root, "broken");
    await freezeLexical(prepareStudy(request(), broken));
    const spoil = (name: string, content: string | null): void => {
      if (content === null) rmSync(join(broken, name));
      else writeFileSync(join(broken, name), content);
    };
    spoil("gold.yaml", text.replace("selectTop and rankOf", ""));
    expect(await sentenceOf(readImportedStudy(broken))).toMatch(
      /broken cannot be shown: .*equal-scores-order \[rationale\.owner\].*Run `npm run code-rag -- .*--remove broken`/s,
    );
    spoil("gold.yaml", text.replace("When two results", "If two results"));
    expect(await sentenceOf(readImportedStudy(broken))).toMatch(
      "no ranking is of its present files and questions",
    );
    spoil("gold.yaml", null);
    expect(await sentenceOf(readImportedStudy(broken))).toMatch("it has no gold.yaml");
    spoil("study.json", "{}");
    expect(await sentenceOf(readImportedStudy(broken))).toMatch("`version` of its study.json");
    spoil("study.json", null);
    expect(await sentenceOf(readImportedStudy(broken))).toMatch("its import did not finish");
    await freezeLexical(prepareStudy(request(), broken));
    expect((await readImportedStudy(broken)).lists).toHaveLength(5);
  });
});
