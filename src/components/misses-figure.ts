import * as Plot from "@observablehq/plot";
import { count, percent, rate } from "../shared/format.js";
import { RANK1_KINDS, RANK1_LABELS, type MissRow, type Rank1Kind } from "../shared/findings/misses.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { key } from "./key.js";
import { axisPercent, CHART, NARROW, textWidth, TIP } from "./plot-style.js";

const COLORS: Record<Rank1Kind, string> = {
  passing: "var(--pass)",
  own_distractor: "var(--fail)",
  other_canonical: "var(--other)",
  other_distractor: "var(--theme-foreground-fainter)",
};

interface Bar {
  row: MissRow;
  kind: Rank1Kind;
  from: number;
  to: number;
  title: string;
}

function bars(rows: readonly MissRow[]): Bar[] {
  return rows.flatMap((row) => {
    let from = 0;
    return RANK1_KINDS.map((kind) => {
      const to = from + row.counts[kind] / row.n;
      const bar = {
        row,
        kind,
        from,
        to,
        title: `${row.label}\n${RANK1_LABELS[kind]}: ${count(row.counts[kind])} of ${count(row.n)} queries (${percent(row.counts[kind] / row.n)})${kind === "own_distractor" ? `\n${percent(row.own)} of its misses` : ""}`,
      };
      from = to;
      return bar;
    });
  });
}

function draw(rows: readonly MissRow[], width: number): Element {
  const narrow = width < NARROW;
  const left = narrow ? 4 : Math.max(...rows.map(({ label }) => textWidth(label))) + 14;
  const step = narrow ? 48 : 32;
  const parts = bars(rows);
  const y = (row: MissRow): number => rows.indexOf(row);
  const half = narrow ? 0.22 : 0.34;
  const shift = narrow ? 10 : 0;
  return Plot.plot({
    ...CHART,
    width,
    height: rows.length * step + 48,
    marginLeft: left,
    marginRight: narrow ? 6 : 16,
    marginTop: 8,
    marginBottom: 40,
    x: { domain: [0, 1], label: null },
    y: { domain: [-0.5, rows.length - 0.5], axis: null, range: [8, rows.length * step + 8] },
    marks: [
      Plot.axisX({
        ticks: 5,
        tickSize: 0,
        tickFormat: axisPercent,
        label: "share of queries",
        labelArrow: "none",
        labelAnchor: "left",
        labelOffset: 36,
      }),
      Plot.rect(parts, {
        x1: "from",
        x2: "to",
        y1: (bar: Bar) => y(bar.row) - half,
        y2: (bar: Bar) => y(bar.row) + half,
        fill: (bar: Bar) => COLORS[bar.kind],
        inset: 0.5,
        dy: shift,
        ariaLabel: "title",
        className: "points",
      }),
      // The share is printed where the bar has room for it.
      Plot.text(
        parts.filter((bar) => (bar.to - bar.from) * (width - left) > 44),
        {
          x: (bar: Bar) => (bar.from + bar.to) / 2,
          y: (bar: Bar) => y(bar.row),
          text: (bar: Bar) => axisPercent(bar.to - bar.from),
          fill: (bar: Bar) => (bar.kind === "other_distractor" ? "currentColor" : "var(--theme-background)"),
          fontWeight: 600,
          dy: shift,
        },
      ),
      Plot.text(rows, {
        frameAnchor: "left",
        y,
        text: "label",
        textAnchor: narrow ? "start" : "end",
        dx: narrow ? 0 : -10,
        dy: narrow ? -9 : 0,
      }),
      Plot.tip(
        parts,
        Plot.pointer({
          ...TIP,
          x: (bar: Bar) => (bar.from + bar.to) / 2,
          y: (bar: Bar) => y(bar.row),
          title: "title",
          dy: shift,
        }),
      ),
    ],
  });
}

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
      plot: (width) => draw(rows, width),
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
        {
          key: "own_share",
          label: "Own, of misses",
          value: (row) => row.own,
          cell: (row) => rate(row.own),
          numeric: true,
        },
        { key: "low", label: "2.5%", value: (row) => row.low, cell: (row) => rate(row.low), numeric: true },
        {
          key: "high",
          label: "97.5%",
          value: (row) => row.high,
          cell: (row) => rate(row.high),
          numeric: true,
        },
        { key: "n", label: "n", value: (row) => row.n, numeric: true },
      ],
      file,
    },
    context,
  );
}
