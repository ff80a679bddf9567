import * as Plot from "@observablehq/plot";
import { count, difference, percent, rate } from "../shared/format.js";
import { gapOf, type GapRow } from "../shared/findings/gap.js";
import type { PerQueryRow } from "../shared/rows.ts";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { intervalPlot } from "./interval-plot.js";
import { key } from "./key.js";
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
        {
          key: "below",
          label: "Share below zero",
          value: (row) => row.below,
          cell: (row) => rate(row.below),
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
        { key: "n", label: "n", value: (row) => row.n, numeric: true },
      ],
      file,
    },
    context,
  );
}

/** Each query of one system: the canonical's similarity against that of its most similar near-clone. */
export function gapScatterFigure(
  rows: readonly PerQueryRow[],
  { figure, file, label }: GapOptions & { label: string },
  context: FigureContext,
): HTMLElement {
  const shown = rows.filter((row) => row.distractors > 0);
  const wins = shown.filter((row) => gapOf(row) >= 0);
  const losses = shown.filter((row) => gapOf(row) < 0);
  const titleOf = (row: PerQueryRow): string =>
    `${row.query}\ncanonical ${row.canonical_similarity.toFixed(4)}, best near-clone ${row.best_distractor_similarity.toFixed(4)}\ngap ${gapOf(row) < 0 ? "−" : "+"}${Math.abs(gapOf(row)).toFixed(4)}`;
  const values = shown.flatMap((row) => [row.canonical_similarity, row.best_distractor_similarity]);
  const domain: [number, number] = [Math.min(...values), Math.max(...values)];
  return figureFrame(
    {
      id: "gap-scatter",
      figure,
      title: `${label}: each question’s canonical against its best near-clone`,
      subtitle: `${count(shown.length)} queries; above the diagonal, broken code is more similar to the question than code that works.`,
      description: `${count(losses.length)} of ${count(shown.length)} queries lie above the diagonal.`,
      plot: (width) => scatter(shown, wins, losses, domain, titleOf, width),
      key: key([
        {
          shape: "dot",
          color: "var(--pass)",
          label: `canonical at least as similar (${count(wins.length)})`,
        },
        {
          shape: "cross",
          color: "var(--fail)",
          label: `a near-clone more similar (${count(losses.length)})`,
        },
      ]),
      rows: shown,
      columns: [
        { key: "query", label: "Query", value: (row) => row.query },
        { key: "domain", label: "Domain", value: (row) => row.domain },
        {
          key: "canonical_similarity",
          label: "Canonical",
          value: (row) => row.canonical_similarity,
          cell: (row) => row.canonical_similarity.toFixed(4),
          numeric: true,
        },
        {
          key: "best_distractor_similarity",
          label: "Best near-clone",
          value: (row) => row.best_distractor_similarity,
          cell: (row) => row.best_distractor_similarity.toFixed(4),
          numeric: true,
        },
        { key: "gap", label: "Gap", value: gapOf, cell: (row) => difference(gapOf(row)), numeric: true },
        {
          key: "canonical_rank",
          label: "Canonical’s rank",
          value: (row) => row.canonical_rank,
          numeric: true,
        },
      ],
      sort: { key: "gap", descending: false },
      file,
    },
    context,
  );
}

function scatter(
  rows: readonly PerQueryRow[],
  wins: readonly PerQueryRow[],
  losses: readonly PerQueryRow[],
  domain: [number, number],
  titleOf: (row: PerQueryRow) => string,
  width: number,
): Element {
  const side = Math.min(width, 520);
  const axis = { ticks: width < NARROW ? 4 : 6, tickSize: 0, labelArrow: "none" as const };
  return Plot.plot({
    ...CHART,
    width: side,
    height: side,
    marginLeft: 46,
    marginBottom: 44,
    marginTop: 24,
    marginRight: 12,
    x: { domain, nice: true, label: null },
    y: { domain, nice: true, label: null },
    marks: [
      Plot.gridX({ stroke: "var(--theme-foreground-faintest)", strokeOpacity: 1, ticks: axis.ticks }),
      Plot.gridY({ stroke: "var(--theme-foreground-faintest)", strokeOpacity: 1, ticks: axis.ticks }),
      Plot.axisX({ ...axis, label: "similarity of the canonical", labelAnchor: "left", labelOffset: 38 }),
      Plot.axisY({ ...axis, label: "similarity of the best near-clone", labelAnchor: "top" }),
      Plot.link([domain], { x1: "0", y1: "0", x2: "1", y2: "1", stroke: "var(--theme-foreground-muted)" }),
      Plot.dot(wins, {
        x: "canonical_similarity",
        y: "best_distractor_similarity",
        r: 3,
        fill: "var(--pass)",
        fillOpacity: 0.75,
        ariaLabel: titleOf,
        className: "points",
      }),
      Plot.dot(losses, {
        x: "canonical_similarity",
        y: "best_distractor_similarity",
        r: 3.5,
        symbol: "times",
        stroke: "var(--fail)",
        strokeWidth: 1.5,
        ariaLabel: titleOf,
        className: "points",
      }),
      Plot.tip(
        rows,
        Plot.pointer({ ...TIP, x: "canonical_similarity", y: "best_distractor_similarity", title: titleOf }),
      ),
    ],
  });
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
