import type {
  DtypeDeceptionRow,
  DtypeNoiseRow,
  DtypeOrderRow,
  DtypePlaceRow,
  DtypeRow,
} from "../ablation-rows.ts";
import { count, listed, percent, pointsRange, range, signedPoints, spaced } from "../format.js";
import { pValue } from "./paired.js";

const isTold = ({ low, high }: { low: number; high: number }): boolean => low > 0 || high < 0;

const change = ({ delta, low, high }: { delta: number; low: number; high: number }): string =>
  `${signedPoints(delta)} (${pointsRange(low, high)})`;

const beyond = (row: DtypeNoiseRow): { low: number; high: number } => ({
  low: row.beyond_low,
  high: row.beyond_high,
});

/** Whether int8 is better at rank 1 and whether noise does the same, in sentences that hold whatever the rows say. */
export function dtypeFinding(
  rows: readonly DtypeRow[],
  noise: readonly DtypeNoiseRow[],
  dataset: string,
): string {
  const first = rows.filter((row) => row.dataset === dataset && row.k === 1);
  const controls = noise.filter((row) => row.dataset === dataset && row.gap === "all");
  if (first.length === 0) return "No model has been measured in both number formats on this dataset yet.";
  const accounted = controls.every((row) => !isTold(beyond(row)));
  const opening = first.every((row) => row.low > 0)
    ? accounted
      ? "int8 beats fp32 at rank 1, and random noise of the same size does as much"
      : "int8 beats fp32 at rank 1 by something else than random noise of its size"
    : first.some(isTold)
      ? "int8 and fp32 differ at rank 1 for some models"
      : "int8 and fp32 are not told apart at rank 1";
  const moves = first.map(
    (row) => `exec@1 of ${row.family} goes from ${percent(row.fp32)} to ${percent(row.int8)}, ${change(row)}`,
  );
  const against = controls.map(
    (row) =>
      `${signedPoints(row.beyond_noise)} (${pointsRange(row.beyond_low, row.beyond_high)}) for ${row.family}`,
  );
  return `${opening}. ${listed(moves)}; in the choice among own candidates, int8 minus fp32 with noise is ${listed(against)}. ${count(first[0]!.n)} queries.`;
}

/** Discordant counts at rank 1, and the cut-off where the sign turns, for one family. */
export function discordanceSentence(rows: readonly DtypeRow[], dataset: string, family: string): string {
  const path = rows.filter((row) => row.dataset === dataset && row.family === family);
  const first = path.find(({ k }) => k === 1);
  if (!first) return "";
  const opposite = path.filter((row) => isTold(row) && isTold(first) && row.delta * first.delta < 0);
  const turn =
    opposite.length > 0
      ? ` The sign turns further down: ${listed(opposite.map((row) => `${change(row)} at k = ${row.k}`))}. A format that judged better would not lose there.`
      : ` At k = ${listed(path.filter(({ k }) => k > 1).map(({ k }) => String(k)))} the changes are ${listed(path.filter(({ k }) => k > 1).map(change))}.`;
  return `${family} solves ${count(first.int8_only)} queries at rank 1 in int8 alone and ${count(first.fp32_only)} in fp32 alone (exact McNemar p ${pText(first.p)}).${turn}`;
}

const pText = (p: number): string => (p < 0.001 ? "< 0.001" : `= ${pValue(p)}`);

/** How much of the order flips, and that single pairs fare alike. */
export function orderSentence(
  rows: readonly DtypeOrderRow[],
  deception: readonly DtypeDeceptionRow[],
  dataset: string,
  family: string,
): string {
  const row = rows.find((r) => r.dataset === dataset && r.family === family);
  const all = deception.find((r) => r.dataset === dataset && r.family === family && r.bug_type === "all");
  if (!row || !all) return "";
  const types = deception.filter(
    (r) => r.dataset === dataset && r.family === family && r.bug_type !== "all" && isTold(r),
  );
  const kinds =
    types.length === 0
      ? " No kind of bug differs by more than these queries show."
      : ` By kind of bug: ${listed(types.map((r) => `${spaced(r.bug_type)} ${change(r)}`))}.`;
  return (
    `Between the two formats, ${percent(row.flip_share)} (${range(row.flip_low, row.flip_high)}) of ${count(row.pairs)} orders of canonical and near-clone flip, ` +
    `${count(row.flips_to_canonical)} towards the canonical and ${count(row.flips_to_distractor)} towards the near-clone; the item at rank 1 changes in ${percent(row.rank1_changed)} of queries. ` +
    `Pair by pair, near-clones deceive in ${percent(all.fp32)} (fp32) and ${percent(all.int8)} (int8): ${change(all)}.${kinds}`
  );
}

/** Why: where the canonical stands among its own, and what noise does to that. */
export function placeSentence(rows: readonly DtypePlaceRow[], dataset: string, family: string): string {
  const path = rows
    .filter((row) => row.dataset === dataset && row.family === family)
    .sort((a, b) => a.place - b.place);
  const [first, last] = [path[0], path.at(-1)];
  if (!first || !last || first === last) return "";
  const middle = path.slice(1, -1).reduce((sum, row) => sum + row.fp32, 0);
  const middle8 = path.slice(1, -1).reduce((sum, row) => sum + row.int8, 0);
  return (
    `A near-clone is its canonical plus one edit, so the canonical may lie in the middle of its own. In fp32 it ${middle > (path.length - 2) / path.length ? "does" : "does not"}: first in ${percent(first.fp32)} (${range(first.fp32_low, first.fp32_high)}), ` +
    `last in ${percent(last.fp32)} (${range(last.fp32_low, last.fp32_high)}), between in ${percent(middle)}. Had a coin put each of ${first.rivals} near-clones above or below it, it would be first in ${percent(first.coins)}; ` +
    `if all candidates were alike, in ${percent(first.alike)}. In int8 it is first in ${percent(first.int8)} (${range(first.int8_low, first.int8_high)}), last in ${percent(last.int8)} (${range(last.int8_low, last.int8_high)}), between in ${percent(middle8)}; ` +
    `fp32 with noise gives ${percent(first.noise)} and ${percent(last.noise)}.`
  );
}

/** What small and large gaps say, and how far the explanation reaches. */
export function gapThirdsSentence(
  noise: readonly DtypeNoiseRow[],
  order: readonly DtypeOrderRow[],
  dataset: string,
  family: string,
): string {
  const of = (gap: string) =>
    noise.find((row) => row.dataset === dataset && row.family === family && row.gap === gap);
  const [small, middle, large] = [of("small"), of("middle"), of("large")];
  const row = order.find((r) => r.dataset === dataset && r.family === family);
  if (!small || !middle || !large || !row) return "";
  const part = (r: DtypeNoiseRow): string =>
    `${percent(r.fp32)} becomes ${percent(r.int8)} (noise: ${percent(r.noise)})`;
  const apart = [small, middle, large].filter((r) => isTold(beyond(r)));
  const shift = { low: row.shift_low, high: row.shift_high };
  return (
    `By the size of the fp32 gap, the share of canonicals first among their own moves thus: smallest third, ${part(small)}; middle, ${part(middle)}; largest, ${part(large)}. ` +
    `${apart.length === 0 ? "In no third is int8 told from noise." : `int8 is told from noise in ${apart.length} of 3 thirds, so noise is not the whole account here.`} ` +
    `int8’s noise is ${(row.noise / row.spread).toFixed(2)} times the spread of a query’s own candidates, and ${isTold(shift) ? "it also moves canonicals as such" : "it does not favor canonicals as such"} ` +
    `(mean shift ${signed(row.canonical_shift)}, ${signed(row.shift_low)} to ${signed(row.shift_high)}).`
  );
}

const signed = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(5)}`;
