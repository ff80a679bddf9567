import { count, listed } from "../format.js";
import type { SystemRow } from "../rows.ts";
import { AS_IS, type VariantMeasure, type VariantRow } from "../variant-rows.js";
import {
  changeOf,
  isTold,
  measuredSystems,
  notRun,
  systemName,
  variantLabel,
  variantOf,
} from "./ablation-variants.js";
import { ALL_FAMILIES } from "../vocabulary.js";

/** The variants of a system but the registered run. */
export const variantsOf = (rows: readonly VariantRow[], dataset: string, system: string): string[] => [
  ...new Set(
    rows
      .filter((row) => row.dataset === dataset && row.system === system && row.variant !== AS_IS)
      .map(({ variant }) => variant),
  ),
];

/** Every system's changes of one measure under the variants that `accepts` takes. */
function changes(
  rows: readonly VariantRow[],
  dataset: string,
  measure: VariantMeasure,
  accepts: (variant: string) => boolean,
): VariantRow[] {
  return measuredSystems(rows, dataset)
    .filter((system) => system !== ALL_FAMILIES)
    .flatMap((system) =>
      variantsOf(rows, dataset, system)
        .filter(accepts)
        .flatMap((variant) => variantOf(rows, { dataset, system, variant, measure }) ?? []),
    );
}

const isForeign = (variant: string): boolean => variant.startsWith("with-");

/** What leaving out the prefixes changes at rank 1 and in the top 10, in a sentence that holds whatever the rows say. */
export function prefixFinding(
  rows: readonly VariantRow[],
  systems: readonly SystemRow[],
  dataset: string,
): string {
  const off = changes(rows, dataset, "exec1", (variant) => !isForeign(variant));
  if (off.length === 0) return notRun("prefix", dataset);
  const top = changes(rows, dataset, "exec10", (variant) => !isForeign(variant));
  const [told, toldTop] = [off.filter(isTold), top.filter(isTold)];
  const verdict =
    told.length === 0
      ? "Leaving out a model’s prefixes does not measurably change rank 1"
      : told.every((row) => row.delta < 0)
        ? "Leaving out a model’s prefixes costs at rank 1"
        : told.every((row) => row.delta > 0)
          ? "Rank 1 is better without a model’s prefixes"
          : "What the prefixes do at rank 1 depends on the model";
  const each = off.map(
    (row) => `${changeOf(row)} for ${systemName(systems, row.system)} (${variantLabel(row.variant)})`,
  );
  const later =
    toldTop.length === 0
      ? "no change of exec@10 is told from zero"
      : `exec@10 changes by ${listed(toldTop.map((row) => `${changeOf(row)} for ${systemName(systems, row.system)} (${variantLabel(row.variant)})`))}`;
  return `${verdict}: exec@1 changes by ${listed(each)} over ${count(off[0]!.n)} questions; ${later}.`;
}

/** Whether a foreign prefix, the control, moves a model that was trained without any, in a sentence. */
export function controlSentence(
  rows: readonly VariantRow[],
  systems: readonly SystemRow[],
  dataset: string,
): string {
  const foreign = changes(rows, dataset, "exec1", isForeign);
  if (foreign.length === 0) return "";
  const each = foreign.map((row) => `${changeOf(row)} with ${variantLabel(row.variant)}`);
  const told = foreign.filter(isTold).length;
  return (
    `The control is a model that was trained without prefixes: ${systemName(systems, foreign[0]!.system)} is given those of others, and its exec@1 changes by ${listed(each)}; ` +
    `${told === 0 ? "no interval excludes zero" : `${count(told)} of ${count(foreign.length)} intervals exclude zero`}. ` +
    "A prefix that helps by what it says has to move more than this."
  );
}

/** The choice among own candidates without prefixes, in a sentence. */
export function choiceSentence(
  rows: readonly VariantRow[],
  systems: readonly SystemRow[],
  dataset: string,
): string {
  const first = changes(rows, dataset, "canonical_first", (variant) => !isForeign(variant));
  if (first.length === 0) return "";
  const each = first.map(
    (row) => `${changeOf(row)} for ${systemName(systems, row.system)} (${variantLabel(row.variant)})`,
  );
  const told = first.filter(isTold).length;
  return (
    `A prefix stands before the question and so is the same for a canonical and its near-clones. How often the canonical beats all of its own changes by ${listed(each)}: ` +
    `${told === 0 ? "none of these is told from zero" : `${count(told)} of ${count(first.length)} ${told === 1 ? "is" : "are"} told from zero`}.`
  );
}

/** The smallest change of exec@1 that these questions could have shown, in a sentence. */
export function powerSentence(rows: readonly VariantRow[], dataset: string): string {
  const detectable = changes(rows, dataset, "exec1", () => true)
    .map((row) => row.detectable)
    .filter(Number.isFinite);
  if (detectable.length === 0) return "";
  return `With as many discordant questions as here, a change of exec@1 has to be ${(100 * Math.min(...detectable)).toFixed(1)} to ${(100 * Math.max(...detectable)).toFixed(1)} points to be seen with 80% power.`;
}
