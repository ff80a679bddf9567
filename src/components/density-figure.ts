import { count, percent, points, rate } from "../shared/format.js";
import type { DensityPath } from "../shared/findings/density.ts";
import type { DensityRow } from "../shared/rows.ts";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { linePlot, type Line } from "./line-plot.js";
import { systemColor, systemIndex, systemLabel } from "./systems.js";
import type { Column } from "./table-model.js";

export interface DensityOptions {
  k: number;
  /** The number of near-clones that the reader has chosen. */
  d: number;
  /** `the four selected near-clones` and the like. */
  sourceLabel: string;
  file: string;
}

const stopsOf = (paths: readonly DensityPath[]): number[] =>
  [...new Set(paths.flatMap(({ values }) => values.map((row) => row.d)))].sort((a, b) => a - b);

function lines(
  paths: readonly DensityPath[],
  context: FigureContext,
  value: (row: DensityRow, before: DensityRow | undefined) => Line["points"][number] | null,
): Line[] {
  const index = systemIndex(context.systems);
  return paths.map((path) => {
    const system = index.get(path.system);
    return {
      label: path.label,
      color: systemColor(system ?? { class: "baseline" }),
      dashed: system?.dtype === "int8",
      points: path.values.flatMap((row, at) => value(row, path.values[at - 1]) ?? []),
    };
  });
}

function columns(context: FigureContext): Column<DensityRow>[] {
  const index = systemIndex(context.systems);
  return [
    {
      key: "system",
      label: "System",
      value: (row) => row.system,
      cell: (row) => systemLabel(index, row.system),
    },
    { key: "d", label: "Near-clones kept", value: (row) => row.d, numeric: true },
    { key: "k", label: "k", value: (row) => row.k, numeric: true },
    {
      key: "value",
      label: "Value",
      value: (row) => row.value,
      cell: (row) => rate(row.value),
      numeric: true,
    },
    { key: "low", label: "2.5%", value: (row) => row.low, cell: (row) => rate(row.low), numeric: true },
    { key: "high", label: "97.5%", value: (row) => row.high, cell: (row) => rate(row.high), numeric: true },
    {
      key: "chance",
      label: "Chance",
      value: (row) => row.chance,
      cell: (row) => rate(row.chance),
      numeric: true,
    },
    { key: "n", label: "n", value: (row) => row.n, numeric: true },
  ];
}

/** exec@k against the number of own near-clones in the pool, chance beside it. */
export function densityFigure(
  paths: readonly DensityPath[],
  options: DensityOptions,
  context: FigureContext,
): HTMLElement {
  const { k, d, file } = options;
  const stops = stopsOf(paths);
  const rows = paths.flatMap(({ values }) => values);
  const drawn = lines(paths, context, (row) => ({
    x: row.d,
    value: row.value,
    low: row.low,
    high: row.high,
    title: `${systemLabel(systemIndex(context.systems), row.system)}\n${row.d} near-clones: exec@${k} ${rate(row.value)}\n95% interval ${rate(row.low)}–${rate(row.high)}`,
  }));
  const chance = (paths[0]?.values ?? []).map((row) => ({ x: row.d, value: row.chance }));
  return figureFrame(
    {
      id: "density",
      figure: "near-clones/density",
      title: `exec@${k} when a query keeps d of its own near-clones`,
      subtitle: `Exact expectation over every way to keep d of ${options.sourceLabel}, everything else left in the pool; ${count(rows[0]?.n ?? 0)} queries, bars are 95% intervals.${k === 1 ? " The dotted line is a coin among a query’s own candidates." : ""}`,
      description: paths
        .map(
          ({ label, values }) =>
            `${label}: ${values.map((row) => `${percent(row.value)} at d = ${row.d}`).join(", ")}`,
        )
        .join("; "),
      plot: (width) =>
        linePlot(drawn, {
          width,
          xLabel: "d, near-clones of its own that a query keeps",
          yLabel: `exec@${k}`,
          stops,
          cursor: d,
          ...(k === 1 ? { reference: { label: "chance", points: chance } } : {}),
        }),
      rows,
      columns: columns(context),
      sort: { key: "d", descending: false },
      file,
    },
    context,
  );
}

/** What each further near-clone costs, in percentage points. */
export function costFigure(
  paths: readonly DensityPath[],
  options: DensityOptions,
  context: FigureContext,
): HTMLElement {
  const { k, d, file } = options;
  const index = systemIndex(context.systems);
  const drawn = lines(paths, context, (row, before) => {
    if (!before) return null;
    const cost = before.value - row.value;
    return {
      x: row.d,
      value: cost,
      low: cost,
      high: cost,
      title: `${systemLabel(index, row.system)}\nfrom ${before.d} to ${row.d}: ${points(cost)} lost`,
    };
  });
  const highest = Math.max(0.05, ...drawn.flatMap((line) => line.points.map(({ value }) => value)));
  return figureFrame(
    {
      id: "cost",
      figure: "near-clones/density",
      title: `What the d-th near-clone costs in exec@${k}`,
      subtitle:
        "Percentage points lost between d − 1 and d; differences of the values above, without intervals of their own.",
      description: drawn
        .map(
          (line) =>
            `${line.label}: ${line.points.map((point) => `${points(point.value)} for number ${point.x}`).join(", ")}`,
        )
        .join("; "),
      plot: (width) =>
        linePlot(drawn, {
          width,
          height: 300,
          xLabel: "d, the near-clone that is added",
          yLabel: "points lost",
          stops: stopsOf(paths).slice(1),
          domain: [0, highest * 1.08],
          ...(d > 0 ? { cursor: d } : {}),
        }),
      rows: paths.flatMap(({ values }) => values),
      columns: columns(context),
      file,
    },
    context,
  );
}
