import { capital, count, inWords, percent, tally } from "../format.js";
import type { AuditRow } from "../rows.ts";

/** Attempts of the blind audit by what came of them; the four add up to the tasks. */
export interface AuditFate {
  passed: number;
  mended: number;
  /** Failed, and nothing was wrong with the task: the attempt was. */
  left: number;
  unaudited: number;
}

/** What came of the tasks of one domain. */
export const auditFate = ({ attempts, passed, mended, unaudited }: AuditRow): AuditFate => ({
  passed,
  mended: Math.min(mended, attempts - passed),
  left: Math.max(0, attempts - passed - mended),
  unaudited,
});

const total = (rows: readonly AuditRow[], of: (row: AuditRow) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** What the blind audit of a dataset found and how far it reaches; `rows` are those of that dataset. */
export function blindAuditSentence(rows: readonly AuditRow[], label: string): string {
  const attempts = total(rows, (row) => row.attempts);
  const unaudited = total(rows, (row) => row.unaudited);
  if (attempts === 0)
    return `No function of ${label} was audited blind, that is, written again here from the question and the signature alone.`;
  const passed = total(rows, (row) => row.passed);
  const mended = total(rows, (row) => auditFate(row).mended);
  const left = total(rows, (row) => auditFate(row).left);
  const repairs =
    passed === attempts
      ? ""
      : ` Of the others, ${tally(mended)} led to a mended question or suite${left > 0 ? `, and ${inWords(left)} failed by the attempt’s own mistake` : ""}.`;
  const rest =
    unaudited === 0
      ? ""
      : ` ${capital(inWords(unaudited))} ${unaudited === 1 ? "task was" : "tasks were"} not audited.`;
  return (
    `A reader that saw only the question and the signature wrote the function for ${count(attempts)} of ${count(attempts + unaudited)} tasks (${label}); ` +
    `${passed === attempts ? `every attempt` : `${count(passed)} (${percent(passed / attempts)})`} passed the whole suite at once.${repairs}${rest} ` +
    "Author and auditor are of one model family, so a pass shows that the words suffice for such a reader, not for every reader."
  );
}
