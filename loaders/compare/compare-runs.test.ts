import { beforeAll, describe, expect, it } from "vitest";
import { pairedRows } from "../analyses/paired.ts";
import { perQueryRows } from "../analyses/per-query.ts";
import { evaluateCorpus } from "../analyses/evaluation.ts";
import type { Evaluation } from "../analyses/evaluation-types.ts";
import { readModels } from "../embedding/models.ts";
import type { PerQueryRow } from "../../src/shared/rows.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { compareRuns, type Run } from "./compare-runs.ts";
import { breaches } from "./gate.ts";
import { METRICS_AT, parseMetric } from "./metrics.ts";

const query = (id: string, first: number, canonical: number, bits: number): PerQueryRow => ({
  dataset: "d",
  system: "s",
  query: id,
  domain: "x",
  first_passing_rank: first,
  canonical_rank: canonical,
  canonical_similarity: 0,
  best_distractor_similarity: 0,
  own_above: 0,
  distractors: 4,
  passing_top10: bits,
  rank1_kind: "passing",
});

const run = (rows: PerQueryRow[]): Run => ({ dataset: "d", system: "s", rows });
const EXEC1 = parseMetric("exec@1");

describe("compareRuns on four queries worked out by hand", () => {
  const a = run([
    query("p", 1, 1, 0b1),
    query("q", 2, 2, 0b10),
    query("r", 1, 1, 0b1),
    query("x", 1, 1, 0b1),
  ]);
  const b = run([
    query("p", 3, 3, 0b100),
    query("q", 1, 4, 0b1001),
    query("r", 1, 1, 0b1),
    query("y", 0, 90, 0),
  ]);
  const result = compareRuns(a, b, EXEC1);
  const metric = (name: string) => result.metrics.find((row) => row.metric === name)!;

  it("compares over the queries of both, and lists the others", () => {
    expect(metric("exec@1")).toMatchObject({ a: 2 / 3, b: 2 / 3, difference: 0, p: 1, n: 3 });
    expect(metric("exec@3")).toMatchObject({ a: 1, b: 1 });
    expect(metric("execution_precision@5").b).toBeCloseTo((1 + 2 + 1) / 5 / 3, 12);
    expect(metric("ndcg@10").a).toBeCloseTo((1 + 1 / Math.log2(3) + 1) / 3, 12);
    expect(metric("ndcg@10").p).toBeNull();
    expect(result.only_a).toEqual({ queries: ["x"], mean: { value: 1, low: 1, high: 1 } });
    expect(result.only_b).toEqual({ queries: ["y"], mean: { value: 0, low: 0, high: 0 } });
    expect(compareRuns(a, a, EXEC1).only_a).toEqual({ queries: [], mean: null });
  });

  it("lists the queries that changed, those that move the metric and the rank most first", () => {
    expect(result.items.map((item) => item.query)).toEqual(["p", "q"]);
    expect(result.items[0]).toMatchObject({ first_passing_a: 1, first_passing_b: 3, value_a: 1, value_b: 0 });
    expect([result.lost, result.won]).toEqual([1, 1]);
  });

  it("breaks a limit by the difference, by its whole interval or by any of it", () => {
    const wide = { ...result, metrics: [{ ...metric("exec@1"), difference: -0.03, low: -0.06, high: 0.01 }] };
    const broken = (judge: "point" | "certain" | "possible", maxDrop: number) =>
      breaches([wide], { metric: EXEC1, judge, maxDrop }).length;
    expect([broken("point", 0.02), broken("point", 0.03), broken("point", 0.04)]).toEqual([1, 0, 0]);
    expect([broken("certain", 0.02), broken("possible", 0.05), broken("possible", 0.06)]).toEqual([0, 1, 0]);
  });
});

describe("compareRuns on HumanEval", { timeout: 120_000 }, () => {
  let evaluation: Evaluation;
  beforeAll(async () => {
    const systems = readModels().filter(({ id }) =>
      ["bge-small-en-v1.5", "bge-small-en-v1.5-int8"].includes(id),
    );
    evaluation = await evaluateCorpus(await loadCorpus("humaneval"), systems);
  }, 120_000);

  it("gives what the figure of paired comparisons gives, from the rows that a build keeps", () => {
    const rows = perQueryRows(evaluation);
    const [first, second] = evaluation.systems.map(({ system }) => system.id);
    const of = (id: string) => run(rows.filter(({ system }) => system === id));
    const { metrics } = compareRuns(of(first!), of(second!), EXEC1);
    const figure = pairedRows(evaluation);
    expect(metrics).toHaveLength(METRICS_AT.length);
    METRICS_AT.forEach(({ metric, k }, index) => {
      const row = figure.find((candidate) => candidate.metric === metric && candidate.k === k)!;
      const { difference, low, high, p, n } = metrics[index]!;
      expect(difference).toBeCloseTo(-row.delta, 5);
      expect(low).toBeCloseTo(-row.high, 5);
      expect(high).toBeCloseTo(-row.low, 5);
      expect(n).toBe(row.n);
      if (p !== null) expect(p).toBeCloseTo(row.p, 5);
    });
  });
});
