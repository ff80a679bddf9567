import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformInt } from "pure-rand/distribution/uniformInt";

/** Bootstrap replicates and seed of every near-clone interval (paper, section 4.2: 5,000, fixed seed). */
export const REPLICATES = 5000;
export const BOOTSTRAP_SEED = 20260510;

/**
 * Bootstrap resamples of `n` units: `replicates` rows of `n` indices below `n`, row after row. Equal arguments give
 * equal resamples, so that systems which share them are compared in pairs.
 */
export function resampleIndices(n: number, replicates = REPLICATES, seed = BOOTSTRAP_SEED): Uint32Array {
  const generator = xoroshiro128plus(seed);
  const indices = new Uint32Array(n * replicates);
  for (let i = 0; i < indices.length; i++) indices[i] = uniformInt(generator, 0, n - 1);
  return indices;
}

/** Random orders of `n` units: `orders` rows, each with every index below `n` once. Equal arguments give equal orders. */
export function shuffledIndices(n: number, orders: number, seed = BOOTSTRAP_SEED): Uint32Array {
  const generator = xoroshiro128plus(seed);
  const indices = new Uint32Array(n * orders);
  for (let start = 0; start < indices.length; start += n) {
    for (let i = 0; i < n; i++) {
      const place = start + uniformInt(generator, 0, i);
      indices[start + i] = indices[place]!;
      indices[place] = i;
    }
  }
  return indices;
}
