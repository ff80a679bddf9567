import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromRoot } from "../paths.ts";
import { readRows } from "../store/parquet.ts";
import { readUsage, type ApiCall } from "../tasks/api-usage.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { claimsOf } from "./claim-list.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { loadEvaluations } from "./evaluation.ts";
import { publishedRows } from "./economics-published.ts";
import { usageRows } from "./economics-usage.ts";
import { embeddingRows, gateShareRows, stageRows } from "./economics.ts";
import { PUBLISHED_FILE, readPublished } from "./published.ts";

describe("the published figures recomputed", () => {
  const rows = publishedRows(readPublished());
  const of = (name: string) => rows.find(({ quantity }) => quantity === name)!;

  it("agree in every value that the published totals decide", () => {
    const checked = rows.filter(({ status }) => status === "agrees" || status === "differs");
    expect(checked.map(({ quantity }) => quantity)).toEqual([
      "mean_prompt",
      "mean_completion",
      "mean_reasoning",
      "list_usd",
      "pass_rate",
    ]);
    expect(checked.filter(({ status }) => status === "differs")).toEqual([]);
  });

  it("are those of appendix B, worked out by hand", () => {
    expect(of("list_usd").recomputed).toBeCloseTo(2.287945 + 106.24593, 6);
    expect(of("mean_reasoning").recomputed).toBeCloseTo(6340.941685, 6);
    expect(of("billed_usd").recomputed).toBeCloseTo(108.533875 * (1 - 0.57 / 2), 6);
    expect(of("usd_with_failures").recomputed).toBeCloseTo(108.533875 / 0.91, 6);
    expect(of("first_attempts").recomputed).toBe(1028);
  });

  it("are told apart when a total changes", () => {
    const published = readPublished();
    const economics = {
      ...published.economics,
      completion_tokens: published.economics.completion_tokens + 1e5,
    };
    const changed = publishedRows({ ...published, economics });
    expect(changed.filter(({ status }) => status === "differs").map(({ quantity }) => quantity)).toEqual([
      "mean_completion",
      "list_usd",
    ]);
  });

  it("stand in the committed file under their names", () => {
    const file = JSON.parse(readFileSync(fromRoot(PUBLISHED_FILE), "utf8")) as {
      economics: Record<string, number>;
    };
    expect(of("entries").published).toBe(file.economics["entries"]);
    expect(of("batch_share").published).toBe(file.economics["batch_share"]);
  });
});

describe("our own pipeline", { timeout: 120_000 }, () => {
  let evaluations: Evaluation[];
  beforeAll(async () => {
    evaluations = await loadEvaluations();
  }, 240_000);

  it("counts what the frozen corpus file counts, with or without the text", async () => {
    for (const { id } of DATASETS) {
      const corpus = await loadCorpus(id);
      if (corpus.tasks.length === 0) continue;
      const frozen = await readRows<{ kind: string; outcomes: string }>(
        fromRoot("data/frozen/corpus", `${id}.parquet`),
      );
      const stages = await stageRows(corpus);
      const of = (unit: string) => stages.find((row) => row.unit === unit)!.items;
      expect(of("suites")).toBe(frozen.length);
      expect(of("mutants")).toBe(frozen.filter(({ kind }) => kind !== "canonical").length);
      expect(of("tests executed")).toBe(frozen.reduce((sum, row) => sum + row.outcomes.split(",").length, 0));
      const shares = gateShareRows(corpus);
      const share = (name: string) => shares.find((row) => row.share === name)!;
      const survivors = frozen.filter(({ kind }) => kind === "survivor").length;
      expect(share("survive").value).toBeCloseTo(survivors / of("mutants"), 6);
      expect(shares.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(1, 5);
    }
  });

  it("encodes each query and each snippet of the pool once, and reads no more tokens than there are", async () => {
    for (const evaluation of evaluations) {
      const { tasks, snippets } = evaluation.corpus;
      for (const row of await embeddingRows(evaluation)) {
        expect(row.texts).toBe(tasks.length + snippets.length);
        expect(row.vector_bytes).toBe(2 * row.dimensions * row.texts);
        expect(row.tokens_read).toBeLessThanOrEqual(row.tokens);
        expect(row.tokens_read).toBeGreaterThan(2 * row.texts);
      }
    }
  });

  it("is what the economics claims are judged on", async () => {
    const claims = claimsOf(readPublished()).filter(({ page }) => page === "economics");
    expect(claims.length).toBe(2);
    for (const evaluation of evaluations) {
      const row = gateShareRows(evaluation.corpus).find(({ share }) => share === "survive")!;
      for (const claim of claims) {
        const ours = await claim.ours(evaluation);
        expect(ours.value).toBeCloseTo(row.value, 6);
        expect([ours.low, ours.high].map((v) => v.toFixed(6))).toEqual(
          [row.low, row.high].map((v) => v.toFixed(6)),
        );
      }
    }
  });
});

describe("calls of a metered model", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "usage-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const call: ApiCall = {
    dataset: "near-miss",
    task: "geometry/polygon_area",
    model: "m",
    endpoint: "real-time",
    prompt_tokens: 1000,
    completion_tokens: 8000,
    reasoning_tokens: 6000,
    failed_gate: 0,
    seconds: 90,
    usd_per_1m_input: 2.5,
    usd_per_1m_output: 15,
  };
  const read = (lines: readonly string[]) => {
    mkdirSync(join(folder, "data/generation"), { recursive: true });
    writeFileSync(join(folder, "data/generation/usage.jsonl"), lines.join("\n"));
    return readUsage(folder);
  };

  it("are summed by model and endpoint, failures by gate", () => {
    const batch = { ...call, endpoint: "batch" as const, seconds: null };
    const calls = [
      call,
      { ...call, failed_gate: 4, seconds: 110 },
      { ...batch, failed_gate: 2 },
      batch,
      batch,
    ];
    const rows = usageRows(read(calls.map((line) => JSON.stringify(line))));
    expect(rows.map(({ endpoint, calls: n, accepted, failed }) => [endpoint, n, accepted, failed])).toEqual([
      ["real-time", 2, 1, "gate 4: 1"],
      ["batch", 3, 2, "gate 2: 1"],
    ]);
    expect(rows[0]).toMatchObject({ completion_tokens: 16_000, median_s: 100, list_usd: 0.245 });
    expect(rows[1]!.median_s).toBeNaN();
    const [unpriced] = usageRows(
      read([call, { ...call, usd_per_1m_output: null }].map((c) => JSON.stringify(c))),
    );
    expect(unpriced!.list_usd).toBeNaN();
    expect(usageRows([])).toEqual([]);
  });

  it("are none without the file, and a broken line is named with its field", () => {
    expect(readUsage(join(folder, "absent"))).toEqual([]);
    const tooMuch = { ...call, reasoning_tokens: 9000 };
    const wrong = { ...call, endpoint: "overnight" };
    expect(() => read([JSON.stringify(call), JSON.stringify(tooMuch), "{", JSON.stringify(wrong)])).toThrow(
      /usage\.jsonl:2 reasoning_tokens .*\n.*usage\.jsonl:3 - .*\n.*usage\.jsonl:4 endpoint/,
    );
  });
});
