import { count, rate } from "../shared/format.js";
import type { LeaderboardRow } from "../shared/rows.ts";
import { CUTOFFS, type Metric } from "../shared/vocabulary.js";
import { intervalColumns } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { linePlot, type Line } from "./line-plot.js";
import { systemColor, systemIndex, systemLabel } from "./systems.js";

/** A metric against the cut-off, one line a system: how fast each system recovers what it missed at rank 1. */
export function curveFigure(
  rows: readonly LeaderboardRow[],
  { dataset, metric, k, file }: { dataset: string; metric: Metric; k: number; file: string },
  context: FigureContext,
): HTMLElement {
  const index = systemIndex(context.systems);
  const shown = rows.filter((row) => row.dataset === dataset && row.metric === metric);
  const lines = context.systems
    .map((system): Line => {
      const points = CUTOFFS.flatMap((cutoff) =>
        shown
          .filter((row) => row.system === system.system && row.k === cutoff)
          .map((row) => ({
            x: cutoff,
            value: row.value,
            low: row.low,
            high: row.high,
            title: `${system.label}\n${metric}@${cutoff} ${rate(row.value)} (${rate(row.low)}–${rate(row.high)})`,
          })),
      );
      return { label: system.label, color: systemColor(system), dashed: system.dtype === "int8", points };
    })
    .filter((line) => line.points.length > 0);
  const n = shown[0]?.n ?? 0;
  return figureFrame(
    {
      id: "curve",
      figure: "near-clones/leaderboard",
      title: `${metric}@k as k grows`,
      subtitle: `One line a system, int8 twins dashed; bars are 95% bootstrap intervals over ${count(n)} queries.`,
      description: lines
        .map(
          (line) =>
            `${line.label} goes from ${rate(line.points[0]!.value)} at k = 1 to ${rate(line.points.at(-1)!.value)} at k = 10`,
        )
        .join("; "),
      plot: (width) =>
        linePlot(lines, {
          width,
          xLabel: "k, results looked at",
          yLabel: `${metric}@k`,
          stops: CUTOFFS,
          cursor: k,
        }),
      rows: shown,
      columns: [
        {
          key: "system",
          label: "System",
          value: (row) => row.system,
          cell: (row) => systemLabel(index, row.system),
        },
        { key: "k", label: "k", value: (row) => row.k, numeric: true },
        ...intervalColumns<LeaderboardRow>("value", "Value"),
      ],
      file,
    },
    context,
  );
}
