import { count, percent } from "../shared/format.js";
import { RANK1_KINDS, RANK1_LABELS, type MissRow, type Rank1Kind } from "../shared/findings/misses.js";
import { intervalColumns } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { key } from "./key.js";
import { stackedBars, type Part, type StackedRow } from "./stacked-bars.js";

const COLORS: Record<Rank1Kind, string> = {
  passing: "var(--pass)",
  own_distractor: "var(--fail)",
  other_canonical: "var(--other)",
  other_distractor: "var(--theme-foreground-fainter)",
};

const PARTS: Part[] = RANK1_KINDS.map((kind) => ({
  key: kind,
  label: RANK1_LABELS[kind],
  color: COLORS[kind],
  ...(kind === "other_distractor" ? { ink: "currentColor" } : {}),
}));

const bar = (row: MissRow): StackedRow => ({
  label: row.label,
  counts: row.counts,
  title: (part, share) =>
    `${row.label}\n${part.label}: ${count(row.counts[part.key as Rank1Kind])} of ${count(row.n)} queries (${percent(share)})${part.key === "own_distractor" ? `\n${percent(row.own)} of its misses` : ""}`,
});

/** What stands at rank 1, by system: code that works, a near-clone of the query's own, or something else. */
export function missesFigure(
  rows: readonly MissRow[],
  { figure, file }: { figure: string; file: string },
  context: FigureContext,
): HTMLElement {
  return figureFrame(
    {
      id: "misses",
      figure,
      title: "What stands at rank 1",
      subtitle: `Every query of every system, ${count(rows[0]?.n ?? 0)} queries each. The table holds the share of misses that are own near-clones, with 95% intervals.`,
      description: rows
        .map(
          (row) =>
            `${row.label}: ${RANK1_KINDS.map((kind) => `${percent(row.counts[kind] / row.n)} ${RANK1_LABELS[kind]}`).join(", ")}`,
        )
        .join("; "),
      plot: (width) => stackedBars(rows.map(bar), PARTS, { width, xLabel: "share of queries" }),
      key: key(
        RANK1_KINDS.map((kind) => ({ shape: "square", color: COLORS[kind], label: RANK1_LABELS[kind] })),
      ),
      rows,
      columns: [
        { key: "system", label: "System", value: (row) => row.system, cell: (row) => row.label },
        ...RANK1_KINDS.map((kind) => ({
          key: kind,
          label: RANK1_LABELS[kind],
          value: (row: MissRow) => row.counts[kind],
          numeric: true,
        })),
        { key: "misses", label: "Misses", value: (row) => row.misses, numeric: true },
        ...intervalColumns<MissRow>("own", "Own, of misses"),
      ],
      file,
    },
    context,
  );
}
