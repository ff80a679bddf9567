const Z_TWO_SIDED_05 = 1.959963984540054;
const Z_POWER_80 = 0.8416212335729143;

/**
 * Smallest true difference of two paired rates that `n` units show at the 5 % level with 80 % power (Connor, 1987).
 * @param discordant share of units on which the two disagree
 */
export function smallestPairedDifference(n: number, discordant: number): number {
  const needed = (difference: number) => {
    const spread = Math.sqrt(Math.max(discordant - difference * difference, 0));
    return (Z_TWO_SIDED_05 * Math.sqrt(discordant) + Z_POWER_80 * spread) / Math.sqrt(n);
  };
  let low = 0;
  let high = Math.max(discordant, 1e-9);
  if (needed(high) > high) return NaN;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (needed(middle) > middle) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Paired units that show a true difference of two rates at the 5 % level with 80 % power (Connor, 1987): the inverse of
 * {@link smallestPairedDifference}. NaN where the two disagree on fewer units than the difference.
 * @param discordant share of units on which the two disagree
 */
export function pairedUnitsNeeded(difference: number, discordant: number): number {
  if (!(discordant >= difference)) return NaN;
  const spread = Math.sqrt(discordant - difference * difference);
  return Math.ceil(((Z_TWO_SIDED_05 * Math.sqrt(discordant) + Z_POWER_80 * spread) / difference) ** 2);
}

/** Smallest true difference of a mean that `n` paired units show, from the standard deviation of their differences. */
export const smallestMeanDifference = (n: number, deviation: number): number =>
  ((Z_TWO_SIDED_05 + Z_POWER_80) * deviation) / Math.sqrt(n);
