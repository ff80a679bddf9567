import * as Plot from "@observablehq/plot";
import { count, difference } from "../shared/format.js";
import { gapOf } from "../shared/findings/gap.js";
import type { PerQueryRow } from "../shared/rows.ts";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import type { GapOptions } from "./gap-figure.ts";
import { key } from "./key.js";
import { CHART, NARROW, TIP } from "./plot-style.js";

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
