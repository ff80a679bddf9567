import { inWords, percent, rate } from "../format.js";
import type { EditSizeCorrelationRow, EditSizeRow } from "../rows.ts";

/** Size buckets in characters, smallest first (spec: fixed). */
export const BUCKETS = ["1", "2", "3-5", "6-10", "11-20", "21+"] as const;

/** Rows by bucket for one choice of lines and bug type, smallest edits first. */
export function byBucket(
  rows: readonly EditSizeRow[],
  where: { dataset: string; lines: string; bugType: string },
): EditSizeRow[] {
  const own = rows.filter(
    (row) => row.dataset === where.dataset && row.lines === where.lines && row.bug_type === where.bugType,
  );
  return BUCKETS.flatMap((bucket) => own.filter((row) => row.bucket === bucket));
}

const includesZero = (row: EditSizeCorrelationRow): boolean => row.low <= 0 && row.high >= 0;

/** Whether larger edits are easier to see, in a sentence that holds whatever the rows say. */
export function editSizeFinding(
  rows: readonly EditSizeRow[],
  correlations: readonly EditSizeCorrelationRow[],
  dataset: string,
): string {
  const of = (measure: string): EditSizeCorrelationRow | undefined =>
    correlations.find(
      (row) =>
        row.dataset === dataset && row.lines === "all" && row.bug_type === "all" && row.measure === measure,
    );
  const absolute = of("absolute");
  const buckets = byBucket(rows, { dataset, lines: "all", bugType: "all" });
  if (!absolute || buckets.length === 0) return "Edit size has not been measured on this dataset yet.";
  const related = includesZero(absolute)
    ? `The size of an edit says little about whether it deceives: Spearman’s ρ is ${rate(absolute.rho)} (${rate(absolute.low)} to ${rate(absolute.high)})`
    : `${absolute.rho < 0 ? "Larger edits deceive less" : "Larger edits deceive more"}: Spearman’s ρ is ${rate(absolute.rho)} (${rate(absolute.low)} to ${rate(absolute.high)})`;
  const smallest = buckets[0]!;
  const largest = buckets.at(-1)!;
  const ends = `. Edits of one character deceive in ${percent(smallest.value)} of pairs, those of ${largest.bucket.replace("+", " or more")} in ${percent(largest.value)}`;
  const apart = largest.high < smallest.low || largest.low > smallest.high;
  return `${related}${ends}${apart && includesZero(absolute) ? `, and the two intervals do not meet: the largest edits are another matter` : ""}.`;
}

/** Where the composition of buckets changes the picture: the sign of ρ within kinds of bug against that over all. */
export function simpsonSentence(correlations: readonly EditSizeCorrelationRow[], dataset: string): string {
  const own = correlations.filter(
    (row) => row.dataset === dataset && row.lines === "all" && row.measure === "absolute",
  );
  const all = own.find((row) => row.bug_type === "all");
  const kinds = own.filter((row) => row.bug_type !== "all" && Number.isFinite(row.rho));
  if (!all || kinds.length === 0) return "";
  const other = kinds.filter((row) => Math.sign(row.rho) !== Math.sign(all.rho));
  const firm = other.filter((row) => !includesZero(row));
  if (other.length === 0) return "Within every kind of bug the sign is the same as over all.";
  return (
    `Within ${inWords(other.length)} of ${inWords(kinds.length)} kinds of bug the sign is the opposite of that over all` +
    `${firm.length === 0 ? ", though no interval there excludes zero" : `, ${inWords(firm.length)} of them with an interval that excludes zero`}: ` +
    "large edits are mostly of other kinds than small ones, and what looks like an effect of size can be one of kind (Simpson’s paradox)."
  );
}
