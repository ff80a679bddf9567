import type { ControlCostRow, ControlRow, Cost, Pool } from "../ablation-rows.ts";
import { count, percent, points, pointsRange, range, signedPoints } from "../format.js";
import { ALL_FAMILIES } from "../vocabulary.js";

export const POOL_LABELS: Record<Pool, string> = {
  full: "the whole pool",
  random_removed: "less as many random items",
  without_own: "less its own near-clones",
  canonicals_and_own: "canonicals and own near-clones",
  canonicals: "canonicals only",
};

export const COST_LABELS: Record<Cost, string> = {
  own: "own near-clones",
  own_alone: "own near-clones, no others there",
  others: "other tasks’ near-clones",
  others_with_own: "other tasks’ near-clones, beside own",
  random: "as many random items",
};

/** The row of one cost. */
export const costOf = (
  rows: readonly ControlCostRow[],
  where: { dataset: string; system?: string; cost: Cost; k: number },
): ControlCostRow | undefined =>
  rows.find(
    (row) =>
      row.dataset === where.dataset &&
      row.system === (where.system ?? ALL_FAMILIES) &&
      row.cost === where.cost &&
      row.k === where.k,
  );

/** The row of one pool. */
export const poolOf = (
  rows: readonly ControlRow[],
  where: { dataset: string; system?: string; pool: Pool; k: number },
): ControlRow | undefined =>
  rows.find(
    (row) =>
      row.dataset === where.dataset &&
      row.system === (where.system ?? ALL_FAMILIES) &&
      row.pool === where.pool &&
      row.k === where.k,
  );

const size = ({ value, low, high }: { value: number; low: number; high: number }): string =>
  Math.max(Math.abs(low), Math.abs(high)) < 0.0005
    ? "less than 0.1 points"
    : `${value < 0 ? signedPoints(value) : points(value)} (${pointsRange(low, high)})`;

/** Whose near-clones cost rank 1, and whose the top 10, in sentences that hold whatever the rows say. */
export function controlsFinding(rows: readonly ControlCostRow[], dataset: string): string {
  const at = (cost: Cost, k: number) => costOf(rows, { dataset, cost, k });
  const [own, others, random] = [at("own", 1), at("others", 1), at("random", 1)];
  const [own10, others10] = [at("own", 10), at("others", 10)];
  if (!own || !others || !random || !own10 || !others10)
    return "No dense system has been measured on this dataset yet.";
  const opening =
    own.low > others.high
      ? "What costs rank 1 is a question’s own near-clones, not a larger pool"
      : own.high < others.low
        ? "What costs rank 1 is the near-clones of other tasks more than a question’s own"
        : "A question’s own near-clones and those of other tasks cost rank 1 about alike";
  const turn =
    own.low > others.high && own10.high < others10.low
      ? "In the top 10 it is the other way round"
      : "In the top 10";
  return (
    `${opening}: own ones take ${size(own)} from exec@1, those of all other tasks ${size(others)}, and as many random items ${size(random)}. ` +
    `${turn}: own ones take ${size(own10)}, those of other tasks ${size(others10)}. Mean over dense families, ${count(own.n)} queries.`
  );
}

/** One system's rates in the pools at k, in a sentence. */
export function poolsSentence(
  rows: readonly ControlRow[],
  where: { dataset: string; system: string; k: number },
  label: string,
): string {
  const of = (pool: Pool) => poolOf(rows, { ...where, pool });
  const [full, without, canonicals, both] = [
    of("full"),
    of("without_own"),
    of("canonicals"),
    of("canonicals_and_own"),
  ];
  if (!full || !without || !canonicals || !both)
    return `${label} has not been measured on this dataset: BM25 needs the text for it.`;
  const shown = (row: ControlRow): string => `${percent(row.value)} (${range(row.low, row.high)})`;
  return (
    `${label}, exec@${where.k}: ${shown(full)} in the whole pool, ${shown(without)} once a question’s own near-clones are taken out, and ${shown(canonicals)} among canonicals only. ` +
    `With nothing but canonicals and its own near-clones it is ${shown(both)}.`
  );
}

/** Whether the two kinds of cost depend on each other, in a sentence. */
export function interactionSentence(
  rows: readonly ControlCostRow[],
  where: { dataset: string; system: string; k: number },
): string {
  const at = (cost: Cost) => costOf(rows, { ...where, cost });
  const [own, alone, others, beside] = [at("own"), at("own_alone"), at("others"), at("others_with_own")];
  if (!own || !alone || !others || !beside) return "";
  return (
    `Both costs can be read twice. Own near-clones take ${size(own)} in the whole pool and ${size(alone)} where no other task has any; ` +
    `other tasks’ near-clones take ${size(others)} while a question has none of its own and ${size(beside)} beside its own.`
  );
}
