import { describe, expect, it } from "vitest";
import type { PerQueryRow, SystemRow } from "../rows.ts";
import {
  difficultyFinding,
  domainMeans,
  domainRates,
  solvedDistribution,
  solvedQueries,
} from "./difficulty.ts";

const system = (id: string, group = "local_dense"): SystemRow => ({
  system: id,
  label: id.toUpperCase(),
  class: group,
  family: id,
  dtype: "fp32",
  dimensions: 1,
  token_limit: 1,
});

const row = (systemId: string, query: string, rank: number): PerQueryRow => ({
  dataset: "d",
  system: systemId,
  query,
  domain: query.split("/")[0]!,
  first_passing_rank: rank,
  canonical_rank: rank,
  canonical_similarity: 0,
  best_distractor_similarity: 0,
  own_above: 0,
  distractors: 4,
  passing_top10: 0,
  rank1_kind: rank === 1 ? "passing" : "own_distractor",
});

const systems = [system("a"), system("b"), system("r", "baseline")];
const rows = [
  row("a", "x/1", 1),
  row("b", "x/1", 1),
  row("r", "x/1", 1),
  row("a", "x/2", 2),
  row("b", "x/2", 3),
  row("a", "y/3", 1),
  row("b", "y/3", 2),
];

describe("how many systems solve a query", () => {
  it("leaves chance baselines out", () => {
    expect(solvedQueries(rows, systems).map(({ query, solved }) => [query, solved])).toEqual([
      ["x/1", 2],
      ["x/2", 0],
      ["y/3", 1],
    ]);
  });

  it("expects of two fair coins a quarter, a half, a quarter", () => {
    const expected = solvedDistribution(solvedQueries(rows, systems), [0.5, 0.5]).map(
      (entry) => entry.independent,
    );
    expect(expected).toEqual([0.75, 1.5, 0.75]);
  });

  it("averages domains over retrieval systems, hardest first", () => {
    const means = domainMeans(domainRates(rows, systems), systems);
    expect(means).toEqual([
      { domain: "x", value: 0.5 },
      { domain: "y", value: 0.5 },
    ]);
  });

  it("says that systems fail together only when both ends are fuller than chance", () => {
    const together = [
      { solved: 0, queries: 40, independent: 20 },
      { solved: 1, queries: 20, independent: 60 },
      { solved: 2, queries: 40, independent: 20 },
    ];
    expect(difficultyFinding(together, 100)).toContain("they fail on the same questions");
    const apart = together.map((entry) => ({ ...entry, queries: entry.independent }));
    expect(difficultyFinding(apart, 100)).not.toContain("they fail on the same questions");
  });
});
