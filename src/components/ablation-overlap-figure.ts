import {
  type Outcome,
  OUTCOMES,
  type OverlapEditRow,
  type OverlapRow,
  type OverlapThirdRow,
} from "../shared/ablation-rows.js";
import { MEASURE_LABELS, OUTCOME_LABELS, overlapOf } from "../shared/findings/ablation-overlap.js";
import { count, difference, percent, rate, spaced } from "../shared/format.js";
import { seriesName } from "./ablation-controls-figure.js";
import { bugColor } from "./bug-types.js";
import { bounds, estimate, intervalColumns, whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { linePlot, type Line } from "./line-plot.js";
import { systemColor, systemIndex } from "./systems.js";
import { ALL_FAMILIES } from "../shared/vocabulary.js";

interface OverlapOptions {
  dataset: string;
  measure: string;
  file: string;
}

const colorOf = (context: FigureContext, system: string): string =>
  system === ALL_FAMILIES
    ? "var(--theme-foreground)"
    : systemColor(systemIndex(context.systems).get(system) ?? { class: "baseline" });

/** Rank correlations of overlap with every outcome, for the mean over families and BM25. */
export function overlapFigure(
  rows: readonly OverlapRow[],
  { dataset, measure, file }: OverlapOptions,
  context: FigureContext,
): HTMLElement {
  const shown = OUTCOMES.filter((outcome) => outcome !== "gap").flatMap((outcome) =>
    [ALL_FAMILIES, "bm25"].flatMap((system) => overlapOf(rows, { dataset, measure, outcome, system }) ?? []),
  );
  const marks = shown.map((row): IntervalRow => ({
    label: `${row.system === ALL_FAMILIES ? "Dense" : "BM25"}: ${SHORT[row.outcome as Outcome]}`,
    value: row.rho,
    low: row.low,
    high: row.high,
    color: colorOf(context, row.system),
    right: difference(row.rho),
    title: `${seriesName(context, row.system)}\n${OUTCOME_LABELS[row.outcome as Outcome]}\nrank correlation ${difference(row.rho)} (${difference(row.low)} to ${difference(row.high)})\n${count(row.n)} queries`,
  }));
  const low = Math.min(-0.2, ...shown.map((row) => row.low - 0.05));
  const high = Math.max(0.6, ...shown.map((row) => row.high + 0.05));
  return figureFrame(
    {
      id: "overlap",
      figure: "ablations/overlap",
      title: "What goes with shared words",
      subtitle: `Spearman correlation of “${MEASURE_LABELS[measure]}” with what a system does, over ${count(shown[0]?.n ?? 0)} queries; 95% intervals. Dense: mean over dense families.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "rank correlation",
          domain: [low, high],
          reference: { value: 0, label: "unrelated" },
          tickFormat: (value) => difference(value).slice(0, -1),
        }),
      rows: rows.filter((row) => row.dataset === dataset && row.measure === measure),
      columns: [
        words<OverlapRow>("system", "System", (system) => seriesName(context, system)),
        words<OverlapRow>("outcome", "Outcome", (outcome) => OUTCOME_LABELS[outcome as Outcome]),
        ...intervalColumns<OverlapRow>("rho", "Correlation"),
      ],
      file,
    },
    context,
  );
}

/** Outcomes as they stand beside a mark. */
const SHORT: Record<Outcome, string> = {
  exec1: "exec@1",
  alone1: "exec@1, own out",
  exec10: "exec@10",
  deception: "deception",
  gap: "gap",
};

/** Outcomes of one system by thirds of the overlap. */
export function thirdsFigure(
  rows: readonly OverlapThirdRow[],
  { dataset, measure, file, system }: OverlapOptions & { system: string },
  context: FigureContext,
): HTMLElement {
  const shown = rows.filter(
    (row) => row.dataset === dataset && row.measure === measure && row.system === system,
  );
  const drawn: [Outcome, string, boolean][] = [
    ["exec10", "var(--pass)", true],
    ["alone1", "var(--pass)", false],
    ["deception", "var(--other)", false],
    ["exec1", "var(--fail)", false],
  ];
  const lines = drawn.map(([outcome, color, dashed]): Line => ({
    label: SHORT[outcome],
    color,
    dashed,
    points: shown
      .filter((row) => row.outcome === outcome)
      .map((row) => ({
        x: row.third,
        value: row.value,
        low: row.low,
        high: row.high,
        title: `${OUTCOME_LABELS[outcome]}\noverlap ${percent(row.overlap_from)} to ${percent(row.overlap_to)}: ${percent(row.value)}\n95% interval ${percent(row.low)}–${percent(row.high)}\n${count(row.n)} queries`,
      })),
  }));
  const ends = shown.filter(({ outcome }) => outcome === "exec1");
  return figureFrame(
    {
      id: "thirds",
      figure: "ablations/overlap-thirds",
      title: "By thirds of the queries, from least to most overlap",
      subtitle: `${seriesName(context, system)}; “${MEASURE_LABELS[measure]}” in the thirds: ${ends.map((row) => `${percent(row.overlap_from)} to ${percent(row.overlap_to)} (${count(row.n)})`).join(", ")}. 95% intervals over queries.`,
      description: lines
        .map(({ label, points }) => `${label}: ${points.map(({ value }) => percent(value)).join(", ")}`)
        .join("; "),
      plot: (width) =>
        linePlot(lines, {
          width,
          xLabel: "third of the queries by overlap",
          yLabel: "share",
          stops: [1, 2, 3],
          domain: [0, 1],
        }),
      rows: shown,
      columns: [
        words<OverlapThirdRow>("outcome", "Outcome", (outcome) => OUTCOME_LABELS[outcome as Outcome]),
        whole<OverlapThirdRow>("third", "Third"),
        estimate<OverlapThirdRow>("overlap_from", "Overlap from"),
        estimate<OverlapThirdRow>("overlap_to", "to"),
        ...intervalColumns<OverlapThirdRow>("value", "Value"),
      ],
      file,
    },
    context,
  );
}

/** Near-clones with the canonical's very words, by kind of bug. */
export function editsFigure(
  rows: readonly OverlapEditRow[],
  { dataset, file }: { dataset: string; file: string },
  context: FigureContext,
): HTMLElement {
  const shown = rows.filter((row) => row.dataset === dataset);
  const marks = shown.map((row): IntervalRow => ({
    label: row.bug_type === "all" ? "all near-clones" : spaced(row.bug_type),
    value: row.same_words,
    low: row.words_low,
    high: row.words_high,
    second: row.same_tokens,
    color: row.bug_type === "all" ? "var(--theme-foreground)" : bugColor(row.bug_type),
    right: `${rate(row.same_words)}   ${count(row.pairs)}`,
    title: `${spaced(row.bug_type)}\nsame words ${percent(row.same_words)} (${percent(row.words_low)}–${percent(row.words_high)})\nsame tokens ${percent(row.same_tokens)}\n${count(row.pairs)} near-clones of ${count(row.n)} queries`,
  }));
  return figureFrame(
    {
      id: "edits",
      figure: "ablations/overlap-edits",
      title: "Near-clones that have exactly the words of their canonical",
      subtitle:
        "Same bag of words (dot, 95% interval over queries) and same bag of tokens with operators and numbers (diamond); at the right, the share and the number of near-clones.",
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      plot: (width) => intervalPlot(marks, { width, xLabel: "share of near-clones" }),
      rows: shown,
      columns: [
        words<OverlapEditRow>("bug_type", "Bug type", spaced),
        estimate<OverlapEditRow>("same_words", "Same words"),
        ...bounds<OverlapEditRow>("words_low", "words_high"),
        estimate<OverlapEditRow>("same_tokens", "Same tokens"),
        estimate<OverlapEditRow>("overlap_lower", "Overlap falls"),
        estimate<OverlapEditRow>("overlap_higher", "Overlap rises"),
        whole<OverlapEditRow>("pairs", "Pairs"),
        whole<OverlapEditRow>("n", "n"),
      ],
      file,
    },
    context,
  );
}
