import { hypergeometricCdf } from "./combinatorics.js";

/** Where the first passing snippet of a query stands in the complete ranking. */
export interface FirstPassing {
  /** Own distractors above it. */
  ownAbove: number;
  /** Other snippets above it. */
  othersAbove: number;
  /** Own distractors in all. */
  distractors: number;
}

/**
 * Expected exec@k of one query when it keeps `d` of its own distractors, every subset equally likely and the rest of
 * the corpus unchanged (paper, section 5.3; closed form of the exact expectation). A query with fewer than `d`
 * keeps what it has. `null` (nothing passes anywhere) gives 0.
 */
export function expectedExec(position: FirstPassing | null, d: number, k: number): number {
  if (position === null) return 0;
  const { ownAbove, othersAbove, distractors } = position;
  const slack = k - 1 - othersAbove;
  if (slack < 0) return 0;
  return hypergeometricCdf(slack, distractors, ownAbove, Math.min(d, distractors));
}

/** exec@k of a random order of own candidates, one that passes and `d` near-clones: a coin among them at k = 1. */
export const chanceAtDensity = (d: number, k = 1): number => Math.min(1, k / (d + 1));
