import type { BaselineId, BuildChanges, ChangesFile, Comparison, HeadlineChange } from "../change-rows.ts";
import { capital, count, inWords, listed, signedPoints, tally } from "../format.js";

/** The baselines, as a reader is told of them. */
export const BASELINES: Record<BaselineId, string> = {
  last_build: "the build before",
  committed: "the committed digests",
};

/** `2026-11-30 17:05 UTC` of an ISO time. */
export const clock = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

/** Headline numbers that differ, largest difference first; those that only one side has come last. */
export function movedHeadline({ headline }: BuildChanges): HeadlineChange[] {
  const moved = headline.filter(({ before, now }) => before !== now);
  const size = ({ before, now }: HeadlineChange): number =>
    before === null || now === null ? -1 : Math.abs(now - before);
  return moved.toSorted((a, b) => size(b) - size(a));
}

/** The comparison that a reader sees first: with the build before where there was one. */
export const firstBaseline = ({ comparisons }: ChangesFile): BaselineId =>
  comparisons.find(({ changes }) => changes !== null)?.baseline ?? "last_build";

const figuresWord = (n: number): string => (n === 1 ? "figure" : "figures");

function headlineSentence(changes: BuildChanges): string {
  const moved = movedHeadline(changes);
  if (changes.headline.length === 0) return "";
  if (moved.length === 0) return ` All ${count(changes.headline.length)} headline numbers are the same.`;
  const [largest] = moved;
  const { before, now, metric, system, dataset } = largest!;
  const share = ` ${capital(inWords(moved.length))} of ${count(changes.headline.length)} headline numbers moved`;
  if (before === null || now === null) return `${share}, all of them new or gone.`;
  return `${share}, the largest by ${signedPoints(now - before)} (${metric} of ${system} on ${dataset}).`;
}

/** What differs from a baseline, in one or two sentences. */
export function changesFinding({ baseline, at, changes, why }: Comparison): string {
  if (!changes) return `There is nothing to compare with: ${why.charAt(0).toLowerCase()}${why.slice(1)}`;
  const than = `${BASELINES[baseline]}${at === "" ? "" : ` of ${clock(at)}`}`;
  const all = changes.same + changes.figures.filter(({ kind }) => kind !== "removed").length;
  const of = (kind: string): number => changes.figures.filter((figure) => figure.kind === kind).length;
  const parts = [
    `${tally(of("changed"))} of ${count(all)} ${figuresWord(all)} ${of("changed") === 1 ? "has" : "have"} other rows`,
    ...(of("close") > 0 ? [`${inWords(of("close"))} differ by less than 1e-9`] : []),
    ...(of("added") > 0 ? [`${inWords(of("added"))} ${of("added") === 1 ? "is" : "are"} new`] : []),
    ...(of("removed") > 0 ? [`${inWords(of("removed"))} ${of("removed") === 1 ? "is" : "are"} gone`] : []),
  ];
  return `Against ${than}, ${listed(parts)}.${headlineSentence(changes)}`;
}

/** What inputs and code changed, and how many figures came out the same all the same. */
export function sameRowsNote({ same, same_from_other, inputs, modules }: BuildChanges): string {
  if (inputs.length + modules.length === 0) return "No input and no module of an analysis changed.";
  const changed = `${capital(tally(inputs.length))} of the inputs and ${tally(modules.length)} of the modules changed`;
  if (same_from_other === 0) return `${changed}; no figure with equal rows was computed from one of them.`;
  return `${changed}; ${inWords(same_from_other)} of the ${count(same)} figures with equal rows ${same_from_other === 1 ? "was" : "were"} computed from something that did.`;
}
