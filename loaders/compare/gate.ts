import type { RunComparison } from "./compare-runs.ts";
import { type MetricAt, metricName } from "./metrics.ts";

/**
 * When a drop is too large: `point`, the difference itself is below the limit; `certain`, its whole interval is;
 * `possible`, any of its interval is.
 */
export const JUDGES = ["point", "certain", "possible"] as const;
export type Judge = (typeof JUDGES)[number];

export interface Threshold {
  metric: MetricAt;
  /** Largest drop that is allowed, as a rate: 0.02 for two points. */
  maxDrop: number;
  judge: Judge;
}

/** A comparison that drops by more than is allowed. */
export interface Breach {
  dataset: string;
  system_a: string;
  system_b: string;
  metric: string;
  difference: number;
  low: number;
  high: number;
}

const DECISIVE = { point: "difference", certain: "high", possible: "low" } as const;

/** Comparisons whose metric in b lies below that in a by more than the threshold allows. */
export function breaches(comparisons: readonly RunComparison[], threshold: Threshold): Breach[] {
  const metric = metricName(threshold.metric);
  return comparisons.flatMap(({ dataset, system_a, system_b, metrics }) => {
    const found = metrics.find((row) => row.metric === metric);
    // A drop of just the limit is allowed, however its last bit came out.
    if (!found || found[DECISIVE[threshold.judge]] >= -threshold.maxDrop - 1e-12) return [];
    const { difference, low, high } = found;
    return [{ dataset, system_a, system_b, metric, difference, low, high }];
  });
}
