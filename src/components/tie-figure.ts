import { count, percent, rate } from "../shared/format.js";
import type { LeaderboardRow } from "../shared/rows.ts";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { systemColor, systemIndex, systemLabel } from "./systems.js";

/** exec@k under the worst, the expected and the best order of equal similarities. */
export function tieFigure(
  rows: readonly LeaderboardRow[],
  { dataset, k, file }: { dataset: string; k: number; file: string },
  context: FigureContext,
): HTMLElement {
  const index = systemIndex(context.systems);
  const shown = rows
    .filter((row) => row.dataset === dataset && row.metric === "exec" && row.k === k)
    .sort((a, b) => b.tie_share - a.tie_share || b.value - a.value);
  const marks = shown.map((row): IntervalRow => {
    const label = systemLabel(index, row.system);
    return {
      label,
      value: row.tie_expected,
      low: row.tie_worst,
      high: row.tie_best,
      color: systemColor(index.get(row.system) ?? { class: "baseline" }),
      right: `${percent(row.tie_share)} tied`,
      title: `${label}\nexpected ${rate(row.tie_expected)}, worst ${rate(row.tie_worst)}, best ${rate(row.tie_best)}\nties that matter: ${percent(row.tie_share)} of queries`,
    };
  });
  return figureFrame(
    {
      id: "ties",
      figure: "near-clones/leaderboard",
      title: `exec@${k} under every order of equal similarities`,
      subtitle: `The dot is the expected value over orders; the bar runs from the worst order to the best. Not a sampling interval. ${count(shown[0]?.n ?? 0)} queries.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      plot: (width) => intervalPlot(marks, { width, xLabel: `exec@${k}` }),
      rows: shown,
      columns: [
        {
          key: "system",
          label: "System",
          value: (row) => row.system,
          cell: (row) => systemLabel(index, row.system),
        },
        ...(
          ["tie_share", "tie_worst", "tie_expected", "tie_best", "value", "tie_canonicals_first"] as const
        ).map((name) => ({
          key: name,
          label: {
            tie_share: "Ties that matter",
            tie_worst: "Worst",
            tie_expected: "Expected",
            tie_best: "Best",
            value: "Realized",
            tie_canonicals_first: "Canonicals first",
          }[name],
          value: (row: LeaderboardRow) => row[name],
          cell: (row: LeaderboardRow) => rate(row[name]),
          numeric: true,
        })),
      ],
      file,
    },
    context,
  );
}
