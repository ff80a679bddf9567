import * as Plot from "@observablehq/plot";
import { axisPercent, bottomAxis, CHART, NARROW, textWidth, TIP } from "./plot-style.js";
import { rowLabels } from "./row-marks.js";

export interface Part {
  key: string;
  label: string;
  color: string;
  /** CSS color of the share printed on it; the page's background unless told. */
  ink?: string;
}

export interface StackedRow {
  label: string;
  /** Counts by part; a bar spans their sum. */
  counts: Readonly<Record<string, number>>;
  /** What the tooltip and the keyboard say of a part. */
  title: (part: Part, share: number) => string;
}

interface Piece {
  at: number;
  part: Part;
  from: number;
  to: number;
  title: string;
}

function pieces(rows: readonly StackedRow[], parts: readonly Part[]): Piece[] {
  return rows.flatMap((row, at) => {
    const total = parts.reduce((sum, { key }) => sum + (row.counts[key] ?? 0), 0);
    let from = 0;
    return parts.map((part) => {
      const share = total === 0 ? 0 : (row.counts[part.key] ?? 0) / total;
      const piece = { at, part, from, to: from + share, title: row.title(part, share) };
      from += share;
      return piece;
    });
  });
}

/** One bar of shares a row, each share printed where it has room. */
export function stackedBars(
  rows: readonly StackedRow[],
  parts: readonly Part[],
  options: { width: number; xLabel: string },
): Element {
  const { width, xLabel } = options;
  const narrow = width < NARROW;
  const left = narrow ? 4 : Math.max(...rows.map(({ label }) => textWidth(label))) + 14;
  const step = narrow ? 48 : 32;
  const half = narrow ? 0.22 : 0.34;
  const dy = narrow ? 10 : 0;
  const shown = pieces(rows, parts);
  const middle = (piece: Piece): number => (piece.from + piece.to) / 2;
  return Plot.plot({
    ...CHART,
    width,
    height: rows.length * step + 48,
    marginLeft: left,
    marginRight: narrow ? 12 : 20,
    marginTop: 8,
    marginBottom: 40,
    x: { domain: [0, 1], label: null },
    y: { domain: [-0.5, rows.length - 0.5], axis: null, range: [8, rows.length * step + 8] },
    marks: [
      Plot.axisX(bottomAxis(xLabel, axisPercent, 5)),
      Plot.rect(
        shown.filter(({ from, to }) => to > from),
        {
          x1: "from",
          x2: "to",
          y1: (piece: Piece) => piece.at - half,
          y2: (piece: Piece) => piece.at + half,
          fill: (piece: Piece) => piece.part.color,
          inset: 0.5,
          dy,
          ariaLabel: "title",
          className: "points",
        },
      ),
      Plot.text(
        shown.filter(({ from, to }) => (to - from) * (width - left) > 44),
        {
          x: middle,
          y: "at",
          text: (piece: Piece) => axisPercent(piece.to - piece.from),
          fill: (piece: Piece) => piece.part.ink ?? "var(--theme-background)",
          fontWeight: 600,
          dy,
        },
      ),
      rowLabels(rows, { y: (_: StackedRow, at: number) => at, narrow }),
      Plot.tip(shown, Plot.pointer({ ...TIP, x: middle, y: "at", title: "title", dy })),
    ],
  });
}
