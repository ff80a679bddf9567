import { choose } from "./combinatorics.js";

/** One group of equal similarity, in rank order. */
export interface TieGroup {
  size: number;
  passing: number;
  /** Whether the canonical is in it. */
  canonical: boolean;
}

/** A metric's value under the best, the average and the worst order within ties. */
export interface TieBand {
  best: number;
  expected: number;
  worst: number;
}

/** Groups a ranking's head by equal similarity. Lists are in rank order and equally long. */
export function tieGroups(
  similarities: ArrayLike<number>,
  passing: ArrayLike<boolean>,
  canonicalRank: number,
): TieGroup[] {
  const groups: TieGroup[] = [];
  for (let i = 0; i < similarities.length; i++) {
    if (i === 0 || similarities[i] !== similarities[i - 1])
      groups.push({ size: 0, passing: 0, canonical: false });
    const group = groups.at(-1)!;
    group.size++;
    if (passing[i]) group.passing++;
    if (i + 1 === canonicalRank) group.canonical = true;
  }
  return groups;
}

/** Band of exec@k. */
export function execBand(groups: readonly TieGroup[], k: number): TieBand {
  let before = 0;
  for (const { size, passing } of groups) {
    const room = Math.min(size, k - before);
    if (room <= 0) break;
    if (passing > 0) {
      const failing = size - passing;
      const miss = choose(failing, room) / choose(size, room);
      return { best: 1, expected: 1 - miss, worst: failing < room ? 1 : 0 };
    }
    before += size;
  }
  return { best: 0, expected: 0, worst: 0 };
}

/** Band of execution_precision@k. */
export function executionPrecisionBand(groups: readonly TieGroup[], k: number): TieBand {
  const band = { best: 0, expected: 0, worst: 0 };
  let before = 0;
  for (const { size, passing } of groups) {
    const room = Math.min(size, k - before);
    if (room <= 0) break;
    band.best += Math.min(passing, room) / k;
    band.expected += ((passing / size) * room) / k;
    band.worst += Math.max(0, room - (size - passing)) / k;
    before += size;
  }
  return band;
}

/** Band of ndcg@k. */
export function ndcgBand(groups: readonly TieGroup[], k: number): TieBand {
  let before = 0;
  for (const { size, canonical } of groups) {
    if (canonical) {
      const gains = Array.from({ length: size }, (_, i) =>
        before + i < k ? 1 / Math.log2(before + i + 2) : 0,
      );
      return {
        best: gains[0] ?? 0,
        expected: gains.reduce((sum, gain) => sum + gain, 0) / size,
        worst: gains.at(-1) ?? 0,
      };
    }
    before += size;
  }
  return { best: 0, expected: 0, worst: 0 };
}
