import { auditFate, type AuditFate } from "../shared/findings/blind-audit.js";
import { count, percent, spaced } from "../shared/format.js";
import type { AuditRow } from "../shared/rows.ts";
import { whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { key } from "./key.js";
import { stackedBars, type Part } from "./stacked-bars.js";

const AUDIT_FATES: (Part & { key: keyof AuditFate })[] = [
  { key: "passed", label: "passed at once", color: "var(--pass)" },
  { key: "mended", label: "failed, question or suite mended", color: "var(--fail)" },
  {
    key: "left",
    label: "failed by the attempt’s own mistake",
    color: "color-mix(in srgb, var(--fail) 38%, var(--theme-background))",
    ink: "currentColor",
  },
  { key: "unaudited", label: "not audited", color: "var(--other)" },
];

/** What came of writing each task's function from its question and signature alone, by domain. */
export function blindAuditFigure(
  rows: readonly AuditRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  return figureFrame(
    {
      id: "blind-audit",
      figure: "method/audit",
      title: "Do the words suffice to write the function?",
      subtitle:
        "The function was written from the question and the signature alone, then run against the suite. Shares of the tasks of a domain.",
      description: rows
        .map(
          (row) =>
            `${spaced(row.domain)}: ${row.attempts} attempts, ${row.passed} passed at once, ${row.mended} mended, ${row.unaudited} not audited`,
        )
        .join("; "),
      key: key(AUDIT_FATES.map(({ color, label }) => ({ shape: "square", color, label }))),
      plot: (width) =>
        stackedBars(
          rows.map((row) => ({
            label: spaced(row.domain),
            counts: { ...auditFate(row) },
            title: (part, share) =>
              `${spaced(row.domain)}, ${count(row.attempts + row.unaudited)} tasks\n${part.label}: ${percent(share)}`,
          })),
          AUDIT_FATES,
          { width, xLabel: "share of tasks" },
        ),
      rows,
      columns: [
        words("domain", "Domain", spaced),
        whole("attempts", "Attempts"),
        whole("passed", "Passed at once"),
        whole("mended", "Mended"),
        whole("unaudited", "Not audited"),
      ],
      file,
    },
    context,
  );
}
