/** Number of ways to choose `k` of `n`; 0 outside 0..n. Exact in float64 up to about n = 56, close beyond. */
export function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let i = 1; i <= Math.min(k, n - k); i++) ways = (ways * (n - Math.min(k, n - k) + i)) / i;
  return ways;
}

/** P(H <= x) for H hypergeometric: `draws` of `population`, of which `marked` are marked. */
export function hypergeometricCdf(x: number, population: number, marked: number, draws: number): number {
  let favorable = 0;
  for (let hits = Math.max(0, draws - (population - marked)); hits <= Math.min(x, marked, draws); hits++) {
    favorable += choose(marked, hits) * choose(population - marked, draws - hits);
  }
  return Math.min(1, favorable / choose(population, draws));
}
