import { count, pointsRange, signedPoints } from "../format.js";
import type { SystemRow } from "../rows.ts";
import { AS_IS, type VariantFlipRow, type VariantMeasure, type VariantRow } from "../variant-rows.js";
import { ALL_FAMILIES } from "../vocabulary.js";

export const MEASURE_LABELS: Record<VariantMeasure, string> = {
  exec1: "code that works at rank 1",
  exec3: "code that works in the top 3",
  exec5: "code that works in the top 5",
  exec10: "code that works in the top 10",
  neighborhood: "an own snippet at rank 1, working or broken",
  canonical_first: "canonical before all of its own near-clones",
  gap: "similarity gap to the closest near-clone",
};

/** Variants of the passage text from the least change to the greatest. */
export const TEXT_VARIANTS = [AS_IS, "no-comments", "no-function-name", "neutral-names"] as const;

const VARIANT_LABELS: Record<string, string> = {
  [AS_IS]: "as registered",
  "no-comments": "no comments or docstrings",
  "no-function-name": "no function name",
  "neutral-names": "neutral names",
  "query-off": "query prefix off",
  "both-off": "both prefixes off",
};

/** `with bge-small-en-v1.5’s prefix` for a foreign one. */
export function variantLabel(variant: string): string {
  if (variant.startsWith("with-")) return `${variant.slice(5)}’s prefix`;
  return VARIANT_LABELS[variant] ?? variant;
}

/** Who is meant by a row's system. */
export const systemName = (systems: readonly SystemRow[], system: string): string =>
  system === ALL_FAMILIES
    ? "the mean of the model families"
    : (systems.find((row) => row.system === system)?.label ?? system);

/** Systems that a dataset was measured with, the mean over families first. */
export const measuredSystems = (
  rows: readonly { dataset: string; system: string }[],
  dataset: string,
): string[] => [...new Set(rows.filter((row) => row.dataset === dataset).map(({ system }) => system))];

/** The row of one measure. */
export const variantOf = (
  rows: readonly VariantRow[],
  where: { dataset: string; system: string; variant: string; measure: VariantMeasure },
): VariantRow | undefined =>
  rows.find(
    (row) =>
      row.dataset === where.dataset &&
      row.system === where.system &&
      row.variant === where.variant &&
      row.measure === where.measure,
  );

/** Whether the paired interval excludes zero. */
export const isTold = (row: VariantRow): boolean => row.delta_low > 0 || row.delta_high < 0;

/** `−4.8 points (−9.1 to −0.6)`. */
export const changeOf = (row: VariantRow): string =>
  `${signedPoints(row.delta)} (${pointsRange(row.delta_low, row.delta_high)})`;

/** What stands where a dataset was not run. */
export const notRun = (ablation: string, dataset: string): string =>
  `This ablation has not been run on this dataset as it is now. The command: npm run ablate -- --ablation ${ablation} --dataset ${dataset}`;

/** What a treatment leaves of the order that was there, in a sentence. */
export function flipSentence(row: VariantFlipRow, name: string): string {
  const flips = row.flips_to_canonical + row.flips_to_distractor;
  return (
    `For ${name}, ${count(row.gained + row.lost + row.moved)} of ${count(row.n)} questions get another kind of answer or another snippet at rank 1: ` +
    `${count(row.lost)} lose code that works there, ${count(row.gained)} gain it, ${count(row.moved)} trade one failure for another. ` +
    `Of ${count(row.pairs)} pairs of canonical and near-clone, ${count(flips)} change their order, ${count(row.flips_to_canonical)} in favor of the code that works and ${count(row.flips_to_distractor)} against it.`
  );
}
