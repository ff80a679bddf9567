import * as Plot from "@observablehq/plot";
import { axisPercent, CHART, NARROW, textWidth, TIP } from "./plot-style.js";
import { bottomGrid, rightTexts, rowLabels } from "./row-marks.js";
import type { Part } from "./stacked-bars.js";

export interface SplitRow {
  label: string;
  /** Shares by part; they add up to the value that the interval is of. */
  shares: Readonly<Record<string, number>>;
  low: number;
  high: number;
  /** Text at the right end. */
  right: string;
  title: string;
}

interface Placed extends SplitRow {
  at: number;
}

/** One bar a row in parts from zero, with the interval of their sum. */
export function splitBars(
  items: readonly SplitRow[],
  parts: readonly Part[],
  options: { width: number; xLabel: string },
): Element {
  const { width, xLabel } = options;
  const narrow = width < NARROW;
  const left = narrow ? 4 : Math.max(...items.map(({ label }) => textWidth(label))) + 14;
  const right = narrow ? 8 : Math.max(...items.map((row) => textWidth(row.right))) + 24;
  const step = narrow ? 46 : 30;
  const half = narrow ? 0.2 : 0.3;
  const dy = narrow ? 9 : 0;
  const rows = items.map((row, at): Placed => ({ ...row, at }));
  const pieces = rows.flatMap((row) => {
    let from = 0;
    return parts.map(({ key, color }) => {
      const share = row.shares[key] ?? 0;
      from += share;
      return { ...row, color, from: from - share, to: from };
    });
  });
  return Plot.plot({
    ...CHART,
    width,
    height: rows.length * step + 56,
    marginLeft: left,
    marginRight: right,
    marginTop: 8,
    marginBottom: 44,
    x: { domain: [0, Math.min(1, Math.max(0.05, ...rows.map(({ high }) => high)))], nice: true, label: null },
    y: { domain: [-0.5, rows.length - 0.5], axis: null, range: [8, rows.length * step + 8] },
    marks: [
      bottomGrid(xLabel, axisPercent, narrow),
      Plot.rect(
        pieces.filter(({ from, to }) => to > from),
        {
          x1: "from",
          x2: "to",
          y1: ({ at }: Placed) => at - half,
          y2: ({ at }: Placed) => at + half,
          fill: "color",
          insetRight: 0.5,
          dy,
        },
      ),
      Plot.link(rows, {
        x1: "low",
        x2: "high",
        y1: "at",
        y2: "at",
        stroke: "currentColor",
        strokeWidth: 1.5,
        dy,
      }),
      Plot.dot(rows, {
        x: ({ shares }: Placed) => parts.reduce((sum, { key }) => sum + (shares[key] ?? 0), 0),
        y: "at",
        r: 3,
        fill: "currentColor",
        ariaLabel: "title",
        className: "points",
        dy,
      }),
      rowLabels(rows, { y: "at", narrow }),
      rightTexts(rows, ({ right: text }) => text, { y: "at", narrow }),
      Plot.tip(rows, Plot.pointerY({ ...TIP, x: "high", y: "at", title: "title", dy })),
    ],
  });
}
