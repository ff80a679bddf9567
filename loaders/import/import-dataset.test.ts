import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findPython } from "../execution/python-interpreter.ts";
import type { Task } from "../tasks/types.ts";
import type { AdmitOptions } from "./admit.ts";
import type { ReadTasks } from "./rows.ts";

const ID = `registry-test-${process.pid}`;
const SUPPLIED = `${ID}-supplied`;
let folder: string;

/** Modules as another process would load them: datasets are read once a process. */
async function fresh() {
  vi.resetModules();
  const [importing, registry, evaluation, board, figures, imported, supplied, corpusFile, rankings, corpora] =
    await Promise.all([
      import("./import-dataset.ts"),
      import("../tasks/datasets.ts"),
      import("../analyses/evaluation.ts"),
      import("../analyses/leaderboard.ts"),
      import("../figures/index.ts"),
      import("../figures/imported-files.ts"),
      import("../tasks/supplied-corpus.ts"),
      import("../tasks/corpus-file.ts"),
      import("../retrieval/ranking-file.ts"),
      import("../tasks/load-corpus.ts"),
    ]);
  const descriptions = await import("../tasks/imported-datasets.ts");
  return {
    ...importing, ...registry, ...evaluation, ...board, ...figures, ...imported, ...supplied, ...corpusFile,
    ...rankings, ...corpora, ...descriptions,
  }; // prettier-ignore
}

const HEAD = {
  id: ID,
  label: "Own",
  licence: "MIT",
  source: "a test",
  importCommand: "npm run import:tasks -- x",
};
const WAIVE: AdmitOptions = { gates: "waive", minTests: 2, dropFailingTests: false };

const task = (name: string, canonical: string, tests: string[], query = `What ${name} does.`): Task => ({
  id: `own/${name}`,
  function_name: name,
  query,
  domain: "own",
  canonical,
  tests,
});

const CLAMP = task(
  "clamp",
  "def clamp(x, low, high):\n    if x < low:\n        return low\n    if x > high:\n        return high\n    return x\n",
  ["clamp(5, 0, 9) == 5", "clamp(-1, 0, 9) == 0", "clamp(10, 0, 9) == 9", "clamp(0, 0, 9) == 0"].map(
    (t) => `assert ${t}`,
  ),
  "Keep a number between two bounds.",
);
const GAPS = task(
  "gaps",
  "def gaps(values):\n    return [b - a for a, b in zip(values, values[1:])]\n",
  ["assert gaps([1, 3, 6]) == [2, 3]", "assert gaps([4]) == []"],
  "Differences of neighbors in a list.",
);

/** One task for each reason to leave it out. */
function badTasks(): Task[] {
  const hashed = execFileSync(findPython().executable, ["-c", "print(hash('abc'))"], {
    env: { PYTHONHASHSEED: "0" },
    encoding: "utf8",
  }).trim();
  const steps = "    if n > 3:\n        return n + 1\n    return n - 1\n";
  return [
    task("wrong", `def wrong(n):\n${steps}`, ["assert wrong(5) == 6", "assert wrong(1) == 7"]),
    task("loose", `def loose(n):\n${steps}`, [
      "assert isinstance(loose(1), int)",
      "assert loose(5) is not None",
    ]),
    task("lonely", `def lonely(n):\n${steps}`, ["assert lonely(5) == 6"]),
    task("hashed", `def hashed(n):\n    return hash('abc') == ${hashed}\n`, [
      "assert hashed(1)",
      "assert hashed(2)",
    ]),
    task("absent", "def other(n):\n    return n + 1\n", ["assert absent(1)", "assert absent(2)"]),
    task(
      "again",
      GAPS.canonical.replace("gaps", "again"),
      ["assert again([1, 3]) == [2]", "assert again([]) == []"],
      GAPS.query,
    ),
  ];
}

const read = (tasks: Task[]): ReadTasks => ({
  tasks: tasks.map((one, index) => ({ ...one, file: "own.jsonl", line: index + 1 })),
  violations: [],
  dropped: [],
});

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "registry-test-"));
  vi.stubEnv("NEAR_MISS_IMPORTED", folder);
  vi.stubEnv("NEAR_MISS_DATASETS", "");
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  for (const id of [ID, SUPPLIED]) rmSync(`.cache/corpus/${id}.json.gz`, { force: true });
});

describe("an imported dataset", { timeout: 120_000 }, () => {
  it("that is strict writes nothing, and names what stands in its way", async () => {
    const { importDataset } = await fresh();
    const strict = importDataset(HEAD, read([CLAMP, ...badTasks()]), { ...WAIVE, gates: "strict" });
    await expect(strict).rejects.toThrow(/own\.jsonl:2 own\/wrong \[import\] gives FAIL on test 2\./);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("takes in what can be measured and counts the rest by reason", async () => {
    const { importDataset } = await fresh();
    const { description } = await importDataset(HEAD, read([CLAMP, GAPS, ...badTasks()]), WAIVE);
    expect(description).toMatchObject({ tasks: 2, gates: "waive", waived: { suite_size: 2 } });
    expect(description.dropped).toEqual([
      { reason: "task: does not define its function", count: 1 },
      { reason: "task: does not give the same outcomes twice", count: 1 },
      { reason: "task: does not pass its own tests", count: 1 },
      { reason: "task: has fewer than 2 tests", count: 1 },
      { reason: "task: has no valid near-clone", count: 1 },
      { reason: "task: has the same question as another task", count: 1 },
    ]);
    expect(readdirSync(join(folder, ID)).toSorted()).toEqual(["dataset.json", "frozen", "tasks.jsonl"]);
  });

  it("is a dataset like the others: its systems are ranked, and its own files are served", async () => {
    const { DATASETS, loadEvaluation, leaderboardRows, FIGURES, IMPORTED_FIGURES, corpusFile } =
      await fresh();
    expect(DATASETS.map(({ id }) => id)).toEqual(["near-miss", "humaneval", ID]);
    expect(corpusFile(ID)).toBe(join(folder, ID, "frozen", "corpus", `${ID}.parquet`));
    const evaluation = await loadEvaluation(ID);
    expect(evaluation.systems.map(({ system }) => system.provider).toSorted()).toEqual(["bm25", "random"]);
    expect(evaluation.skipped[0]!.reason).toContain(`--dataset ${ID}`);
    const rows = leaderboardRows(evaluation).filter(({ metric, k }) => metric === "exec" && k === 10);
    expect(rows.map(({ dataset, n, value }) => [dataset, n, value])).toEqual([
      [ID, 2, 1],
      [ID, 2, 1],
    ]);
    const ids = FIGURES.map(({ id }) => id);
    expect(IMPORTED_FIGURES).toContain(`explorer/tasks-${ID}-1`);
    expect(IMPORTED_FIGURES.filter((id) => !ids.includes(id as (typeof ids)[number]))).toEqual([]);
  });

  it("may bring its own snippets and order, which are kept", async () => {
    const modules = await fresh();
    const corpus = await modules.loadCorpus(ID);
    const snippets = corpus.snippets.map((snippet, index) => ({ ...snippet, id: `theirs-${index}` }));
    const suites = new Map(corpus.tasks.map(({ id, tests }) => [id, modules.suiteKey(tests!)]));
    const byId = new Map(corpus.tasks.map((one) => [one.id, one]));
    const text = readFileSync(join(folder, ID, "tasks.jsonl"), "utf8");
    const description = modules.readDescription(ID);
    rmSync(join(folder, SUPPLIED), { recursive: true, force: true });
    modules.writeSuppliedTexts(
      SUPPLIED,
      snippets.map(({ id, code }) => ({ id, code: code!, description: "" })),
    );
    writeFileSync(join(folder, SUPPLIED, "tasks.jsonl"), text);
    modules.writeDescription({ ...description, id: SUPPLIED, near_clones: "supplied", order: "supplied" });
    modules.writeCorpusFile(
      SUPPLIED,
      snippets.map((snippet) =>
        modules.rowOf(byId.get(snippet.taskId)!, suites.get(snippet.taskId)!, snippet),
      ),
    );
    // Every system has the last snippet first: no rule of ours would order them so.
    const count = snippets.length;
    const order = snippets.map((_, index) => count - 1 - index);
    const own = corpus.tasks.map(({ id }) =>
      snippets.flatMap(({ taskId }, index) => (taskId === id ? [index] : [])),
    );
    const ranking = {
      queryCount: corpus.tasks.length,
      snippetCount: count,
      depth: count,
      top: Int32Array.from(corpus.tasks.flatMap(() => order)),
      topSimilarity: Float64Array.from(corpus.tasks.flatMap(() => order)),
      own: own.map((items) =>
        items.map((snippet) => ({ snippet, rank: count - snippet, similarity: snippet })),
      ),
    };
    const ids = [corpus.tasks.map(({ id }) => id), snippets.map(({ id }) => id)] as const;
    modules.writeRanking(modules.rankingPath(SUPPLIED, "bm25"), ranking, ...ids);

    const { loadEvaluation } = await fresh();
    const evaluation = await loadEvaluation(SUPPLIED);
    expect(evaluation.systems.map(({ system }) => system.id)).toEqual(["bm25"]);
    expect(evaluation.corpus.snippets[0]!.code).toBe(corpus.snippets[0]!.code);
    expect([...evaluation.systems[0]!.ranking.top]).toEqual([...order, ...order]);
    expect(evaluation.skipped[0]!.reason).toBe("Own came without a ranking of it");
  });

  it("that was damaged is named with its remedy and leaves the others alone", async () => {
    writeFileSync(join(folder, ID, "tasks.jsonl"), "{}\n");
    const { DATASETS, requireSoundDatasets } = await fresh();
    expect(DATASETS.map(({ id }) => id)).toEqual(["near-miss", "humaneval", SUPPLIED]);
    expect(requireSoundDatasets).toThrow(/dataset\.json .* \[digest\] .* Remedy: Import the dataset again/);
  });

  it("cannot take a name that is in use, or that is another command's", async () => {
    const { requireFreeName } = await fresh();
    expect(() => requireFreeName("humaneval", "x", true)).toThrow(/name of the workbook/);
    expect(() => requireFreeName("geometry", "x", true)).toThrow(/name of the workbook/);
    expect(() => requireFreeName("My Data", "x", false)).toThrow(/cannot name a dataset/);
    expect(() => requireFreeName(SUPPLIED, "another command", false)).toThrow(/is there already/);
    expect(() => requireFreeName(SUPPLIED, "another command", true)).not.toThrow();
    expect(() => requireFreeName(ID, "whatever mends the damaged one", false)).not.toThrow();
    expect(existsSync(join(folder, "geometry"))).toBe(false);
  });
});
