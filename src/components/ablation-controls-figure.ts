import {
  type ControlCostRow,
  type ControlRow,
  type Cost,
  type Pool,
  POOLS,
} from "../shared/ablation-rows.js";
import { COST_LABELS, costOf, POOL_LABELS, poolOf } from "../shared/findings/ablation-controls.js";
import { count, percent, pointsRange, rate, signedPoints } from "../shared/format.js";
import { ALL_FAMILIES, CUTOFFS } from "../shared/vocabulary.js";
import { intervalColumns, whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { linePlot, type Line } from "./line-plot.js";
import { systemColor, systemIndex, systemLabel } from "./systems.js";

export interface ControlOptions {
  dataset: string;
  /** A system id, or `all_families`. */
  system: string;
  file: string;
}

export const FAMILIES = { value: ALL_FAMILIES, label: "Mean over dense families" };

/** A system's printed name, the mean over families included. */
export const seriesName = (context: FigureContext, system: string): string =>
  system === ALL_FAMILIES ? FAMILIES.label : systemLabel(systemIndex(context.systems), system);

const DRAWN: { cost: Cost; color: string }[] = [
  { cost: "own", color: "var(--fail)" },
  { cost: "others", color: "var(--other)" },
  { cost: "random", color: "var(--theme-foreground-muted)" },
];

/** What own near-clones, those of other tasks and random items take from exec@k, a line each. */
export function costFigure(
  rows: readonly ControlCostRow[],
  { dataset, system, file }: ControlOptions,
  context: FigureContext,
): HTMLElement {
  const name = seriesName(context, system);
  const lines = DRAWN.map(({ cost, color }): Line => {
    const points = CUTOFFS.flatMap((k) => costOf(rows, { dataset, system, cost, k }) ?? []);
    return {
      label: COST_LABELS[cost],
      color,
      dashed: cost === "random",
      points: points.map(({ k, value, low, high, n }) => ({
        x: k,
        value,
        low,
        high,
        title: `${COST_LABELS[cost]}\ntake ${signedPoints(value)} from exec@${k}\n95% interval ${pointsRange(low, high)}\n${count(n)} queries`,
      })),
    };
  });
  const shown = rows.filter((row) => row.dataset === dataset && row.system === system);
  const n = shown[0]?.n ?? 0;
  return figureFrame(
    {
      id: "costs",
      figure: "ablations/control-costs",
      title: "What the items of the pool take from exec@k",
      subtitle: `${name}: exec@k without the items minus exec@k with them, paired over ${count(n)} queries, with 95% intervals. Own near-clones and as many random items are taken out of the whole pool; other tasks’ near-clones where the question has none of its own.`,
      description: lines
        .map(
          ({ label, points }) =>
            `${label}: ${points.map(({ x, value }) => `${percent(value)} at k = ${x}`).join(", ")}`,
        )
        .join("; "),
      plot: (width) =>
        linePlot(lines, {
          width,
          xLabel: "k",
          yLabel: "points of exec@k lost",
          stops: CUTOFFS,
          domain: [
            Math.min(0, ...lines.flatMap(({ points }) => points.map(({ low }) => low))),
            Math.max(0.1, ...lines.flatMap(({ points }) => points.map(({ high }) => high))),
          ],
        }),
      rows: shown,
      columns: [
        words<ControlCostRow>("cost", "Items", (cost) => COST_LABELS[cost as Cost]),
        whole<ControlCostRow>("k", "k"),
        ...intervalColumns<ControlCostRow>("value", "Lost"),
      ],
      file,
    },
    context,
  );
}

/** exec@k of one system in each pool. */
export function poolFigure(
  rows: readonly ControlRow[],
  { dataset, system, file, k }: ControlOptions & { k: number },
  context: FigureContext,
): HTMLElement {
  const name = seriesName(context, system);
  const color =
    system === ALL_FAMILIES
      ? "var(--theme-foreground)"
      : systemColor(systemIndex(context.systems).get(system) ?? { class: "baseline" });
  const shown = POOLS.flatMap((pool) => poolOf(rows, { dataset, system, pool, k }) ?? []);
  const marks = shown.map((row): IntervalRow => ({
    label: POOL_LABELS[row.pool as Pool],
    value: row.value,
    low: row.low,
    high: row.high,
    color,
    right: rate(row.value),
    title: `${POOL_LABELS[row.pool as Pool]}\nexec@${k} ${percent(row.value)}\n95% interval ${percent(row.low)}–${percent(row.high)}\n${count(row.n)} queries`,
  }));
  return figureFrame(
    {
      id: "pools",
      figure: "ablations/controls",
      title: `exec@${k} in five pools`,
      subtitle: `${name}; 95% intervals over ${count(shown[0]?.n ?? 0)} queries. “As many random items”: failing snippets of other tasks, the exact expectation over all draws.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      plot: (width) => intervalPlot(marks, { width, xLabel: `exec@${k}` }),
      rows: shown,
      columns: [
        words<ControlRow>("pool", "Pool", (pool) => POOL_LABELS[pool as Pool]),
        whole<ControlRow>("k", "k"),
        ...intervalColumns<ControlRow>("value", "exec@k"),
      ],
      file,
    },
    context,
  );
}

/** Costs of every system at one k, as a table. */
export function costTable(
  rows: readonly ControlCostRow[],
  { dataset, file, k }: { dataset: string; file: string; k: number },
  context: FigureContext,
): HTMLElement {
  const shown = rows.filter((row) => row.dataset === dataset && row.k === k);
  return figureFrame(
    {
      id: "costs-by-system",
      figure: "ablations/control-costs",
      title: `Every system at k = ${k}`,
      subtitle:
        "exec@k without the items minus exec@k with them; intervals by paired bootstrap over queries.",
      description: `${count(shown.length)} rows: every system and kind of item.`,
      rows: shown,
      columns: [
        words<ControlCostRow>("system", "System", (system) => seriesName(context, system)),
        words<ControlCostRow>("cost", "Items", (cost) => COST_LABELS[cost as Cost]),
        ...intervalColumns<ControlCostRow>("value", "Lost"),
      ],
      file,
    },
    context,
  );
}
