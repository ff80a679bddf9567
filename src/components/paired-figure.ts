import * as Plot from "@observablehq/plot";
import { count, difference, rate } from "../shared/format.js";
import { isShown, pairSentence, pValue } from "../shared/findings/paired.js";
import type { LeaderboardRow, PairedRow } from "../shared/rows.ts";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { key } from "./key.js";
import { CHART, NARROW, textWidth, TIP } from "./plot-style.js";
import { systemIndex, systemLabel } from "./systems.js";

interface Cell {
  /** The system of the row and of the column; the value is row minus column. */
  row: string;
  column: string;
  delta: number;
  shown: boolean;
  title: string;
}

/** Every pair once, the better system (by the leaderboard) as the row. */
function cells(
  rows: readonly PairedRow[],
  order: readonly string[],
  name: (system: string) => string,
): Cell[] {
  return rows.map((pair) => {
    const ahead = order.indexOf(pair.a) < order.indexOf(pair.b);
    return {
      row: ahead ? pair.a : pair.b,
      column: ahead ? pair.b : pair.a,
      delta: ahead ? pair.delta : -pair.delta,
      shown: isShown(pair),
      title: `${name(ahead ? pair.a : pair.b)} minus ${name(ahead ? pair.b : pair.a)}\n${difference(ahead ? pair.delta : -pair.delta)}\nMcNemar p ${pValue(pair.p)}, after Holm ${pValue(pair.p_holm)}`,
    };
  });
}

function matrix(
  shown: readonly Cell[],
  order: readonly string[],
  name: (system: string) => string,
  width: number,
): Element {
  const narrow = width < NARROW;
  const left = Math.min(narrow ? 112 : 190, Math.max(...order.map((system) => textWidth(name(system)))) + 12);
  const top = Math.max(...order.slice(1).map((system) => textWidth(name(system)))) * (narrow ? 1 : 0.62) + 16;
  const side = Math.min(62, (width - left - (narrow ? 4 : 70)) / (order.length - 1));
  const largest = Math.max(0.01, ...shown.map(({ delta }) => Math.abs(delta)));
  return Plot.plot({
    ...CHART,
    width: left + side * (order.length - 1) + (narrow ? 4 : 70),
    height: top + 32 * (order.length - 1) + 8,
    marginLeft: left,
    marginTop: top,
    marginRight: narrow ? 4 : 70,
    marginBottom: 8,
    x: { domain: order.slice(1), padding: 0.05 },
    y: { domain: order.slice(0, -1), padding: 0.08 },
    marks: [
      Plot.axisX({
        anchor: "top",
        tickSize: 0,
        label: null,
        tickFormat: name,
        tickRotate: narrow ? -90 : -38,
        textAnchor: "start",
        dx: narrow ? 0 : -4,
        dy: -4,
      }),
      Plot.axisY({ tickSize: 0, label: null, tickFormat: name, ...(narrow ? { lineWidth: 8 } : {}) }),
      Plot.cell(shown, {
        x: "column",
        y: "row",
        fill: "var(--class-local_dense)",
        fillOpacity: (cell: Cell) => (cell.shown ? 0.12 + 0.38 * (Math.abs(cell.delta) / largest) : 0.03),
        stroke: "var(--class-local_dense)",
        strokeOpacity: (cell: Cell) => (cell.shown ? 1 : 0.15),
        rx: 2,
        ariaLabel: "title",
        className: "points",
      }),
      side > 40
        ? Plot.text(shown, {
            x: "column",
            y: "row",
            text: (cell: Cell) => difference(cell.delta),
            fillOpacity: (cell: Cell) => (cell.shown ? 1 : 0.75),
            fill: "currentColor",
          })
        : null,
      Plot.tip(shown, Plot.pointer({ ...TIP, x: "column", y: "row", title: "title" })),
    ],
  });
}

/** Differences of all pairs of systems at one metric and cut-off; framed cells are shown differences. */
export function pairedFigure(
  rows: readonly PairedRow[],
  board: readonly LeaderboardRow[],
  { metric, k, file }: { metric: string; k: number; file: string },
  context: FigureContext,
): HTMLElement {
  const index = systemIndex(context.systems);
  const name = (system: string): string => systemLabel(index, system);
  const present = new Set(rows.flatMap(({ a, b }) => [a, b]));
  const order = [...board]
    .sort((a, b) => b.value - a.value)
    .map(({ system }) => system)
    .filter((system) => present.has(system));
  const shown = cells(rows, order, name);
  return figureFrame(
    {
      id: "paired",
      figure: "near-clones/paired",
      title: `${metric}@${k}: row system minus column system`,
      subtitle: `${count(rows.length)} pairs over the same ${count(rows[0]?.n ?? 0)} queries, best system on top. ${metric === "exec" ? "A framed cell is below 0.05 by exact McNemar after Holm’s correction over all pairs shown." : "A framed cell has a 95% paired bootstrap interval without zero."}`,
      description: rows
        .map((row) => `${name(row.a)} and ${name(row.b)}: ${pairSentence(row, name)}`)
        .join(" "),
      key: key([
        {
          shape: "square",
          color: "color-mix(in srgb, var(--class-local_dense) 45%, var(--theme-background))",
          label: "a difference is shown",
        },
        {
          shape: "square",
          color: "color-mix(in srgb, var(--class-local_dense) 8%, var(--theme-background))",
          label: "no difference is shown",
        },
      ]),
      plot: (width) => matrix(shown, order, name, width),
      rows,
      columns: [
        { key: "a", label: "A", value: (row) => row.a, cell: (row) => name(row.a) },
        { key: "b", label: "B", value: (row) => row.b, cell: (row) => name(row.b) },
        {
          key: "delta",
          label: "A − B",
          value: (row) => row.delta,
          cell: (row) => difference(row.delta),
          numeric: true,
        },
        {
          key: "low",
          label: "2.5%",
          value: (row) => row.low,
          cell: (row) => difference(row.low),
          numeric: true,
        },
        {
          key: "high",
          label: "97.5%",
          value: (row) => row.high,
          cell: (row) => difference(row.high),
          numeric: true,
        },
        { key: "a_only", label: "A only", value: (row) => row.a_only, numeric: true },
        { key: "b_only", label: "B only", value: (row) => row.b_only, numeric: true },
        { key: "p", label: "p", value: (row) => row.p, cell: (row) => pValue(row.p), numeric: true },
        {
          key: "p_holm",
          label: "p, Holm",
          value: (row) => row.p_holm,
          cell: (row) => pValue(row.p_holm),
          numeric: true,
        },
        {
          key: "detectable",
          label: "Detectable",
          value: (row) => row.detectable,
          cell: (row) => (Number.isFinite(row.detectable) ? rate(row.detectable) : "–"),
          numeric: true,
        },
      ],
      sort: { key: "p_holm", descending: false },
      file,
    },
    context,
  );
}
