import { count, percent, points, rate } from "../shared/format.js";
import { missingPool, type CurvePath, type DensitySource } from "../shared/findings/density-pool.js";
import type { DensityRow } from "../shared/rows.ts";
import { bounds, estimate, intervalColumns, whole, words } from "./columns.js";
import { element } from "./element.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { linePlot, type Line } from "./line-plot.js";
import { systemColor, systemIndex, systemLabel } from "./systems.js";
import type { Column } from "./table-model.js";

export interface DensityOptions {
  dataset: string;
  source: DensitySource;
  k: number;
  /** The number of near-clones that the reader has chosen. */
  d: number;
  /** The system whose intervals are one band. */
  band: string;
  /** The Parquet file with every row of the source. */
  file: string;
}

/** What a query's near-clones are taken from, in a subtitle. */
const TAKEN_FROM: Record<DensitySource, string> = {
  selected: "its selected near-clones",
  pool_matched: "16 valid mutants drawn from all it has",
  pool_all: "up to 16 valid mutants drawn from all it has",
};

const figureOf = (source: DensitySource): string =>
  source === "selected" ? "near-clones/density" : "near-clones/density-pool";

const stopsOf = (paths: readonly CurvePath[]): number[] =>
  [...new Set(paths.flatMap(({ values }) => values.map((row) => row.d)))].sort((a, b) => a - b);

/** `164 queries, 57 of which have 12`. */
function queriesAt(paths: readonly CurvePath[], d: number): string {
  const row = paths.find(({ standIn }) => !standIn)?.values.find((one) => one.d === d);
  if (!row) return "no queries";
  return `${count(row.n)} queries${row.full < row.n ? `, ${count(row.full)} of which have ${d}` : ""}`;
}

function lines(
  paths: readonly CurvePath[],
  band: string,
  context: FigureContext,
  point: (row: DensityRow, label: string) => Line["points"][number] | null,
): Line[] {
  const index = systemIndex(context.systems);
  return paths.map((path) => {
    const system = index.get(path.system);
    return {
      label: path.label,
      color: systemColor(system ?? { class: "baseline" }),
      dashed: system?.dtype === "int8",
      muted: path.standIn,
      band: path.system === band,
      points: path.values.flatMap((row) => point(row, path.label) ?? []),
    };
  });
}

function columns(context: FigureContext): { names: Column<DensityRow>[]; full: Column<DensityRow> } {
  const index = systemIndex(context.systems);
  return {
    names: [
      words<DensityRow>("system", "System", (id) => systemLabel(index, id)),
      words<DensityRow>("source", "Near-clones from", (source) => source.replace("_", ", ")),
      whole<DensityRow>("d", "Near-clones kept"),
      whole<DensityRow>("k", "k"),
    ],
    full: whole<DensityRow>("full", "Queries with d"),
  };
}

/** Ends and doublings: what the figure in words names of a path. */
const SPOKEN = [0, 1, 2, 4, 8, 16];

const interval = (low: number, high: number): string => `${rate(low)}–${rate(high)}`;

/** exec@k against the number of own near-clones in the pool, chance beside it. */
export function densityFigure(
  paths: readonly CurvePath[],
  options: DensityOptions,
  context: FigureContext,
): HTMLElement {
  const { source, k, d, band, file } = options;
  const { names, full } = columns(context);
  const drawn = lines(paths, band, context, (row, label) => ({
    x: row.d,
    value: row.value,
    low: row.low,
    high: row.high,
    title: `${label}\n${row.d} ${row.d === 1 ? "near-clone" : "near-clones"}: exec@${k} ${rate(row.value)}\n95% interval ${interval(row.low, row.high)}, ${count(row.n)} queries`,
  }));
  const measured = paths.find(({ standIn }) => !standIn) ?? paths[0];
  const chance = (measured?.values ?? []).map((row) => ({ x: row.d, value: row.chance }));
  return figureFrame(
    {
      id: "density",
      figure: figureOf(source),
      title: `exec@${k} when a query keeps d of its own near-clones`,
      subtitle: `Exact expectation over every way to keep d of ${TAKEN_FROM[source]}, everything else left in the pool; at d = ${d}, ${queriesAt(paths, d)}. Bars and the band are 95% intervals; the dotted line is a random order of a query’s own candidates${k === 1 ? ", 1/(d + 1) where it has d" : ""}.`,
      description: paths
        .map(
          ({ label, values }) =>
            `${label}: ${values
              .filter((row) => SPOKEN.includes(row.d))
              .map((row) => `${percent(row.value)} at d = ${row.d}`)
              .join(", ")}`,
        )
        .join("; "),
      plot: (width) =>
        linePlot(drawn, {
          width,
          xLabel: "d, near-clones of its own that a query keeps",
          yLabel: `exec@${k}`,
          stops: stopsOf(paths),
          cursor: d,
          reference: { label: "chance", points: chance },
        }),
      ...missingNote(paths, options, context),
      rows: paths.flatMap(({ values }) => values),
      columns: [
        ...names,
        ...intervalColumns<DensityRow>("value", "Value"),
        full,
        estimate("chance", "Chance"),
      ],
      sort: { key: "d", descending: false },
      file,
    },
    context,
  );
}

function missingNote(
  paths: readonly CurvePath[],
  { dataset }: DensityOptions,
  { systems }: FigureContext,
): { note?: Node } {
  const missing = missingPool(paths, systems, dataset);
  return missing ? { note: element`<span>${missing.sentence} <code>${missing.command}</code></span>` } : {};
}

/** What each further near-clone costs, in percentage points. */
export function costFigure(
  paths: readonly CurvePath[],
  { source, k, d, band, file }: DensityOptions,
  context: FigureContext,
): HTMLElement {
  const drawn = lines(paths, band, context, (row, label) =>
    row.d === 0
      ? null
      : {
          x: row.d,
          value: row.cost,
          low: row.cost_low,
          high: row.cost_high,
          title: `${label}\nfrom ${row.d - 1} to ${row.d}: ${points(row.cost)} lost\n95% interval ${points(row.cost_low)} to ${points(row.cost_high)}, ${count(row.n)} queries`,
        },
  );
  const highest = Math.max(0.05, ...drawn.flatMap((line) => line.points.map(({ high }) => high)));
  const { names, full } = columns(context);
  return figureFrame(
    {
      id: "cost",
      figure: figureOf(source),
      title: `What the d-th near-clone costs in exec@${k}`,
      subtitle: `Percentage points lost between d − 1 and d of ${TAKEN_FROM[source]}; bars and the band are 95% intervals of the paired difference over ${queriesAt(paths, Math.max(1, d))}.`,
      description: drawn
        .map(
          (line) =>
            `${line.label}: ${line.points
              .filter(({ x }) => SPOKEN.includes(x))
              .map(({ x, value }) => `${points(value)} for number ${x}`)
              .join(", ")}`,
        )
        .join("; "),
      plot: (width) =>
        linePlot(drawn, {
          width,
          height: 300,
          xLabel: "d, the near-clone that is added",
          yLabel: "points lost",
          stops: stopsOf(paths).slice(1),
          domain: [0, highest * 1.04],
          ...(d > 0 ? { cursor: d } : {}),
        }),
      rows: paths.flatMap(({ values }) => values).filter((row) => row.d > 0),
      columns: [
        ...names,
        estimate<DensityRow>("cost", "Cost"),
        ...bounds<DensityRow>("cost_low", "cost_high"),
        whole<DensityRow>("n", "n"),
        full,
      ],
      file,
    },
    context,
  );
}
