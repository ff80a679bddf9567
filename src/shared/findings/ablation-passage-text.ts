import { capital, count, percent, points, range } from "../format.js";
import { AS_IS, type VariantFlipRow, type VariantRow } from "../variant-rows.js";
import { changeOf, isTold, measuredSystems, notRun, variantOf } from "./ablation-variants.js";
import { ALL_FAMILIES } from "../vocabulary.js";

/** The mean over families, or the one system that was measured. */
const spokesman = (rows: readonly VariantRow[], dataset: string): string | undefined => {
  const measured = measuredSystems(rows, dataset);
  return measured.includes(ALL_FAMILIES) ? ALL_FAMILIES : measured[0];
};

/** What the names do for finding and for choosing, in a sentence that holds whatever the rows say. */
export function passageTextFinding(rows: readonly VariantRow[], dataset: string): string {
  const system = spokesman(rows, dataset);
  if (system === undefined) return notRun("passage-text", dataset);
  const of = (measure: "exec10" | "canonical_first", variant = "neutral-names") =>
    variantOf(rows, { dataset, system, variant, measure });
  const [found, first] = [of("exec10"), of("canonical_first")];
  const [foundBefore, firstBefore] = [of("exec10", AS_IS), of("canonical_first", AS_IS)];
  if (!found || !first || !foundBefore || !firstBefore) return notRun("passage-text", dataset);
  const finds = isTold(found) && found.delta < 0;
  const chooses = isTold(first) && first.delta < 0;
  const opening = finds
    ? chooses
      ? "Names help to find the neighborhood and to choose within it"
      : "Names find the neighborhood, they do not choose within it"
    : chooses
      ? "Names help to choose among near-clones, not to find them"
      : "Names decide neither what is found nor what is chosen";
  const choice = chooses ? "falls" : isTold(first) ? "rises" : "does not measurably change";
  return (
    `${opening}: with neutral names, code that works is in the top 10 of ${percent(found.value)} of questions instead of ` +
    `${percent(foundBefore.value)}, ${changeOf(found)} over ${count(found.n)}; how often the canonical beats all of its own near-clones ` +
    `${choice}, ${percent(first.value)} instead of ${percent(firstBefore.value)}, ${changeOf(first)} over ${count(first.n)}.`
  );
}

/** What each smaller treatment takes, in a sentence. */
export function smallerTreatments(
  rows: readonly VariantRow[],
  flips: readonly VariantFlipRow[],
  where: { dataset: string; system: string },
): string {
  const comments = variantOf(rows, { ...where, variant: "no-comments", measure: "exec10" });
  const name = variantOf(rows, { ...where, variant: "no-function-name", measure: "exec10" });
  const all = variantOf(rows, { ...where, variant: "neutral-names", measure: "exec10" });
  const texts = flips.find((row) => row.dataset === where.dataset && row.variant === "no-comments");
  if (!comments || !name || !all || !texts) return "";
  const share = all.delta < 0 && name.delta < 0 && isTold(all) ? name.delta / all.delta : Number.NaN;
  return (
    `Comments and docstrings stand in ${count(texts.changed)} of ${count(texts.snippets)} snippets; without them exec@10 changes by ${changeOf(comments)}. ` +
    `The name of the function alone is worth more: ${changeOf(name)}` +
    (Number.isFinite(share) ? `, ${percent(share)} of what all names together are worth.` : ".")
  ).replace(
    "is worth more",
    Math.abs(name.delta) > Math.abs(comments.delta) ? "is worth more" : "is worth no more",
  );
}

/** Neighborhood and choice apart, in a sentence. */
export function neighborhoodSentence(
  rows: readonly VariantRow[],
  where: { dataset: string; system: string },
): string {
  const at = (measure: "neighborhood" | "canonical_first" | "exec1", variant = "neutral-names") =>
    variantOf(rows, { ...where, variant, measure });
  const [near, before, first, exec] = [
    at("neighborhood"),
    at("neighborhood", AS_IS),
    at("canonical_first"),
    at("exec1"),
  ];
  if (!near || !before || !first || !exec) return "";
  const side = first.low > first.chance ? "above" : first.high < first.chance ? "below" : "not told from";
  return (
    `Rank 1 holds one of the question’s own snippets, working or broken, in ${percent(before.value)} of questions as registered and in ${percent(near.value)} with neutral names. ` +
    `Among its own candidates the canonical then comes first in ${percent(first.value)} (${range(first.low, first.high)}), ${side} the ${percent(first.chance)} of a random choice. ` +
    (isTold(first) ? "" : `A change of that by ${points(first.detectable)} would have shown. `) +
    `exec@1, which needs both, changes by ${changeOf(exec)}${isTold(exec) ? "" : ", which is not told from zero"}.`
  );
}

/** What is found without any name, beside chance, in a sentence. */
export function restSentence(
  rows: readonly VariantRow[],
  flips: readonly VariantFlipRow[],
  where: { dataset: string; system: string },
): string {
  const found = variantOf(rows, { ...where, variant: "neutral-names", measure: "exec10" });
  const texts = flips.find((row) => row.dataset === where.dataset && row.variant === "neutral-names");
  if (!found || !texts) return "";
  return capital(
    `what no renaming touches (builtins, attributes, strings, numbers, the shape of the code) still brings code that works into the top 10 in ` +
      `${percent(found.value)} (${range(found.low, found.high)}) of questions; ten random snippets of the pool of ${count(texts.snippets)} would hold the canonical in ${percent(10 / texts.snippets)}.`,
  );
}
