import { capital, count, percent, rate, spaced } from "../shared/format.js";
import { BUCKETS } from "../shared/findings/edit-size.js";
import type { EditSizeCorrelationRow, EditSizeRow } from "../shared/rows.ts";
import { BUG_TYPES } from "../shared/vocabulary.js";
import { bugColor } from "./bug-types.js";
import { intervalColumns } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { key } from "./key.js";
import { stackedBars } from "./stacked-bars.js";
import type { Column } from "./table-model.js";

const COLUMNS: Column<EditSizeRow>[] = [
  { key: "bucket", label: "Characters", value: (row) => row.bucket },
  { key: "bug_type", label: "Kind", value: (row) => row.bug_type, cell: (row) => spaced(row.bug_type) },
  { key: "lines", label: "Lines", value: (row) => row.lines, cell: (row) => spaced(row.lines) },
  ...intervalColumns<EditSizeRow>("value", "Deceived"),
  { key: "pairs", label: "Pairs", value: (row) => row.pairs, numeric: true },
];

const LINES: Record<string, string> = {
  all: "all edits",
  one_line: "edits within one line",
  multi_line: "edits over several lines",
};

/** Share of systems deceived by size of the edit. */
export function bucketFigure(
  rows: readonly EditSizeRow[],
  { lines, bugType, file }: { lines: string; bugType: string; file: string },
  context: FigureContext,
): HTMLElement {
  const marks = rows.map((row): IntervalRow => ({
    label: `${row.bucket} ${row.bucket === "1" ? "character" : "characters"}`,
    value: row.value,
    low: row.low,
    high: row.high,
    color: bugType === "all" ? "var(--class-local_dense)" : bugColor(bugType),
    right: `${rate(row.value)}   ${count(row.pairs)} pairs`,
    title: `${row.bucket} characters\n${percent(row.value)} deceived (${percent(row.low)}–${percent(row.high)})\n${count(row.pairs)} pairs of ${count(row.n)} queries`,
  }));
  return figureFrame(
    {
      id: "buckets",
      figure: "near-clones/edit-size",
      title: `Deception by size of the edit, ${bugType === "all" ? "all kinds of bug" : spaced(bugType)}`,
      subtitle: `${capital(LINES[lines] ?? lines)}; mean over dense model families of the share of pairs deceived, 95% intervals over queries. Characters changed, the longer side of each changed region.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      plot: (width) =>
        intervalPlot(marks, { width, xLabel: "share deceived", reference: { value: 0.5, label: "a coin" } }),
      rows,
      columns: COLUMNS,
      file,
    },
    context,
  );
}

/** Which kinds of bug each size bucket is made of. */
export function compositionOfBuckets(
  rows: readonly EditSizeRow[],
  { file }: { file: string },
  context: FigureContext,
): HTMLElement {
  const parts = BUG_TYPES.map((type) => ({ key: type, label: spaced(type), color: bugColor(type) }));
  const buckets = BUCKETS.filter((bucket) => rows.some((row) => row.bucket === bucket));
  const of = (bucket: string, type: string): number =>
    rows.find((row) => row.bucket === bucket && row.bug_type === type)?.pairs ?? 0;
  return figureFrame(
    {
      id: "composition",
      figure: "near-clones/edit-size",
      title: "Which kinds of bug each size is made of",
      subtitle:
        "Shares of the pairs in a size bucket. Where the mix changes, an effect of size may be one of kind.",
      description: buckets
        .map(
          (bucket) =>
            `${bucket} characters: ${BUG_TYPES.map((type) => `${of(bucket, type)} ${spaced(type)}`).join(", ")}`,
        )
        .join("; "),
      key: key(parts.map(({ color, label }) => ({ shape: "square", color, label }))),
      plot: (width) =>
        stackedBars(
          buckets.map((bucket) => ({
            label: `${bucket} char.`,
            counts: Object.fromEntries(BUG_TYPES.map((type) => [type, of(bucket, type)])),
            title: (part, share) =>
              `${bucket} characters, ${part.label}\n${count(of(bucket, part.key))} pairs (${percent(share)})`,
          })),
          parts,
          { width, xLabel: "share of pairs" },
        ),
      rows,
      columns: COLUMNS,
      file,
    },
    context,
  );
}

/** Tie-aware Spearman of size and deception, over all and within kinds. */
export function correlationFigure(
  rows: readonly EditSizeCorrelationRow[],
  { measure, file }: { measure: string; file: string },
  context: FigureContext,
): HTMLElement {
  const shown = rows.filter((row) => row.measure === measure && Number.isFinite(row.rho));
  const label = (row: EditSizeCorrelationRow): string =>
    row.bug_type !== "all" ? spaced(row.bug_type) : (LINES[row.lines] ?? row.lines);
  const marks = shown.map((row): IntervalRow => ({
    label: label(row),
    value: row.rho,
    low: row.low,
    high: row.high,
    color: row.bug_type === "all" ? "var(--class-local_dense)" : bugColor(row.bug_type),
    right: `${rate(row.rho)}   ${count(row.pairs)} pairs`,
    title: `${label(row)}\nρ ${rate(row.rho)} (${rate(row.low)} to ${rate(row.high)})\n${count(row.pairs)} pairs of ${count(row.n)} queries`,
  }));
  return figureFrame(
    {
      id: "correlation",
      figure: "near-clones/edit-size-correlation",
      title: `Spearman’s ρ of ${measure === "absolute" ? "edit size" : "edit size relative to the function"} and deception`,
      subtitle:
        "Tie-aware rank correlation with the share of model families deceived by a pair; intervals resample queries. Left of zero, larger edits deceive less.",
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "ρ",
          domain: [-1, 1],
          reference: { value: 0, label: "no relation" },
          tickFormat: (value) => rate(value).replace(/0$/, ""),
        }),
      rows: shown,
      columns: [
        { key: "lines", label: "Lines", value: (row) => row.lines, cell: (row) => spaced(row.lines) },
        { key: "bug_type", label: "Kind", value: (row) => row.bug_type, cell: (row) => spaced(row.bug_type) },
        ...intervalColumns<EditSizeCorrelationRow>("rho", "ρ"),
        { key: "pairs", label: "Pairs", value: (row) => row.pairs, numeric: true },
      ],
      file,
    },
    context,
  );
}
