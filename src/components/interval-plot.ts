import * as Plot from "@observablehq/plot";
import { axisPercent, CHART, NARROW, textWidth, TIP } from "./plot-style.js";
import { bottomGrid, estimateDots, rightTexts, rowLabels, whiskers } from "./row-marks.js";

/** One row: an estimate with its interval, and what may stand beside it. */
export interface IntervalRow {
  label: string;
  value: number;
  low: number;
  high: number;
  color: string;
  /** Drawn hollow: a value that others published. */
  hollow?: boolean;
  /** A second value of the same row, drawn as a diamond. */
  second?: number;
  /** Text at the right end, such as the value and a rank interval. */
  right?: string;
  /** What the tooltip and the keyboard say. */
  title: string;
}

export interface IntervalPlotOptions {
  width: number;
  xLabel: string;
  domain?: [number, number];
  /** A value to compare with, such as chance. */
  reference?: { value: number; label: string };
  tickFormat?: (value: number) => string;
}

/** Dots with intervals, one row an item, in the order given. */
export function intervalPlot(rows: readonly IntervalRow[], options: IntervalPlotOptions): Element {
  const { width, domain = [0, 1], reference, tickFormat = axisPercent } = options;
  const narrow = width < NARROW;
  const left = narrow
    ? 4
    : Math.min(Math.max(220, 0.35 * width), Math.max(...rows.map(({ label }) => textWidth(label))) + 14);
  const right = narrow ? 8 : Math.max(8, ...rows.map((row) => textWidth(row.right ?? "") + 24));
  const step = narrow ? 46 : 30;
  const y = (row: IntervalRow): number => rows.indexOf(row);
  const dy = narrow ? 9 : 0;
  return Plot.plot({
    ...CHART,
    width,
    height: rows.length * step + 64,
    marginLeft: left,
    marginRight: right,
    marginTop: 24,
    marginBottom: 40,
    x: { domain, clamp: true, label: null },
    y: {
      domain: [-0.5, rows.length - 0.5],
      axis: null,
      reverse: false,
      range: [24, rows.length * step + 24],
    },
    marks: [
      bottomGrid(options.xLabel, tickFormat, narrow),
      reference
        ? [
            Plot.ruleX([reference.value], {
              stroke: "var(--theme-foreground-muted)",
              strokeDasharray: "3 3",
            }),
            Plot.text([reference], {
              x: "value",
              frameAnchor: "top",
              dy: -14,
              text: "label",
              fill: "var(--theme-foreground-muted)",
              textAnchor: reference.value > 0.75 * domain[1] ? "end" : "start",
            }),
          ]
        : null,
      whiskers(rows, { y, dy }),
      Plot.dot(
        rows.filter((row) => row.second !== undefined),
        {
          x: "second",
          y,
          symbol: "diamond2",
          r: 4.5,
          stroke: "color",
          strokeWidth: 1.5,
          fill: "var(--theme-background)",
          dy,
        },
      ),
      estimateDots(rows, { y, dy }),
      rowLabels(rows, { y, narrow }),
      rightTexts(rows, ({ right: text }) => text ?? "", { y, narrow }),
      Plot.tip(rows, Plot.pointerY({ ...TIP, x: "value", y, title: "title", dy })),
    ],
  });
}
