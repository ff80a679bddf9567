import * as Plot from "@observablehq/plot";
import { rate } from "../shared/format.js";
import { disagreements, type IdentityRow } from "../shared/findings/identity.js";
import { spreadLabels } from "./direct-labels.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { CHART, NARROW, textWidth, TIP } from "./plot-style.js";
import { systemColor, systemIndex } from "./systems.js";

/** Ranks by execution on the left and by identity on the right; crossing lines are systems whose order depends on the metric. */
export function identityFigure(
  rows: readonly IdentityRow[],
  { k, file, n }: { k: number; file: string; n: number },
  context: FigureContext,
): HTMLElement {
  return figureFrame(
    {
      id: "identity",
      figure: "near-clones/leaderboard",
      title: `Order of systems by exec@${k} and by ndcg@${k}`,
      subtitle: `Left: does any of the first ${k} results work? Right: where does the one canonical stand? ${n} queries; ranks without intervals, so neighbors may swap by chance (see the leaderboard).`,
      description: rows
        .map((row) => `${row.label}: rank ${row.execRank} by exec@${k}, ${row.ndcgRank} by ndcg@${k}`)
        .join("; "),
      plot: (width) => bump(rows, k, width, context),
      rows,
      columns: [
        { key: "system", label: "System", value: (row) => row.system, cell: (row) => row.label },
        {
          key: "exec",
          label: `exec@${k}`,
          value: (row) => row.exec,
          cell: (row) => rate(row.exec),
          numeric: true,
        },
        {
          key: "ndcg",
          label: `ndcg@${k}`,
          value: (row) => row.ndcg,
          cell: (row) => rate(row.ndcg),
          numeric: true,
        },
        { key: "exec_rank", label: "Rank by exec", value: (row) => row.execRank, numeric: true },
        { key: "ndcg_rank", label: "Rank by ndcg", value: (row) => row.ndcgRank, numeric: true },
      ],
      file,
    },
    context,
  );
}

function bump(rows: readonly IdentityRow[], k: number, width: number, context: FigureContext): Element {
  const index = systemIndex(context.systems);
  const narrow = width < NARROW;
  const color = (row: IdentityRow): string => systemColor(index.get(row.system) ?? { class: "baseline" });
  const label = (row: IdentityRow, value: number): string =>
    narrow ? row.label : `${row.label}  ${rate(value)}`;
  const side = Math.min(width * 0.36, Math.max(...rows.map((row) => textWidth(label(row, row.exec)))) + 18);
  // Equal values share a rank; their labels stand one below the other.
  const left = spreadLabels(
    rows.map(({ execRank }) => execRank),
    1,
    1,
    rows.length,
  );
  const right = spreadLabels(
    rows.map(({ ndcgRank }) => ndcgRank),
    1,
    1,
    rows.length,
  );
  const opposed = new Set(disagreements(rows).flat());
  const ends = rows.map((row, at) => ({
    row,
    left: left[at]!,
    right: right[at]!,
    title: `${row.label}\nexec@${k} ${rate(row.exec)}, rank ${row.execRank}\nndcg@${k} ${rate(row.ndcg)}, rank ${row.ndcgRank}`,
  }));
  type End = (typeof ends)[number];
  const text = (end: End, value: number): string => label(end.row, value);
  return Plot.plot({
    ...CHART,
    width: Math.min(width, 760),
    height: rows.length * 30 + 50,
    marginLeft: side,
    marginRight: side,
    marginTop: 34,
    marginBottom: 12,
    x: { domain: [0, 1], axis: null },
    y: { domain: [0.6, rows.length + 0.4], reverse: true, axis: null },
    marks: [
      Plot.text(
        [
          { x: 0, label: `exec@${k}` },
          { x: 1, label: `ndcg@${k}` },
        ],
        { x: "x", frameAnchor: "top", dy: -24, text: "label", fontWeight: 650 },
      ),
      Plot.link(ends, {
        x1: 0,
        x2: 1,
        y1: "left",
        y2: "right",
        stroke: (end: End) => color(end.row),
        strokeWidth: (end: End) => (opposed.has(end.row) ? 3 : 1.5),
        strokeOpacity: (end: End) => (opposed.has(end.row) ? 1 : 0.45),
      }),
      Plot.dot(ends, {
        x: 0,
        y: "left",
        r: 4.5,
        fill: (end: End) => color(end.row),
        ariaLabel: "title",
        className: "points",
      }),
      Plot.dot(ends, { x: 1, y: "right", r: 4.5, fill: (end: End) => color(end.row) }),
      Plot.text(ends, {
        x: 0,
        y: "left",
        text: (end: End) => text(end, end.row.exec),
        textAnchor: "end",
        dx: -12,
      }),
      Plot.text(ends, {
        x: 1,
        y: "right",
        text: (end: End) => text(end, end.row.ndcg),
        textAnchor: "start",
        dx: 12,
      }),
      Plot.tip(ends, Plot.pointerY({ ...TIP, x: 0, y: "left", title: "title" })),
    ],
  });
}
