import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { TestBundle } from "./test-bundle.ts";
import { systemIdOf } from "./systems-file.ts";
import type { CheckedBundle } from "./check-bundle.ts";

const imported = mkdtempSync(join(tmpdir(), "imported-"));
const folder = new TestBundle().write();
const options = { id: "execretrieval", label: "ExecRetrieval" };
let bundle: CheckedBundle;

/** Modules that look at the datasets once: loaded anew, with the imported folder of this test. */
async function fresh() {
  vi.resetModules();
  const { checkBundle } = await import("./check-bundle.ts");
  const { writeDataset } = await import("./write-dataset.ts");
  const { loadEvaluation } = await import("../analyses/evaluation.ts");
  const { leaderboardRows } = await import("../analyses/leaderboard.ts");
  const { deceptionRows } = await import("../analyses/deception.ts");
  return { checkBundle, writeDataset, loadEvaluation, leaderboardRows, deceptionRows };
}

beforeAll(async () => {
  vi.stubEnv("NEAR_MISS_DATASETS", "");
  vi.stubEnv("NEAR_MISS_IMPORTED", imported);
  const { checkBundle, writeDataset } = await fresh();
  bundle = await checkBundle(folder, {
    openPool: () => Promise.reject(new Error("nothing is to be executed")),
    execute: 0,
  });
  expect(writeDataset(bundle, options)).toMatchObject({
    tasks: 30,
    snippets: 149,
    systems: ["bm25-published", "bge-cut-dot", "e5-coarse", "minilm-cut"],
    waived: { few_distractors: 1, multi_statement_tests: 1 },
  });
}, 120_000);

afterAll(() => {
  vi.unstubAllEnvs();
  for (const path of [imported, folder]) rmSync(path, { recursive: true, force: true });
});

describe("an imported bundle", () => {
  it("has a leaderboard that is the published one", async () => {
    const { loadEvaluation, leaderboardRows } = await fresh();
    const evaluation = await loadEvaluation("execretrieval");
    const published = JSON.parse(
      readFileSync(join(folder, "results/full_leaderboard.json"), "utf8"),
    ) as Record<string, string | number>[];
    const rows = leaderboardRows(evaluation);
    expect(rows).toHaveLength(4 * 12);
    for (const { system, metric, k, value } of rows) {
      const label = evaluation.systems.find((own) => own.system.id === system)!.system.label;
      const row = published.find(({ model }) => label.startsWith(String(model)))!;
      const name = `${metric.replace("execution_", "")}@${k}`;
      expect(value, `${system} ${name}`).toBeCloseTo(row[name] as number, 3);
    }
  });

  it("keeps ids, descriptions and the legacy near-clone, which no mechanical analysis counts", async () => {
    const { loadEvaluation, deceptionRows } = await fresh();
    const evaluation = await loadEvaluation("execretrieval");
    const { snippets } = evaluation.corpus;
    expect(snippets.map(({ id }) => id).sort()).toEqual(bundle.data.snippets.map(({ id }) => id).sort());
    expect(snippets.filter(({ bugType }) => bugType === "ignores_constraint")).toHaveLength(1);
    expect(
      snippets.filter(({ kind, description }) => kind === "distractor" && description !== ""),
    ).toHaveLength(119);
    const own = deceptionRows(evaluation).find(
      (row) => row.system === "minilm-cut" && row.domain === "all" && row.bug_type === "all",
    )!;
    expect(own.pairs).toBe(118);
  });

  it("keeps every system's vectors, with a recipe that says whose file they are", async () => {
    vi.resetModules();
    const { readVectors } = await import("../embedding/vectors.ts");
    const { readModels, recipeDigest, isDense } = await import("../embedding/models.ts");
    const system = readModels().find(({ id }) => id === "bge-cut-dot")!;
    expect(system).toMatchObject({ provider: "precomputed", similarity: "dot", dimensions: 72 });
    const path = join(imported, "execretrieval/frozen/vectors/execretrieval/bge-cut-dot.parquet");
    const file = await readVectors(path);
    expect(file.rows).toHaveLength(30 + 149);
    if (isDense(system)) expect(file.recipe).toBe(recipeDigest(system));
    const similarities = file.rows
      .map(({ ownSimilarity }) => ownSimilarity)
      .filter((value) => value !== null);
    expect(similarities).toHaveLength(149);
  });

  it("stays as it was when the next import fails", async () => {
    const { writeDataset } = await fresh();
    const before = readdirSync(join(imported, "execretrieval")).sort();
    expect(() => writeDataset({ ...bundle, folder: "no-such-folder" }, options)).toThrow();
    expect(readdirSync(imported)).toEqual(["execretrieval"]);
    expect(readdirSync(join(imported, "execretrieval")).sort()).toEqual(before);
    expect(existsSync(join(imported, "execretrieval/dataset.json"))).toBe(true);
  });
});

describe("systemIdOf", () => {
  it("is the file's name as an id, marked where the registry has a system of that name", () => {
    const of = (id: string) =>
      systemIdOf({ published: { id } } as never, new Set(["bm25", "all-mpnet-base-v2"]));
    expect(of("Qwen3_Embedding 4B-BF16")).toBe("qwen3-embedding-4b-bf16");
    expect(of("BM25")).toBe("bm25-published");
    expect(of("all-mpnet-base-v2")).toBe("all-mpnet-base-v2-published");
  });
});
