import { count, inWords, percent, points, pointsRange, signedPoints } from "../shared/format.js";
import { stackedPath } from "../shared/findings/stacked.js";
import type { StackedMadeRow, StackedRateRow } from "../shared/rows.ts";
import { bounds, estimate, intervalColumns, whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { linePlot, type Line } from "./line-plot.js";
import { axisPoints } from "./plot-style.js";
import { systemColor, systemIndex, systemLabel } from "./systems.js";
import type { Column } from "./table-model.js";
import { ALL_FAMILIES } from "../shared/vocabulary.js";

export interface StackedOptions {
  dataset: string;
  /** `selected` or `pool`. */
  source: string;
  file: string;
}

const bugs = (value: number): string => `${inWords(value)} ${value === 1 ? "bug" : "bugs"}`;

const nameOf = (context: FigureContext, system: string): string =>
  system === ALL_FAMILIES ? "mean of families" : systemLabel(systemIndex(context.systems), system);

/** Systems in the registry's order that have a path, the mean over families first. */
function pathsOf(
  rows: readonly StackedRateRow[],
  where: { dataset: string; source: string; queries?: string },
  context: FigureContext,
): { system: string; label: string; path: StackedRateRow[] }[] {
  return [ALL_FAMILIES, ...context.systems.map(({ system }) => system)]
    .map((system) => ({
      system,
      label: nameOf(context, system),
      path: stackedPath(rows, { ...where, system }),
    }))
    .filter(({ path }) => path.length > 0);
}

const columns = (context: FigureContext): Column<StackedRateRow>[] => [
  words<StackedRateRow>("system", "System", (system) => nameOf(context, system)),
  whole<StackedRateRow>("count", "Bugs"),
  ...intervalColumns<StackedRateRow>("value", "Deceived"),
  estimate<StackedRateRow>("delta", "Change"),
  ...bounds<StackedRateRow>("delta_low", "delta_high"),
  { ...estimate<StackedRateRow>("gap", "Gap"), cell: (row) => fourDecimals(row.gap) },
  estimate<StackedRateRow>("tied", "Tied"),
  whole<StackedRateRow>("scored", "Variants"),
];

const fourDecimals = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;

const colorOf = (context: FigureContext, system: string): string =>
  system === ALL_FAMILIES
    ? "var(--theme-foreground)"
    : systemColor(systemIndex(context.systems).get(system) ?? { class: "baseline" });

/** `four model families`: those of the systems at hand. */
function familiesOf(paths: readonly { system: string }[], context: FigureContext): string {
  const index = systemIndex(context.systems);
  const families = new Set(paths.flatMap(({ system }) => index.get(system)?.family ?? [])).size;
  return `${inWords(families)} model ${families === 1 ? "family" : "families"}`;
}

/** Deception against the number of bugs in a snippet, a line a system and one for their mean. */
export function stackedFigure(
  rows: readonly StackedRateRow[],
  { dataset, source, queries, file }: StackedOptions & { queries: string },
  context: FigureContext,
): HTMLElement {
  const paths = pathsOf(rows, { dataset, source, queries }, context);
  const shown = paths.flatMap(({ path }) => path);
  const [mean, ...systems] = paths;
  const lines = (mean ? [...systems, mean] : []).map(({ system, label, path }): Line => ({
    label,
    color: colorOf(context, system),
    dashed: systemIndex(context.systems).get(system)?.dtype === "int8",
    points: path.map((row) => ({
      x: row.count,
      value: row.value,
      low: row.low,
      high: row.high,
      title: `${label}\n${bugs(row.count)}: ${percent(row.value)} deceived\n95% interval ${percent(row.low)}–${percent(row.high)}\n${count(row.scored)} variants of ${count(row.n)} queries`,
    })),
  }));
  const stops = [...new Set(shown.map((row) => row.count))].sort((a, b) => a - b);
  const sizes = paths[0]?.path.map((row) => count(row.n)) ?? [];
  const over =
    queries === "matched"
      ? `the same ${sizes[0]} queries at every point`
      : `every query that has a variant with so many bugs (${sizes.join(", ")})`;
  return figureFrame(
    {
      id: "stacked",
      figure: "near-clones/stacked",
      title: "Deception by number of bugs in one snippet",
      subtitle: `Share of snippets at least as similar to the question as the code that works: mean per query, then over ${over}. Bars are 95% intervals, int8 twins dashed; the line in the color of the text is the mean over ${familiesOf(paths, context)}.`,
      description: paths
        .map(
          ({ label, path }) =>
            `${label}: ${path.map((row) => `${percent(row.value)} with ${bugs(row.count)}`).join(", ")}`,
        )
        .join("; "),
      plot: (width) =>
        linePlot(lines, {
          width,
          xLabel: "bugs in the snippet",
          yLabel: "share deceived",
          stops,
          domain: [0, Math.min(1, Math.ceil(10 * Math.max(0.5, ...shown.map((row) => row.high)) + 0.5) / 10)],
          reference: { label: "a coin", points: stops.map((x) => ({ x, value: 0.5 })) },
        }),
      rows: shown,
      columns: columns(context),
      sort: { key: "count", descending: false },
      file,
    },
    context,
  );
}

/** Change from one bug, paired by query: the mean at every number of bugs, then each system at the most. */
export function stackedChangeFigure(
  rows: readonly StackedRateRow[],
  { dataset, source, queries, file }: StackedOptions & { queries: string },
  context: FigureContext,
): HTMLElement {
  const [mean, ...systems] = pathsOf(rows, { dataset, source, queries }, context);
  const later = mean?.path.slice(1) ?? [];
  const shown = [...later, ...systems.flatMap(({ path }) => path.slice(-1))];
  const marks = shown.map((row): IntervalRow => ({
    label:
      row.system === ALL_FAMILIES
        ? `${nameOf(context, row.system)}, ${bugs(row.count)}`
        : nameOf(context, row.system),
    value: row.delta,
    low: row.delta_low,
    high: row.delta_high,
    color: colorOf(context, row.system),
    right: signedPoints(row.delta),
    title: `${nameOf(context, row.system)}, ${bugs(row.count)}\n${signedPoints(row.delta)} (${pointsRange(row.delta_low, row.delta_high)})\n${count(row.n)} queries; ${points(row.detectable)} would be seen`,
  }));
  const reach = 1.1 * Math.max(0.05, ...shown.flatMap((row) => [-row.delta_low, row.delta_high]));
  const most = later.at(-1)?.count ?? 0;
  const sizes = [...new Set(later.map((row) => count(row.n)))].join(", ");
  return figureFrame(
    {
      id: "stacked-change",
      figure: "near-clones/stacked",
      title: "What further bugs change",
      subtitle: `Deception minus that of one bug in the same queries (${sizes}): the mean over families for each number of bugs, then each system with ${bugs(most)}. Left of zero, more bugs deceive less.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "points",
          domain: [-reach, reach],
          reference: { value: 0, label: "as one bug" },
          tickFormat: axisPoints,
        }),
      rows: shown,
      columns: columns(context),
      file,
    },
    context,
  );
}

/** What became of every composed snippet, as a table. */
export function stackedMadeFigure(
  rows: readonly StackedMadeRow[],
  { dataset, source, file }: StackedOptions,
  context: FigureContext,
): HTMLElement {
  const shown = rows.filter((row) => row.dataset === dataset && row.source === source);
  return figureFrame(
    {
      id: "stacked-made",
      figure: "near-clones/stacked-made",
      title: "What became of the composed snippets",
      subtitle:
        "Every composition is executed against its task’s whole suite. What passes is discarded; the rest is compared. One bug stands for the single near-clones that are combined.",
      description: shown
        .map(
          (row) =>
            `${bugs(row.count)}: ${count(row.composed)} composed, ${count(row.passing)} pass, of ${count(row.queries)} queries`,
        )
        .join("; "),
      rows: shown,
      columns: [
        whole<StackedMadeRow>("count", "Bugs"),
        whole<StackedMadeRow>("composed", "Composed"),
        whole<StackedMadeRow>("passing", "Pass: discarded"),
        whole<StackedMadeRow>("wrong_output", "Wrong output"),
        whole<StackedMadeRow>("raises", "Only raise"),
        whole<StackedMadeRow>("crashes", "Always crash"),
        whole<StackedMadeRow>("times_out", "Time out"),
        whole<StackedMadeRow>("queries", "Queries"),
      ],
      file,
    },
    context,
  );
}

/** Paths of the systems alone, for sentences. */
export const systemPaths = (
  rows: readonly StackedRateRow[],
  where: { dataset: string; source: string },
  context: FigureContext,
): { label: string; path: StackedRateRow[] }[] =>
  pathsOf(rows, where, context).filter(({ system }) => system !== ALL_FAMILIES);
