import {
  bootstrapMean,
  bootstrapMeans,
  mean,
  percentileInterval,
  unitMatrix,
} from "../../src/shared/bootstrap.ts";
import { discordance, mcnemarExact } from "../../src/shared/mcnemar.ts";
import type { PerQueryRow } from "../../src/shared/rows.ts";
import { type MetricAt, METRICS_AT, metricName, valueOf } from "./metrics.ts";

/** One system's ranks of one dataset's queries. */
export interface Run {
  dataset: string;
  system: string;
  rows: readonly PerQueryRow[];
}

/** One metric over the queries that both runs have. */
export interface MetricDifference {
  metric: string;
  a: number;
  b: number;
  /** b - a, with the 95 % interval of the paired bootstrap over queries. */
  difference: number;
  low: number;
  high: number;
  /** Exact McNemar of exec@k, two-sided; null for the other metrics. */
  p: number | null;
  n: number;
}

/** A query that the two runs rank differently. */
export interface ItemChange {
  query: string;
  /** Rank of the first snippet that passes, 0 where none does, and of the canonical. */
  first_passing_a: number;
  first_passing_b: number;
  canonical_a: number;
  canonical_b: number;
  /** The chosen metric. */
  value_a: number;
  value_b: number;
}

/** Queries that only one run has, with the mean of the chosen metric over them; null without any. */
export interface Alone {
  queries: string[];
  mean: { value: number; low: number; high: number } | null;
}

export interface RunComparison {
  dataset: string;
  system_a: string;
  system_b: string;
  metrics: MetricDifference[];
  /** Those that change the chosen metric most first; ties by how far the first passing snippet moved, then by id. */
  items: ItemChange[];
  /** Queries whose value of the chosen metric is lower in b, or higher. */
  lost: number;
  won: number;
  only_a: Alone;
  only_b: Alone;
}

type Pair = readonly [a: PerQueryRow, b: PerQueryRow];

function metricDifferences(pairs: readonly Pair[]): MetricDifference[] {
  if (pairs.length === 0) return [];
  const columns = METRICS_AT.map((at) => ({
    at,
    a: Float64Array.from(pairs, ([row]) => valueOf(row, at)),
    b: Float64Array.from(pairs, ([, row]) => valueOf(row, at)),
  }));
  const means = bootstrapMeans(unitMatrix(columns.flatMap(({ a, b }) => [a, b])));
  return columns.map(({ at, a, b }, column): MetricDifference => {
    const [ofA, ofB] = [means[2 * column]!, means[2 * column + 1]!];
    const { onlyA, onlyB } = discordance(a, b);
    return {
      metric: metricName(at),
      a: mean(a),
      b: mean(b),
      difference: mean(b) - mean(a),
      ...percentileInterval(ofB.map((value, replicate) => value - ofA[replicate]!)),
      p: at.metric === "exec" ? mcnemarExact(onlyA, onlyB) : null,
      n: pairs.length,
    };
  });
}

const reciprocal = (rank: number): number => (rank === 0 ? 0 : 1 / rank);

const moved = ({ first_passing_a, first_passing_b }: ItemChange): number =>
  Math.abs(reciprocal(first_passing_a) - reciprocal(first_passing_b));

function changedItems(pairs: readonly Pair[], chosen: MetricAt): ItemChange[] {
  const items = pairs.flatMap(([a, b]): ItemChange[] => {
    const same =
      a.first_passing_rank === b.first_passing_rank &&
      a.canonical_rank === b.canonical_rank &&
      a.passing_top10 === b.passing_top10;
    if (same) return [];
    return [
      {
        query: a.query,
        first_passing_a: a.first_passing_rank,
        first_passing_b: b.first_passing_rank,
        canonical_a: a.canonical_rank,
        canonical_b: b.canonical_rank,
        value_a: valueOf(a, chosen),
        value_b: valueOf(b, chosen),
      },
    ];
  });
  const change = ({ value_a, value_b }: ItemChange): number => Math.abs(value_b - value_a);
  return items.sort((x, y) => change(y) - change(x) || moved(y) - moved(x) || (x.query < y.query ? -1 : 1));
}

function alone(run: Run, other: Run, chosen: MetricAt): Alone {
  const known = new Set(other.rows.map(({ query }) => query));
  const own = run.rows.filter(({ query }) => !known.has(query));
  return {
    queries: own.map(({ query }) => query),
    mean: own.length === 0 ? null : bootstrapMean(own.map((row) => valueOf(row, chosen))),
  };
}

/** Compares two runs over the queries that both have; those of one alone are listed, with their own mean. */
export function compareRuns(a: Run, b: Run, chosen: MetricAt): RunComparison {
  const ofB = new Map(b.rows.map((row) => [row.query, row]));
  const pairs = a.rows.flatMap((row): Pair[] => {
    const other = ofB.get(row.query);
    return other ? [[row, other]] : [];
  });
  const items = changedItems(pairs, chosen);
  return {
    dataset: a.dataset,
    system_a: a.system,
    system_b: b.system,
    metrics: metricDifferences(pairs),
    items,
    lost: items.filter(({ value_a, value_b }) => value_b < value_a).length,
    won: items.filter(({ value_a, value_b }) => value_b > value_a).length,
    only_a: alone(a, b, chosen),
    only_b: alone(b, a, chosen),
  };
}
