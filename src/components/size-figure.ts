import * as Plot from "@observablehq/plot";
import { SIZE_MEASURES, type SizeBinRow, type SizeMeasure, type SizeRow } from "../shared/dataset-rows.js";
import { count } from "../shared/format.js";
import { element } from "./element.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { CHART, TIP } from "./plot-style.js";
import type { Column } from "./table-model.js";

const LABELS: Record<SizeMeasure, string> = {
  query_words: "Words of the question",
  canonical_lines: "Lines of the canonical",
  tests: "Tests",
  distractors: "Selected near-clones",
  valid_pool: "Valid mutants",
  overlap_of_query: "Question’s words that the code uses",
  overlap_of_names: "Code’s names that the question uses",
};

const isShare = (measure: SizeMeasure): boolean => measure.startsWith("overlap");

/** A value of a measure as it is read: a share in percent, anything else as a number. */
export const sizeText = (measure: SizeMeasure, value: number): string =>
  isShare(measure) ? `${Math.round(value * 100)}%` : count(Math.round(value * 10) / 10);

const varies = ({ least, most }: SizeRow): boolean => most > least;

const NARROWEST = 210;
const GAP = 28;

/** How large tasks are: a histogram a measure, with median and quartiles. */
export function sizeFigure(
  rows: readonly SizeRow[],
  bins: readonly SizeBinRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  const shown = SIZE_MEASURES.flatMap((measure) => rows.find((row) => row.measure === measure) ?? []);
  const constant = shown.filter((row) => !varies(row));
  const number = (key: "least" | "q1" | "median" | "q3" | "most", label: string): Column<SizeRow> => ({
    key,
    label,
    value: (row) => row[key],
    cell: (row) => sizeText(row.measure, row[key]),
    numeric: true,
  });
  return figureFrame(
    {
      id: "sizes",
      figure: "method/sizes",
      title: "How large tasks are",
      subtitle: `${count(shown[0]?.n ?? 0)} tasks. Bars: tasks; band: the middle half; line: the median.${constant.length > 0 ? ` Alike in every task: ${constant.map((row) => `${LABELS[row.measure].toLowerCase()} (${sizeText(row.measure, row.median)})`).join(", ")}.` : ""}`,
      description: shown
        .map(
          ({ measure, q1, median, q3 }) =>
            `${LABELS[measure]}: median ${sizeText(measure, median)}, middle half ${sizeText(measure, q1)} to ${sizeText(measure, q3)}`,
        )
        .join("; "),
      plot: (width) => {
        const columns = Math.max(1, Math.min(3, Math.floor((width + GAP) / (NARROWEST + GAP))));
        const each = Math.floor((width - GAP * (columns - 1)) / columns);
        return element`<div class="small-multiples" style=${`--columns:${columns};--gap:${GAP}px`}>${shown.filter(varies).map((row) => multiple(row, bins, each))}</div>`;
      },
      rows: shown,
      columns: [
        {
          key: "measure",
          label: "Of a task",
          value: (row) => row.measure,
          cell: (row) => LABELS[row.measure],
        },
        number("least", "Least"),
        number("q1", "25%"),
        number("median", "Median"),
        number("q3", "75%"),
        number("most", "Most"),
      ],
      file,
    },
    context,
  );
}

function multiple(row: SizeRow, bins: readonly SizeBinRow[], width: number): HTMLElement {
  const { measure, q1, median, q3 } = row;
  const own = bins.filter((bin) => bin.measure === measure);
  const width1 = (own[0]?.high ?? 1) - (own[0]?.low ?? 0);
  // A bin of whole numbers that holds one value alone is named by it, and stands around it.
  const single = width1 === 1 && !isShare(measure);
  const shift = single ? 0.5 : 0;
  const name = (bin: SizeBinRow): string => {
    if (single) return sizeText(measure, bin.low);
    return isShare(measure)
      ? `${sizeText(measure, bin.low)} to under ${sizeText(measure, bin.high)}`
      : `${bin.low} to ${bin.high - 1}`;
  };
  const title = (bin: SizeBinRow): string =>
    `${LABELS[measure]}: ${name(bin)}\n${count(bin.tasks)} ${bin.tasks === 1 ? "task" : "tasks"}`;
  const plot = Plot.plot({
    ...CHART,
    width,
    height: 118,
    marginLeft: 4,
    marginRight: 10,
    marginTop: 8,
    marginBottom: 24,
    x: { label: null, domain: [own[0]!.low - shift, own.at(-1)!.high - shift] },
    y: { axis: null },
    marks: [
      Plot.rect([row], {
        x1: q1,
        x2: q3,
        fill: "var(--theme-foreground)",
        fillOpacity: 0.07,
      }),
      Plot.rectY(own, {
        x1: (bin: SizeBinRow) => bin.low - shift,
        x2: (bin: SizeBinRow) => bin.high - shift,
        y: "tasks",
        fill: "var(--other)",
        inset: 0.5,
        ariaLabel: title,
        className: "points",
      }),
      Plot.ruleX([median], { stroke: "var(--theme-foreground)", strokeWidth: 1.5 }),
      Plot.axisX({
        ticks: single ? Math.min(6, own.length) : 4,
        tickSize: 0,
        tickFormat: (value: number) => (single && !Number.isInteger(value) ? "" : sizeText(measure, value)),
        label: null,
      }),
      Plot.tip(
        own,
        Plot.pointerX({
          ...TIP,
          x: (bin: SizeBinRow) => (bin.low + bin.high) / 2 - shift,
          y: "tasks",
          title,
        }),
      ),
    ],
  });
  return element`<div><p>${LABELS[measure]} <span>median ${sizeText(measure, median)}</span></p>${plot}</div>`;
}
