import { ndcgAt } from "../../src/shared/ranking-metrics.ts";
import type { PerQueryRow } from "../../src/shared/rows.ts";
import { CUTOFFS, type Cutoff, type Metric, METRICS } from "../../src/shared/vocabulary.ts";
import { UserError } from "../errors.ts";

/** A metric at a cut-off, printed as `exec@1`. */
export interface MetricAt {
  metric: Metric;
  k: Cutoff;
}

/** Every metric at every cut-off, in the order of the leaderboard. */
export const METRICS_AT: readonly MetricAt[] = METRICS.flatMap((metric) =>
  CUTOFFS.map((k) => ({ metric, k })),
);

export const metricName = ({ metric, k }: MetricAt): string => `${metric}@${k}`;

/** The metric of a name. @throws UserError (exit code 2) that lists those there are */
export function parseMetric(name: string): MetricAt {
  const found = METRICS_AT.find((candidate) => metricName(candidate) === name);
  if (found) return found;
  const names = METRICS_AT.map(metricName).join(", ");
  throw new UserError(`No metric is called "${name}".`, `Choose one of ${names}.`, 2);
}

function setBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

type Ranks = Pick<PerQueryRow, "first_passing_rank" | "canonical_rank" | "passing_top10">;

const VALUES: Record<Metric, (row: Ranks, k: number) => number> = {
  exec: ({ first_passing_rank: rank }, k) => (rank >= 1 && rank <= k ? 1 : 0),
  execution_precision: ({ passing_top10: bits }, k) => setBits(bits & ((1 << k) - 1)) / k,
  ndcg: ({ canonical_rank: rank }, k) => ndcgAt(rank, k),
};

/** A query's value of a metric, from the ranks that a figure keeps of it. */
export const valueOf = (row: Ranks, { metric, k }: MetricAt): number => VALUES[metric](row, k);
