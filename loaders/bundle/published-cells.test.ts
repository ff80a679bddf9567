import { describe, expect, it } from "vitest";
import { SystemNames } from "./names.ts";
import { type Cell, findCells } from "./published-cells.ts";

const names = new SystemNames();
names.addSystem("gemini-embedding-2");
names.addAlias("gemini-embedding-2", "Gemini Embedding 2");
names.addSystem("bm25");

const of = (root: unknown): Omit<Cell, "path">[] =>
  findCells(root, names).cells.map(({ systems, metric, k, field, value }) => ({
    systems,
    metric,
    k,
    field,
    value,
  }));

describe("findCells", () => {
  const point = { systems: ["bm25"], metric: "exec", k: 3, field: "value", value: 0.25 };

  it.each<[string, unknown]>([
    ["a table of rows", [{ model: "BM25", "exec@3": 0.25 }]],
    ["rows with metrics in them", { leaderboard: [{ name: "bm25", metrics: { "exec@3": 0.25 } }] }],
    ["an object by system", { BM25: { "exec@3": { mean: 0.25 } } }],
    ["families with cut-offs in them", { BM25: { exec: { "3": 0.25 } } }],
    ["families with @ before the cut-off", { BM25: { exec: { "@3": { value: 0.25 } } } }],
    ["long rows", { rows: [{ system: "BM25", metric: "exec", k: 3, value: 0.25 }] }],
    ["metric before system", { "exec@3": { BM25: 0.25 } }],
  ])("finds a mean in %s", (_, root) => {
    expect(of(root)).toEqual([point]);
  });

  const pair = { systems: ["gemini-embedding-2", "bm25"], metric: "precision", k: 1 };

  it.each<[string, unknown]>([
    [
      "an object by pair",
      {
        "Gemini Embedding 2 vs BM25": {
          "execution_precision@1": { delta: 0.1, bootstrap_ci_95: [0.05, 0.15] },
        },
      },
    ],
    [
      "rows with both names",
      [
        {
          model_a: "Gemini Embedding 2",
          model_b: "bm25",
          "precision@1": { difference: 0.1, ci_low: 0.05, ci_high: 0.15 },
        },
      ],
    ],
    [
      "rows with a pair",
      {
        pairs: [
          { pair: "gemini-embedding-2 vs bm25", metric: "precision@1", delta: 0.1, ci95: [0.05, 0.15] },
        ],
      },
    ],
  ])("finds a comparison in %s", (_, root) => {
    expect(of(root)).toEqual([
      { ...pair, field: "delta", value: 0.1 },
      { ...pair, field: "low", value: 0.05 },
      { ...pair, field: "high", value: 0.15 },
    ]);
  });

  it("lists numbers that nothing explains, and not what describes the file", () => {
    const { cells, unknown } = findCells(
      { n_bootstrap: 5000, seed: 1, BM25: { "exec@3": { mean: 0.25, kurtosis: 3 } }, other: { "exec@3": 1 } },
      names,
    );
    expect(cells).toHaveLength(1);
    expect(unknown).toEqual(["BM25/exec@3/kurtosis", "other/exec@3"]);
  });
});
