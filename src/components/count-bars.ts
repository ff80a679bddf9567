import * as Plot from "@observablehq/plot";
import { count } from "../shared/format.js";
import { bottomAxis, CHART, NARROW, textWidth, TIP } from "./plot-style.js";
import { rowLabels } from "./row-marks.js";
import type { Part } from "./stacked-bars.js";

export interface CountRow {
  label: string;
  /** Counts by part. */
  counts: Readonly<Record<string, number>>;
}

interface Piece {
  at: number;
  part: Part;
  from: number;
  to: number;
  title: string;
}

const totalOf = ({ counts }: CountRow): number =>
  Object.values(counts).reduce((sum, value) => sum + value, 0);

function pieces(rows: readonly CountRow[], parts: readonly Part[]): Piece[] {
  return rows.flatMap((row, at) => {
    let from = 0;
    return parts.flatMap((part) => {
      const value = row.counts[part.key] ?? 0;
      if (value === 0) return [];
      const piece = {
        at,
        part,
        from,
        to: from + value,
        title: `${row.label}\n${count(value)} ${part.label}`,
      };
      from += value;
      return [piece];
    });
  });
}

/** One bar a row, as long as its count, in parts; the total stands at its end. */
export function countBars(
  rows: readonly CountRow[],
  parts: readonly Part[],
  options: { width: number; xLabel: string },
): Element {
  const { width, xLabel } = options;
  const narrow = width < NARROW;
  const left = narrow ? 4 : Math.max(...rows.map(({ label }) => textWidth(label))) + 14;
  const step = narrow ? 40 : 26;
  const half = narrow ? 0.2 : 0.34;
  const dy = narrow ? 8 : 0;
  const shown = pieces(rows, parts);
  return Plot.plot({
    ...CHART,
    width,
    height: rows.length * step + 48,
    marginLeft: left,
    marginRight: 44,
    marginTop: 8,
    marginBottom: 40,
    x: { domain: [0, Math.max(1, ...rows.map(totalOf))], label: null },
    y: { domain: [-0.5, rows.length - 0.5], axis: null, range: [8, rows.length * step + 8] },
    marks: [
      Plot.axisX(bottomAxis(xLabel, count, 5)),
      Plot.rect(shown, {
        x1: "from",
        x2: "to",
        y1: (piece: Piece) => piece.at - half,
        y2: (piece: Piece) => piece.at + half,
        fill: (piece: Piece) => piece.part.color,
        insetLeft: 0.5,
        insetRight: 0.5,
        dy,
        ariaLabel: "title",
        className: "points",
      }),
      Plot.text(rows, {
        x: totalOf,
        y: (_: CountRow, at: number) => at,
        text: (row: CountRow) => count(totalOf(row)),
        textAnchor: "start",
        dx: 7,
        dy,
      }),
      rowLabels(rows, { y: (_: CountRow, at: number) => at, narrow }),
      Plot.tip(
        shown,
        Plot.pointer({
          ...TIP,
          x: (piece: Piece) => (piece.from + piece.to) / 2,
          y: "at",
          title: "title",
          dy,
        }),
      ),
    ],
  });
}
