import * as Plot from "@observablehq/plot";
import { axisPercent, bottomAxis, CHART, NARROW, textWidth, TIP } from "./plot-style.js";

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
  const left = narrow ? 4 : Math.min(220, Math.max(...rows.map(({ label }) => textWidth(label))) + 14);
  const right = narrow ? 8 : Math.max(8, ...rows.map((row) => textWidth(row.right ?? "") + 24));
  const step = narrow ? 46 : 30;
  const y = (row: IntervalRow): number => rows.indexOf(row);
  const shift = narrow ? 9 : 0;
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
      Plot.gridX({ stroke: "var(--theme-foreground-faintest)", strokeOpacity: 1, ticks: narrow ? 4 : 6 }),
      Plot.axisX(bottomAxis(options.xLabel, tickFormat, narrow ? 4 : 6)),
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
      Plot.link(rows, {
        x1: "low",
        x2: "high",
        y1: y,
        y2: y,
        stroke: "color",
        strokeWidth: 2,
        strokeOpacity: 0.55,
        dy: shift,
      }),
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
          dy: shift,
        },
      ),
      Plot.dot(rows, {
        x: "value",
        y,
        r: 5,
        stroke: "color",
        strokeWidth: 2,
        fill: (row: IntervalRow) => (row.hollow ? "var(--theme-background)" : row.color),
        ariaLabel: "title",
        className: "points",
        dy: shift,
      }),
      Plot.text(rows, {
        frameAnchor: "left",
        y,
        text: "label",
        textAnchor: narrow ? "start" : "end",
        dx: narrow ? 0 : -10,
        dy: narrow ? -9 : 0,
        fill: "currentColor",
      }),
      Plot.text(rows, {
        frameAnchor: "right",
        y,
        text: (row: IntervalRow) => row.right ?? "",
        textAnchor: narrow ? "end" : "start",
        dx: narrow ? 0 : 18,
        dy: narrow ? -9 : 0,
        fill: "var(--theme-foreground-muted)",
      }),
      Plot.tip(rows, Plot.pointerY({ ...TIP, x: "value", y, title: "title", dy: shift })),
    ],
  });
}
