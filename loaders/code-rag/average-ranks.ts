/**
 * Rank of each score, 1 for the largest. Equal scores share their average rank, so that no order among them favors a
 * file: with 600 files that a keyword query does not touch, any other rule would be luck.
 */
export function averageRanks(scores: Float64Array): Float64Array {
  const sorted = Float64Array.from(scores).sort();
  return scores.map((score) => {
    const above = sorted.length - lowerBound(sorted, score, true);
    const below = lowerBound(sorted, score, false);
    return (above + 1 + (sorted.length - below)) / 2;
  });
}

/** How many ascending values are less than a score, or at most it. */
function lowerBound(sorted: Float64Array, score: number, inclusive: boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < score || (inclusive && sorted[middle]! === score)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
export const FUSION_K = 60;

/** Scores of reciprocal rank fusion: the sum of 1 / (60 + rank) over two rankings of the same items. */
export const fuse = (one: Float64Array, other: Float64Array): Float64Array =>
  one.map((rank, item) => 1 / (FUSION_K + rank) + 1 / (FUSION_K + other[item]!));
