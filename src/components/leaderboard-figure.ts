import { capital, count, rankRange, rate } from "../shared/format.js";
import type { LeaderboardRow } from "../shared/rows.ts";
import type { Metric } from "../shared/vocabulary.ts";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { classEntries, key } from "./key.js";
import { systemColor, systemIndex, systemLabel } from "./systems.js";
import type { Column } from "./table-model.js";

export const METRIC_WORDS: Record<Metric, string> = {
  exec: "share of queries with code that works in the first k",
  execution_precision: "mean share of the first k that works",
  ndcg: "nDCG of the canonical within the first k",
};

export interface LeaderboardOptions {
  dataset: string;
  metric: Metric;
  k: number;
  file: string;
}

/** Every system with its interval and rank interval at one cut-off, exec@5 as a diamond. */
export function leaderboardFigure(
  rows: readonly LeaderboardRow[],
  { dataset, metric, k, file }: LeaderboardOptions,
  context: FigureContext,
): HTMLElement {
  const index = systemIndex(context.systems);
  const mine = rows.filter((row) => row.dataset === dataset && row.metric === metric);
  const shown = mine.filter((row) => row.k === k).sort((a, b) => b.value - a.value);
  const showFive = metric === "exec" && k < 5;
  const five = new Map(mine.filter((row) => row.k === 5).map((row) => [row.system, row.value]));
  const marks = shown.map((row): IntervalRow => {
    const label = systemLabel(index, row.system);
    const fifth = five.get(row.system);
    return {
      label,
      value: row.value,
      low: row.low,
      high: row.high,
      color: systemColor(index.get(row.system) ?? { class: "baseline" }),
      ...(showFive && fifth !== undefined ? { second: fifth } : {}),
      right: `${rate(row.value)}   rank ${rankRange(row.rank_low, row.rank_high)}`,
      title: `${label}\n${metric}@${k} ${rate(row.value)} (${rate(row.low)}–${rate(row.high)})\nrank ${row.rank}, interval ${rankRange(row.rank_low, row.rank_high)}${showFive && fifth !== undefined ? `\n${metric}@5 ${rate(fifth)}` : ""}`,
    };
  });
  const n = shown[0]?.n ?? 0;
  const ends = [shown[0], shown.at(-1)].map((row) =>
    row ? `${systemLabel(index, row.system)} ${rate(row.value)}` : "",
  );
  return figureFrame(
    {
      id: "leaderboard",
      figure: "near-clones/leaderboard",
      title: `${metric}@${k} by system`,
      subtitle: `${capital(METRIC_WORDS[metric].replace(" k", ` ${k}`))}; dots with 95% bootstrap intervals over ${count(n)} queries, ranks as 95% intervals from the same resamples.`,
      description: `${shown.length} systems from ${ends[0]} down to ${ends[1]}.`,
      plot: (width) => intervalPlot(marks, { width, xLabel: `${metric}@${k}` }),
      key: key([
        ...classEntries(context.systems),
        ...(showFive ? [{ shape: "diamond" as const, color: "currentColor", label: `${metric}@5` }] : []),
      ]),
      rows: shown,
      columns: columns(index),
      file,
    },
    context,
  );
}

function columns(index: ReturnType<typeof systemIndex>): Column<LeaderboardRow>[] {
  const number = (name: keyof LeaderboardRow, label: string): Column<LeaderboardRow> => ({
    key: name,
    label,
    value: (row) => row[name],
    cell: (row) => rate(Number(row[name])),
    numeric: true,
  });
  return [
    {
      key: "system",
      label: "System",
      value: (row) => row.system,
      cell: (row) => systemLabel(index, row.system),
    },
    number("value", "Value"),
    number("low", "2.5%"),
    number("high", "97.5%"),
    { key: "rank", label: "Rank", value: (row) => row.rank, numeric: true },
    { key: "rank_low", label: "Rank from", value: (row) => row.rank_low, numeric: true },
    { key: "rank_high", label: "to", value: (row) => row.rank_high, numeric: true },
    number("tie_share", "Ties that matter"),
    number("tie_worst", "Worst order"),
    number("tie_best", "Best order"),
    { key: "n", label: "n", value: (row) => row.n, numeric: true },
  ];
}
