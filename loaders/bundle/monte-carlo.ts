import { quantileSorted } from "../../src/shared/bootstrap.ts";

/** How many standard deviations of its rank a quantile may lie off: 6 in ten million for one bound. */
export const RANK_DEVIATIONS = 5;

/** A bound of a percentile interval, and where the same bound of an independent bootstrap may lie. */
export interface Bound {
  value: number;
  from: number;
  to: number;
}

/**
 * A percentile of bootstrap replicates with the range in which the same percentile of `B` other, independent replicates
 * lies. How many of either set lie below a common value is binomial (B, p), so between two sets the rank of the
 * p-quantile differs with a standard deviation of sqrt(2 B p (1 - p)). The range is read off our own order statistics,
 * `RANK_DEVIATIONS` of them to either side: no density is estimated, and the lattice of a mean of zeros and ones is
 * respected.
 * @param sorted replicates, ascending
 */
export function quantileBand(sorted: Float64Array, p: number): Bound {
  const count = sorted.length;
  const middle = (count - 1) * p;
  const spread = RANK_DEVIATIONS * Math.sqrt(2 * count * p * (1 - p));
  const at = (rank: number): number => sorted[Math.min(count - 1, Math.max(0, rank))]!;
  return {
    value: quantileSorted(sorted, p),
    from: at(Math.floor(middle - spread)),
    to: at(Math.ceil(middle + spread)),
  };
}
