/** Ranks from 1; tied values share their average rank. */
export function averageRanks(values: ArrayLike<number>): Float64Array {
  const order = Uint32Array.from({ length: values.length }, (_, index) => index);
  order.sort((a, b) => values[a]! - values[b]!);
  const ranks = new Float64Array(values.length);
  for (let start = 0; start < order.length;) {
    let end = start;
    while (end + 1 < order.length && values[order[end + 1]!] === values[order[start]!]) end++;
    for (let i = start; i <= end; i++) ranks[order[i]!] = (start + end) / 2 + 1;
    start = end + 1;
  }
  return ranks;
}

/** Pearson correlation; NaN when either side does not vary. */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const n = x.length;
  let sumX = 0;
  let sumY = 0;
  for (let i = 0; i < n; i++) {
    sumX += x[i]!;
    sumY += y[i]!;
  }
  // Divided once: a side that does not vary must have a deviation of exactly 0.
  const meanX = sumX / n;
  const meanY = sumY / n;
  let xy = 0;
  let xx = 0;
  let yy = 0;
  for (let i = 0; i < n; i++) {
    const dx = x[i]! - meanX;
    const dy = y[i]! - meanY;
    xy += dx * dy;
    xx += dx * dx;
    yy += dy * dy;
  }
  return xx === 0 || yy === 0 ? NaN : xy / Math.sqrt(xx * yy);
}

/** Tie-aware Spearman correlation: Pearson's of the average ranks. */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): number {
  if (x.length !== y.length) throw new Error(`paired measures have ${x.length} and ${y.length} units`);
  return pearson(averageRanks(x), averageRanks(y));
}
