import cdf from "@stdlib/stats-base-dists-binomial-cdf";

/** Discordant counts of two binary measures of the same units. */
export interface Discordance {
  both: number;
  onlyA: number;
  onlyB: number;
  neither: number;
}

/** Counts agreement and discordance. @throws Error when lengths differ. */
export function discordance(a: ArrayLike<number>, b: ArrayLike<number>): Discordance {
  if (a.length !== b.length) throw new Error(`paired measures have ${a.length} and ${b.length} units`);
  const counts = { both: 0, onlyA: 0, onlyB: 0, neither: 0 };
  for (let unit = 0; unit < a.length; unit++) {
    const key = a[unit] ? (b[unit] ? "both" : "onlyA") : b[unit] ? "onlyB" : "neither";
    counts[key]++;
  }
  return counts;
}

/** Two-sided exact McNemar p-value from the discordant counts; 1 when there are none (McNemar, 1947). */
export function mcnemarExact(onlyA: number, onlyB: number): number {
  const discordant = onlyA + onlyB;
  if (discordant === 0) return 1;
  return Math.min(1, 2 * cdf(Math.min(onlyA, onlyB), discordant, 0.5));
}
