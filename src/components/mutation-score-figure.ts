import { format } from "d3-format";
import { count, spaced } from "../shared/format.js";
import type { MutationScoreRow } from "../shared/rows.ts";
import { bugColor } from "./bug-types.js";
import { bounds, estimate, whole } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { key } from "./key.js";

const axisTenths = format(".1%");
// One decimal would round a score near 1 to 100%.
const percent = format(".2%");
const range = (low: number, high: number): string => `${percent(low)} to ${percent(high)}`;

const nameOf = ({ domain, bug_type }: MutationScoreRow): string =>
  bug_type !== "all" ? spaced(bug_type) : domain === "all" ? "all mutants" : spaced(domain);

const colorOf = ({ bug_type }: MutationScoreRow): string =>
  bug_type === "all" ? "var(--theme-foreground)" : bugColor(bug_type);

/** Where survivors were searched, the mutation score with the raw rate beside it; elsewhere the raw rate alone. */
function toInterval(row: MutationScoreRow): IntervalRow {
  const [value, low, high] = row.searched
    ? [row.score, row.score_low, row.score_high]
    : [row.raw_rate, row.raw_low, row.raw_high];
  return {
    label: nameOf(row),
    value,
    low,
    high,
    color: colorOf(row),
    ...(row.searched ? { second: row.raw_rate } : {}),
    right: percent(value),
    title:
      `${nameOf(row)}: ${count(row.mutants)} mutants\n` +
      (row.searched
        ? `mutation score ${percent(row.score)} (${range(row.score_low, row.score_high)})\n`
        : "") +
      `raw kill rate ${percent(row.raw_rate)} (${range(row.raw_low, row.raw_high)})\n` +
      `${count(row.survivors)} survive` +
      (row.searched
        ? `: ${count(row.equivalent)} equivalent, ${count(row.out_of_contract)} out of contract`
        : ""),
  };
}

/** How many mutants the suites kill, by domain and by kind of bug. */
export function mutationScoreFigure(
  rows: readonly MutationScoreRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  const searched = rows.some((row) => row.searched);
  const points = rows.filter(({ mutants }) => mutants > 0).map(toInterval);
  const least = Math.min(...points.map(({ low, second }) => Math.min(low, second ?? 1)));
  return figureFrame(
    {
      id: "mutation-score",
      figure: "method/mutation-score",
      title: searched ? "Mutation score beside the raw kill rate" : "Raw kill rate",
      subtitle: `${count(rows[0]?.mutants ?? 0)} mutants. ${searched ? "Dot: killed, of those that can be told apart; diamond: killed, of all." : "Killed, of all; survivors were not searched."} Lines: exact 95% intervals. The axis does not start at 0.`,
      description: points.map(({ title }) => title.replaceAll("\n", ", ")).join("; "),
      key: key([
        {
          shape: "dot",
          color: "var(--theme-foreground)",
          label: searched ? "mutation score" : "raw kill rate",
        },
        ...(searched
          ? [{ shape: "diamond" as const, color: "var(--theme-foreground)", label: "raw kill rate" }]
          : []),
      ]),
      plot: (width) =>
        intervalPlot(points, {
          width,
          xLabel: "share of mutants that a test kills",
          domain: [Math.floor(least * 100) / 100, 1],
          tickFormat: axisTenths,
        }),
      rows,
      columns: [
        { key: "name", label: "Mutants of", value: nameOf },
        whole("mutants", "Made"),
        whole("killed", "Killed"),
        whole("survivors", "Survive"),
        ...(searched
          ? [
              whole<MutationScoreRow>("equivalent", "Equivalent"),
              whole<MutationScoreRow>("out_of_contract", "Out of contract"),
              whole<MutationScoreRow>("distinguished", "Told apart"),
              whole<MutationScoreRow>("undecided", "Undecided"),
            ]
          : []),
        estimate("raw_rate", "Raw rate"),
        ...bounds<MutationScoreRow>("raw_low", "raw_high"),
        ...(searched
          ? [
              estimate<MutationScoreRow>("score", "Score"),
              ...bounds<MutationScoreRow>("score_low", "score_high"),
            ]
          : []),
      ],
      file,
    },
    context,
  );
}
