import * as Plot from "@observablehq/plot";
import { count, difference, percent, rate } from "../shared/format.js";
import { gapOf, type GapRow } from "../shared/findings/gap.js";
import type { PerQueryRow } from "../shared/rows.ts";
import { intervalColumns } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { intervalPlot } from "./interval-plot.js";
import { CHART, NARROW, TIP } from "./plot-style.js";
import { systemColor } from "./systems.js";

export interface GapOptions {
  figure: string;
  file: string;
}

/** Share of queries in which some own near-clone is strictly more similar than the canonical, by system. */
export function gapShareFigure(
  rows: readonly GapRow[],
  { figure, file }: GapOptions,
  context: FigureContext,
): HTMLElement {
  const marks = rows.map((row) => ({
    label: row.label,
    value: row.below,
    low: row.low,
    high: row.high,
    color: systemColor(row),
    right: `${rate(row.below)}   median ${difference(row.median)}`,
    title: `${row.label}\n${percent(row.below)} of ${count(row.n)} queries (${percent(row.low)}–${percent(row.high)})\ngap: median ${difference(row.median)}, mean ${difference(row.mean)}, middle half ${difference(row.quartiles[0])} to ${difference(row.quartiles[1])}`,
  }));
  return figureFrame(
    {
      id: "gap-share",
      figure,
      title: "Share of queries in which some near-clone beats the canonical",
      subtitle: `Strictly more similar to the query than the code that works; 95% intervals over ${count(rows[0]?.n ?? 0)} queries. Medians are in each system’s own unit of similarity.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      plot: (width) => intervalPlot(marks, { width, xLabel: "share of queries" }),
      rows,
      columns: [
        { key: "system", label: "System", value: (row) => row.system, cell: (row) => row.label },
        ...intervalColumns<GapRow>("below", "Share below zero"),
        {
          key: "median",
          label: "Median gap",
          value: (row) => row.median,
          cell: (row) => difference(row.median),
          numeric: true,
        },
        {
          key: "mean",
          label: "Mean gap",
          value: (row) => row.mean,
          cell: (row) => difference(row.mean),
          numeric: true,
        },
      ],
      file,
    },
    context,
  );
}

/** How the gap of one system is spread over queries: zero is the line between code that works and code that does not. */
export function gapHistogramFigure(
  rows: readonly PerQueryRow[],
  { figure, file, label }: GapOptions & { label: string },
  context: FigureContext,
): HTMLElement {
  const shown = rows.filter((row) => row.distractors > 0);
  const gaps = shown.map(gapOf).sort((a, b) => a - b);
  const reach = Math.max(
    Math.abs(gaps[Math.floor(gaps.length * 0.01)] ?? 0),
    Math.abs(gaps[Math.ceil(gaps.length * 0.99) - 1] ?? 0),
    1e-6,
  );
  // An odd number of edges puts zero on an edge, so that no bar mixes the two sides.
  const step = reach / 14;
  const bins = new Map<number, number>();
  for (const gap of gaps) {
    const at = Math.max(-14, Math.min(13, Math.floor(gap / step)));
    bins.set(at, (bins.get(at) ?? 0) + 1);
  }
  const bars = [...bins]
    .sort((a, b) => a[0] - b[0])
    .map(([at, queries]) => ({
      from: at * step,
      to: (at + 1) * step,
      queries,
      side: at < 0 ? "below" : "above",
    }));
  const median = gaps[Math.floor(gaps.length / 2)] ?? 0;
  return figureFrame(
    {
      id: "gap-histogram",
      figure,
      title: `${label}: the gap, question by question`,
      subtitle: `Similarity of the canonical minus that of the best near-clone; ${count(gaps.length)} queries, the outermost bars hold what lies beyond.`,
      description: `The median gap is ${difference(median)}; ${count(gaps.filter((gap) => gap < 0).length)} of ${count(gaps.length)} are below zero.`,
      plot: (width) =>
        Plot.plot({
          ...CHART,
          width,
          height: 260,
          marginLeft: 40,
          marginBottom: 44,
          marginTop: 26,
          x: { domain: [-reach, reach], label: null },
          y: { label: null },
          marks: [
            Plot.gridY({ stroke: "var(--theme-foreground-faintest)", strokeOpacity: 1, ticks: 4 }),
            Plot.axisY({ ticks: 4, tickSize: 0, label: "queries", labelArrow: "none" }),
            Plot.axisX({
              ticks: width < NARROW ? 4 : 8,
              tickSize: 0,
              label: "gap in similarity",
              labelArrow: "none",
              labelAnchor: "left",
              labelOffset: 38,
            }),
            Plot.rectY(bars, {
              x1: "from",
              x2: "to",
              y: "queries",
              fill: (bar: { side: string }) => (bar.side === "below" ? "var(--fail)" : "var(--pass)"),
              fillOpacity: 0.85,
              inset: 0.5,
              ariaLabel: (bar: { from: number; to: number; queries: number }) =>
                `${bar.queries} queries between ${difference(bar.from)} and ${difference(bar.to)}`,
              className: "points",
            }),
            Plot.ruleX([0], { stroke: "var(--theme-foreground)" }),
            Plot.text(["broken code wins"], {
              frameAnchor: "top-left",
              dx: 18,
              dy: -16,
              fill: "var(--fail)",
              fontWeight: 600,
            }),
            Plot.text(["code that works wins"], {
              frameAnchor: "top-right",
              dy: -16,
              fill: "var(--pass)",
              fontWeight: 600,
            }),
            Plot.tip(
              bars,
              Plot.pointerX({
                ...TIP,
                x: (bar: { from: number; to: number }) => (bar.from + bar.to) / 2,
                y: "queries",
                title: (bar: { from: number; to: number; queries: number }) =>
                  `${bar.queries} queries\ngap ${difference(bar.from)} to ${difference(bar.to)}`,
              }),
            ),
          ],
        }),
      rows: bars,
      columns: [
        {
          key: "from",
          label: "From",
          value: (bar) => bar.from,
          cell: (bar) => difference(bar.from),
          numeric: true,
        },
        { key: "to", label: "To", value: (bar) => bar.to, cell: (bar) => difference(bar.to), numeric: true },
        { key: "queries", label: "Queries", value: (bar) => bar.queries, numeric: true },
      ],
      file,
    },
    context,
  );
}
