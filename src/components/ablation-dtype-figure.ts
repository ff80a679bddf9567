import type { DtypeDeceptionRow, DtypeNoiseRow, DtypePlaceRow, DtypeRow } from "../shared/ablation-rows.js";
import { count, percent, pointsRange, rate, signedPoints, spaced } from "../shared/format.js";
import { pValue } from "../shared/findings/paired.js";
import { bugColor } from "./bug-types.js";
import { bounds, estimate, whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { linePlot, type Line } from "./line-plot.js";
import { axisPoints } from "./plot-style.js";
import { systemColor } from "./systems.js";

interface Where {
  dataset: string;
  file: string;
}

const DENSE = systemColor({ class: "local_dense" });

const reachOf = (rows: readonly { low: number; high: number }[]): number =>
  1.1 * Math.max(0.05, ...rows.flatMap(({ low, high }) => [-low, high]));

/** Change of exec@k from fp32 to int8, a row a model and k. */
export function dtypeFigure(
  rows: readonly DtypeRow[],
  { dataset, file }: Where,
  context: FigureContext,
): HTMLElement {
  const shown = rows.filter((row) => row.dataset === dataset);
  const marks = shown.map((row): IntervalRow => ({
    label: `${row.family}, k = ${row.k}`,
    value: row.delta,
    low: row.low,
    high: row.high,
    color: DENSE,
    right: `${rate(row.fp32)} → ${rate(row.int8)}`,
    title: `${row.family}, exec@${row.k}\n${signedPoints(row.delta)} (${pointsRange(row.low, row.high)})\nint8 alone ${count(row.int8_only)}, fp32 alone ${count(row.fp32_only)}\n${count(row.n)} queries`,
  }));
  const reach = reachOf(shown);
  return figureFrame(
    {
      id: "dtype",
      figure: "ablations/dtype",
      title: "exec@k: int8 minus fp32 of the same model",
      subtitle: `Paired over ${count(shown[0]?.n ?? 0)} queries, 95% intervals; at the right, exec@k in fp32 and in int8.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "points",
          domain: [-reach, reach],
          reference: { value: 0, label: "as fp32" },
          tickFormat: axisPoints,
        }),
      rows: shown,
      columns: [
        words<DtypeRow>("family", "Model"),
        whole<DtypeRow>("k", "k"),
        estimate<DtypeRow>("fp32", "fp32"),
        estimate<DtypeRow>("int8", "int8"),
        estimate<DtypeRow>("delta", "Change"),
        ...bounds<DtypeRow>("low", "high"),
        whole<DtypeRow>("fp32_only", "fp32 alone"),
        whole<DtypeRow>("int8_only", "int8 alone"),
        { ...estimate<DtypeRow>("p", "McNemar p"), cell: (row) => pValue(row.p) },
        whole<DtypeRow>("n", "n"),
      ],
      file,
    },
    context,
  );
}

type Arm = "fp32" | "int8" | "noise";
const ARMS: { arm: Arm; label: string; color: string; dashed: boolean }[] = [
  { arm: "fp32", label: "fp32", color: DENSE, dashed: false },
  { arm: "int8", label: "int8", color: DENSE, dashed: true },
  { arm: "noise", label: "fp32 + noise", color: "var(--other)", dashed: false },
];

/** Where the canonical stands among its own candidates: fp32, int8, and fp32 with noise. */
export function placesFigure(
  rows: readonly DtypePlaceRow[],
  { dataset, file, family }: Where & { family: string },
  context: FigureContext,
): HTMLElement {
  const shown = rows.filter((row) => row.dataset === dataset && row.family === family);
  const lines = ARMS.map(({ arm, label, color, dashed }): Line => ({
    label,
    color,
    dashed,
    points: shown.map((row) => ({
      x: row.place,
      value: row[arm],
      low: row[`${arm}_low`],
      high: row[`${arm}_high`],
      title: `${label}\nplace ${row.place} in ${percent(row[arm])} of queries\n95% interval ${percent(row[`${arm}_low`])}–${percent(row[`${arm}_high`])}`,
    })),
  }));
  const top = Math.max(0.5, ...shown.flatMap((row) => [row.fp32_high, row.int8_high, row.coins]));
  const rivals = shown[0]?.rivals ?? 0;
  return figureFrame(
    {
      id: "places",
      figure: "ablations/dtype-places",
      title: "Place of the canonical among its own near-clones",
      subtitle: `${family}: 1 is the most similar. ${count(shown[0]?.n ?? 0)} queries with ${count(rivals)} near-clones, 95% intervals. Dotted: each near-clone above or below its canonical by the toss of a coin; if all candidates were alike, every place would have ${percent(1 / (rivals + 1))}.`,
      description: lines
        .map(
          ({ label, points }) =>
            `${label}: ${points.map(({ x, value }) => `place ${x} in ${percent(value)}`).join(", ")}`,
        )
        .join("; "),
      plot: (width) =>
        linePlot(lines, {
          width,
          xLabel: "place among own candidates",
          yLabel: "share of queries",
          stops: shown.map(({ place }) => place),
          domain: [0, top],
          reference: { label: "coins", points: shown.map((row) => ({ x: row.place, value: row.coins })) },
        }),
      rows: shown,
      columns: [
        whole<DtypePlaceRow>("place", "Place"),
        ...ARMS.flatMap(({ arm, label }) => [
          estimate<DtypePlaceRow>(arm, label),
          ...bounds<DtypePlaceRow>(`${arm}_low`, `${arm}_high`),
        ]),
        estimate<DtypePlaceRow>("coins", "Coins"),
        estimate<DtypePlaceRow>("alike", "Alike"),
        whole<DtypePlaceRow>("n", "n"),
      ],
      file,
    },
    context,
  );
}

/** First among its own by the size of the fp32 gap, as a table. */
export function noiseTable(
  rows: readonly DtypeNoiseRow[],
  { dataset, file }: Where,
  context: FigureContext,
): HTMLElement {
  const shown = rows.filter((row) => row.dataset === dataset);
  return figureFrame(
    {
      id: "noise",
      figure: "ablations/dtype-noise",
      title: "Canonical first among its own near-clones",
      subtitle:
        "All queries with a near-clone, and thirds of them by the size of the fp32 gap. “Beyond noise” is int8 minus fp32 with Gaussian noise of int8’s size.",
      description: shown
        .map(
          (row) =>
            `${row.family}, ${row.gap}: fp32 ${percent(row.fp32)}, int8 ${percent(row.int8)}, noise ${percent(row.noise)}`,
        )
        .join("; "),
      rows: shown,
      columns: [
        words<DtypeNoiseRow>("family", "Model"),
        words<DtypeNoiseRow>("gap", "fp32 gap"),
        estimate<DtypeNoiseRow>("fp32", "fp32"),
        estimate<DtypeNoiseRow>("int8", "int8"),
        estimate<DtypeNoiseRow>("noise", "fp32 + noise"),
        estimate<DtypeNoiseRow>("beyond_noise", "Beyond noise"),
        ...bounds<DtypeNoiseRow>("beyond_low", "beyond_high"),
        estimate<DtypeNoiseRow>("chance", "Alike"),
        estimate<DtypeNoiseRow>("coins", "Coins"),
        whole<DtypeNoiseRow>("n", "n"),
      ],
      file,
    },
    context,
  );
}

/** Change of deception by kind of bug for one model. */
export function dtypeDeceptionFigure(
  rows: readonly DtypeDeceptionRow[],
  { dataset, file, family }: Where & { family: string },
  context: FigureContext,
): HTMLElement {
  const shown = rows.filter((row) => row.dataset === dataset && row.family === family);
  const marks = shown.map((row): IntervalRow => ({
    label: row.bug_type === "all" ? "all near-clones" : spaced(row.bug_type),
    value: row.delta,
    low: row.low,
    high: row.high,
    color: row.bug_type === "all" ? DENSE : bugColor(row.bug_type),
    right: `${rate(row.fp32)} → ${rate(row.int8)}`,
    title: `${spaced(row.bug_type)}\n${signedPoints(row.delta)} (${pointsRange(row.low, row.high)})\n${count(row.pairs)} pairs of ${count(row.n)} queries`,
  }));
  const reach = reachOf(shown);
  return figureFrame(
    {
      id: "dtype-deception",
      figure: "ablations/dtype-deception",
      title: "Deception: int8 minus fp32, by kind of bug",
      subtitle: `${family}, ${count(shown[0]?.pairs ?? 0)} pairs; 95% intervals over queries. At the right, the share deceived in fp32 and in int8.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "points",
          domain: [-reach, reach],
          reference: { value: 0, label: "as fp32" },
          tickFormat: axisPoints,
        }),
      rows: shown,
      columns: [
        words<DtypeDeceptionRow>("bug_type", "Bug type", spaced),
        estimate<DtypeDeceptionRow>("fp32", "fp32"),
        estimate<DtypeDeceptionRow>("int8", "int8"),
        estimate<DtypeDeceptionRow>("delta", "Change"),
        ...bounds<DtypeDeceptionRow>("low", "high"),
        whole<DtypeDeceptionRow>("pairs", "Pairs"),
        whole<DtypeDeceptionRow>("n", "n"),
      ],
      file,
    },
    context,
  );
}
