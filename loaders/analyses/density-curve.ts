import { bootstrapKinds } from "../../src/shared/bootstrap-kinds.ts";
import { mean, percentileInterval, unitMatrix } from "../../src/shared/bootstrap.ts";
import { chanceAtDensity, expectedExec, type FirstPassing } from "../../src/shared/density.ts";
import type { DensityRow } from "../../src/shared/rows.ts";
import { columnsOf } from "../figures/figure.ts";
import { round6 } from "./round.ts";

/** Every cut-off at which curves are drawn. */
export const CURVE_CUTOFFS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** One system's queries, and what of them is drawn. */
export interface Curve {
  dataset: string;
  system: string;
  source: DensityRow["source"];
  /** One a query; `othersAbove` is infinite where nothing passes. */
  positions: readonly FirstPassing[];
  /** Ascending from 0. */
  densities: readonly number[];
  /** `resampleIndices` of the queries, shared by all systems of a figure. */
  resamples: Uint32Array;
}

/**
 * Expected exec@k of a system for every k and every number of retained near-clones (paper, section 5.3), and what the
 * d-th near-clone costs: value at d - 1 minus value at d, with the interval of the paired difference.
 */
export function curveRows({ positions, densities, resamples, ...names }: Curve): DensityRow[] {
  const { kinds, positionOf } = kindsOf(positions);
  const cells = CURVE_CUTOFFS.flatMap((k) => densities.map((d) => ({ k, d })));
  const columns = cells.map(({ k, d }) => positionOf.map((position) => expectedExec(position, d, k)));
  const replicates = bootstrapKinds(kinds, unitMatrix(columns), resamples);
  const values = columns.map((column) => mean(kinds.map((kind) => column[kind]!)));
  return cells.map(({ k, d }, i) => {
    const { low, high } = percentileInterval(replicates[i]!);
    return {
      ...names,
      k,
      d,
      value: round6(values[i]!),
      low: round6(low),
      high: round6(high),
      ...(d === 0 ? NO_COST : costOf(values, replicates, i)),
      n: positions.length,
      full: positions.filter(({ distractors }) => distractors >= d).length,
      chance: round6(mean(positions.map(({ distractors }) => chanceAtDensity(Math.min(d, distractors), k)))),
    };
  });
}

const NO_COST = { cost: Number.NaN, cost_low: Number.NaN, cost_high: Number.NaN };

/** Cell `i` against the one before it, which keeps one near-clone fewer. */
function costOf(
  values: readonly number[],
  replicates: readonly Float64Array[],
  i: number,
): Pick<DensityRow, "cost" | "cost_low" | "cost_high"> {
  const [before, now] = [replicates[i - 1]!, replicates[i]!];
  const { low, high } = percentileInterval(before.map((value, replicate) => value - now[replicate]!));
  return { cost: round6(values[i - 1]! - values[i]!), cost_low: round6(low), cost_high: round6(high) };
}

/** Queries whose first passing snippet stands alike are of one kind: all that lies beyond the last cut-off is one, too. */
function kindsOf(positions: readonly FirstPassing[]): { kinds: number[]; positionOf: FirstPassing[] } {
  const byKey = new Map<string, number>();
  const positionOf: FirstPassing[] = [];
  const kinds = positions.map((position) => {
    const beyond = position.othersAbove >= CURVE_CUTOFFS.at(-1)!;
    const { ownAbove, othersAbove, distractors } = position;
    const key = beyond ? "beyond" : `${ownAbove} ${othersAbove} ${distractors}`;
    const known = byKey.get(key);
    if (known !== undefined) return known;
    byKey.set(key, positionOf.length);
    return positionOf.push(position) - 1;
  });
  return { kinds, positionOf };
}

export const DENSITY_COLUMNS = columnsOf<DensityRow>({
  dataset: ["utf8", "", "dataset id"],
  system: ["utf8", "", "system id"],
  source: ["utf8", "", "selected (the shipped distractors), pool_all or pool_matched (drawn valid mutants)"],
  k: ["int32", "rank", "cut-off"],
  d: ["int32", "count", "near-clones kept a query, or all it has where it has fewer"],
  value: ["float64", "rate 0..1", "exact expectation over all kept subsets, mean over queries"],
  low: ["float64", "rate 0..1", "2.5 % percentile-bootstrap bound"],
  high: ["float64", "rate 0..1", "97.5 % bound"],
  cost: ["float64", "rate 0..1", "value at d - 1 minus value at d, NaN at d = 0"],
  cost_low: ["float64", "rate 0..1", "2.5 % bound of the paired difference"],
  cost_high: ["float64", "rate 0..1", "97.5 % bound"],
  n: ["int32", "count", "queries"],
  full: ["int32", "count", "queries that have at least d"],
  chance: ["float64", "rate 0..1", "a random order of own candidates: min(1, k/(d+1)), mean over queries"],
});
