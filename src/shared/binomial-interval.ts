import cdf from "@stdlib/stats-base-dists-binomial-cdf";

/** A proportion with its exact interval. */
export interface Proportion {
  value: number;
  low: number;
  high: number;
}

/** Where a falling function of p crosses `target`, to the last bits of p. */
function crossing(falling: (p: number) => number, target: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (falling(middle) > target) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * `successes / trials` with the exact interval of Clopper and Pearson (1934): the shares under which so many successes, or
 * more, and so many, or fewer, are each at least (1 - level) / 2 likely. Trials count as independent. NaN for no trials.
 */
export function exactProportion(successes: number, trials: number, level = 0.95): Proportion {
  if (trials === 0) return { value: Number.NaN, low: Number.NaN, high: Number.NaN };
  const tail = (1 - level) / 2;
  const below = successes - 1;
  return {
    value: successes / trials,
    low: successes === 0 ? 0 : crossing((p) => cdf(below, trials, p), 1 - tail),
    high: successes === trials ? 1 : crossing((p) => cdf(successes, trials, p), tail),
  };
}
