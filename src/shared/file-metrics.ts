/**
 * What one file ranking is worth for one question, from the ranks of the question's labelled files alone: 1 for the
 * best, halves where files tie, `Infinity` for a file that the ranking does not hold (the protocol of the ten best
 * chunks holds about seven files).
 */
export interface LabelledRanks {
  /** At least one. */
  primaries: readonly number[];
  /** Files that are easily taken for the answer; may be none. */
  adversarials: readonly number[];
}

/** Rank of the first of these files; `Infinity` when none is there. */
export const firstRank = (ranks: readonly number[]): number => Math.min(Infinity, ...ranks);

/** 1 when a primary is among the first `k` files, else 0. */
export const recallAt = ({ primaries }: LabelledRanks, k: number): number =>
  firstRank(primaries) <= k ? 1 : 0;

/** Share of the primaries that are among the first `k` files. */
export const primaryShareAt = ({ primaries }: LabelledRanks, k: number): number =>
  primaries.filter((rank) => rank <= k).length / primaries.length;

/** 1 / rank of the first primary; 0 when there is none. */
export const reciprocalRank = ({ primaries }: LabelledRanks): number => 1 / firstRank(primaries);

/** How an adversarial file displaces the primaries within the first `k`. */
export type Displacement = "primary_lower" | "no_primary";

/**
 * Whether an adversarial file stands among the first `k` above every primary, and whether a primary follows within
 * them; null when no adversarial file does. A tie is no displacement.
 */
export function displacementAt({ primaries, adversarials }: LabelledRanks, k: number): Displacement | null {
  const [primary, adversarial] = [firstRank(primaries), firstRank(adversarials)];
  if (adversarial > k || adversarial >= primary) return null;
  return primary <= k ? "primary_lower" : "no_primary";
}

/**
 * Rank of the first adversarial file minus rank of the first primary: positive is good. NaN when the ranking lacks one
 * of them.
 */
export function rankGap({ primaries, adversarials }: LabelledRanks): number {
  const gap = firstRank(adversarials) - firstRank(primaries);
  return Number.isFinite(gap) ? gap : NaN;
}

/** 1 when any form (`any`) or every form (`all`) of a question has a primary among the first `k`, else 0. */
export function quorumAt(forms: readonly LabelledRanks[], k: number, need: "any" | "all"): number {
  const found = forms.map((ranks) => recallAt(ranks, k) === 1);
  return (need === "any" ? found.some(Boolean) : found.length > 0 && found.every(Boolean)) ? 1 : 0;
}

/** 1 when a primary is among the first `k` and its best chunk overlaps the owner's lines. @param hits by primary */
export const spanHitAt = ({ primaries }: LabelledRanks, hits: readonly boolean[], k: number): number =>
  primaries.some((rank, i) => rank <= k && hits[i] === true) ? 1 : 0;

/** Whether two ranges of lines, ends included, have a line in common. */
export const linesOverlap = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[0] <= b[1] && b[0] <= a[1];
