import { formatViolation } from "../loaders/errors.ts";
import { DIGESTS_FILE, MANIFEST_FILE } from "../loaders/inputs/manifest.ts";
import { describeCauses, type Verdict } from "../loaders/verify/verdicts.ts";
import type { JudgedFigure, VerifyReport } from "../loaders/verify/verify.ts";

const WORDS: Record<Verdict, string> = {
  same: "same",
  close: "within 1e-9",
  differs: "DIFFERS",
  of_machine: "not compared",
  unlisted: "NEW",
  other_text: "not compared",
};

function rowLines({ differences, committed }: JudgedFigure): string[] {
  if (!committed) return [];
  if (!differences)
    return [`${committed.rows} rows are committed; they are not on this machine, so none is shown`];
  const { changed, added, removed, onlyOrder, first } = differences;
  if (onlyOrder) return ["the same rows in another order"];
  const more = changed + added + removed - first.length;
  return [
    `${changed} rows changed, ${added} new, ${removed} gone`,
    ...first.map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** What there is to say of one figure; nothing of one that is the same. */
function figureLines(judged: JudgedFigure): string[] {
  const { figure, verdict, note, causes } = judged;
  if (verdict === "same" || verdict === "of_machine") return [];
  const heading = `${WORDS[verdict].padEnd(12)}  ${figure.id}${note && `: ${note}`}`;
  if (verdict !== "differs" && verdict !== "close") return [heading];
  const details = [...describeCauses(causes), ...rowLines(judged)];
  return [heading, ...details.map((line) => `              ${line}`)];
}

const count = (report: VerifyReport, ...wanted: Verdict[]): number =>
  report.figures.filter(({ verdict }) => wanted.includes(verdict)).length;

/** Prints what differs and why, then the tally. */
export function printReport(report: VerifyReport): void {
  report.violations.forEach((violation) => console.error(formatViolation(violation)));
  console.log(`${MANIFEST_FILE}: ${report.inputs} files, ${report.violations.length} differ`);
  report.figures.flatMap(figureLines).forEach((line) => console.log(line));
  report.orphans.forEach((id) =>
    console.log(`GONE          ${id}: its digest is committed, the figure is no more`),
  );
  const parts = [
    `${count(report, "same")} the same`,
    `${count(report, "close")} within 1e-9`,
    `${count(report, "differs")} differ`,
    ...(count(report, "unlisted") > 0 ? [`${count(report, "unlisted")} new`] : []),
    `${count(report, "of_machine")} tell of the machine and are not compared`,
    ...(count(report, "other_text") > 0
      ? [`${count(report, "other_text")} have no digest with imported text as it is here`]
      : []),
  ];
  console.log(`${report.figures.length} figures in ${report.seconds.toFixed(0)} s: ${parts.join(", ")}`);
  if (report.failed)
    console.log(
      `If the change is meant, run \`npm run manifest\`, then \`npm run verify -- --write\`, and commit ${DIGESTS_FILE}.`,
    );
}
