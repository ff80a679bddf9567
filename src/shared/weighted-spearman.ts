/** Positions of a sample in ascending order with the ends of its groups of equal values. */
export interface TieOrder {
  order: Uint32Array;
  /** End (exclusive) of each group in `order`. */
  ends: Uint32Array;
}

/** Sorts once what a bootstrap ranks many times. */
export function tieOrderOf(values: ArrayLike<number>): TieOrder {
  const order = Uint32Array.from({ length: values.length }, (_, i) => i).sort(
    (a, b) => values[a]! - values[b]!,
  );
  const ends: number[] = [];
  for (let i = 1; i <= order.length; i++) {
    if (i === order.length || values[order[i]!] !== values[order[i - 1]!]) ends.push(i);
  }
  return { order, ends: Uint32Array.from(ends) };
}

/** Average ranks when item i occurs `weights[i]` times. */
export function weightedRanks(
  { order, ends }: TieOrder,
  weights: ArrayLike<number>,
  ranks: Float64Array,
): void {
  let before = 0;
  let start = 0;
  for (const end of ends) {
    let group = 0;
    for (let i = start; i < end; i++) group += weights[order[i]!]!;
    const rank = before + (group + 1) / 2;
    for (let i = start; i < end; i++) ranks[order[i]!] = rank;
    before += group;
    start = end;
  }
}

/**
 * Tie-aware Spearman correlation of a sample in which item i occurs `weights[i]` times: what a bootstrap resample is,
 * in linear time. NaN when either side does not vary.
 */
export function weightedSpearman(x: TieOrder, y: TieOrder, weights: ArrayLike<number>): number {
  const n = x.order.length;
  const rx = new Float64Array(n);
  const ry = new Float64Array(n);
  weightedRanks(x, weights, rx);
  weightedRanks(y, weights, ry);
  let total = 0;
  for (let i = 0; i < n; i++) total += weights[i]!;
  // Ranks of a sample of size N average (N + 1) / 2 whatever the ties.
  const center = (total + 1) / 2;
  let [xy, xx, yy] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const dx = rx[i]! - center;
    const dy = ry[i]! - center;
    xy += weights[i]! * dx * dy;
    xx += weights[i]! * dx * dx;
    yy += weights[i]! * dy * dy;
  }
  return xx === 0 || yy === 0 ? Number.NaN : xy / Math.sqrt(xx * yy);
}
