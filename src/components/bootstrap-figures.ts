import { difference, points, pointsRange, rankRange, rate } from "../shared/format.js";
import { chunkingLabel, protocolLabel } from "../shared/kafka-labels.js";
import { classOf, listNamer } from "../shared/kafka-lists.js";
import type { KafkaCellRow, KafkaStandingRow } from "../shared/kafka-rows.ts";
import { bounds, estimate, whole } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { groupedIntervals } from "./grouped-intervals.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { classEntries, key } from "./key.js";
import { axisPoints } from "./plot-style.js";
import { systemColor } from "./systems.js";
import type { Column } from "./table-model.js";

export interface StandingOptions {
  cells: readonly KafkaCellRow[];
  chunking: string;
  protocol: string;
  file: string;
}

/** Ranks of a resample are whole; the quantiles of an interval may lie between two. */
const ranks = (row: KafkaStandingRow): string =>
  rankRange(Math.floor(row.rank_low), Math.ceil(row.rank_high));

const setting = ({ chunking, protocol }: StandingOptions): string =>
  `chunks ${chunkingLabel(chunking)}, ${protocolLabel(protocol)}`;

function columns(cells: readonly KafkaCellRow[]): Column<KafkaStandingRow>[] {
  const name = listNamer(cells);
  return [
    { key: "system", label: "System", value: (row) => name(row) },
    estimate("value", "recall@10"),
    ...bounds<KafkaStandingRow>("low", "high"),
    whole("rank", "Rank"),
    { key: "rank_low", label: "Rank interval", value: (row) => row.rank_low, cell: ranks },
    { key: "behind", label: "Behind", value: (row) => row.behind, cell: (row) => difference(row.behind), numeric: true },
    { key: "behind_low", label: "2.5%", value: (row) => row.behind_low, cell: (row) => difference(row.behind_low), numeric: true },
    { key: "behind_high", label: "97.5%", value: (row) => row.behind_high, cell: (row) => difference(row.behind_high), numeric: true },
    estimate("detectable", "Detectable"),
    { key: "top_cluster", label: "Top cluster", value: (row) => (row.top_cluster ? "yes" : "no") },
    whole("n", "n"),
  ]; // prettier-ignore
}

/** recall@10 with its interval and rank interval, those that cannot be told from the leader first. @param rows best first */
export function forestFigure(
  rows: readonly KafkaStandingRow[],
  options: StandingOptions,
  context: FigureContext,
): HTMLElement {
  const name = listNamer(options.cells);
  const kind = classOf(options.cells);
  const mark = (row: KafkaStandingRow): IntervalRow => ({
    label: name(row),
    value: row.value,
    low: row.low,
    high: row.high,
    color: systemColor({ class: kind(row) }),
    right: `${rate(row.value)}   rank ${ranks(row)}`,
    title: `${name(row)}\nrecall@10 ${rate(row.value)} (${rate(row.low)}–${rate(row.high)})\nrank ${row.rank}, interval ${ranks(row)}`,
  });
  const level = rows.filter((row) => row.top_cluster);
  const behind = rows.filter((row) => !row.top_cluster);
  const [leader] = rows;
  const groups = [
    { title: "Top cluster: not told apart from the leader", rows: level.map(mark) },
    { title: "Behind the leader by more than chance", rows: behind.map(mark) },
  ].filter((group) => group.rows.length > 0);
  const reference = leader && { reference: { value: leader.value, label: "leader" } };
  return figureFrame(
    {
      id: "forest",
      figure: "kafka/standings",
      title: "Who leads, and who cannot be told from the leader",
      subtitle: `recall@10 of the human form, n = ${leader?.n ?? 0} questions; ${setting(options)}. Dots with 95% bootstrap intervals over questions, ranks as intervals of the same resamples.`,
      description: rows
        .map(
          (row) =>
            `${name(row)}: ${rate(row.value)}, rank ${ranks(row)}${row.top_cluster ? ", top cluster" : ""}`,
        )
        .join("; "),
      key: key(classEntries(context.systems)),
      plot: (width) =>
        groupedIntervals(
          groups.map((group) => ({ ...group, ...reference })),
          { width, xLabel: "recall@10, human form", domain: [0, 1] },
        ),
      note: "The cluster goes by the paired interval of the difference, not by whether two intervals here overlap.",
      rows,
      columns: columns(options.cells),
      file: options.file,
    },
    context,
  );
}

/** Every other one's paired difference to the leader, and what so many questions could show. @param rows best first */
export function behindFigure(
  rows: readonly KafkaStandingRow[],
  options: StandingOptions,
  context: FigureContext,
): HTMLElement {
  const name = listNamer(options.cells);
  const kind = classOf(options.cells);
  const [leader, ...others] = rows;
  const marks = others.map((row): IntervalRow => {
    const known = Number.isFinite(row.detectable);
    return {
      label: name(row),
      value: row.behind,
      low: row.behind_low,
      high: row.behind_high,
      color: systemColor({ class: kind(row) }),
      ...(known ? { second: row.detectable } : {}),
      right: points(row.behind),
      title: `${name(row)}\nbehind by ${points(row.behind)} (${pointsRange(row.behind_low, row.behind_high)})${known ? `\nsmallest difference to be seen: ${points(row.detectable)}` : "\nsolves the same questions"}`,
    };
  });
  const ends = others.flatMap((row) => [row.behind_high, row.detectable]).filter(Number.isFinite);
  const least = Math.min(-0.02, ...others.map((row) => row.behind_low));
  return figureFrame(
    {
      id: "behind",
      figure: "kafka/standings",
      title: leader ? `How far behind ${name(leader)}` : "How far behind the leader",
      subtitle: `Leader minus each, over the same n = ${leader?.n ?? 0} questions, in percentage points with 95% intervals of a paired bootstrap; ${setting(options)}.`,
      description: others
        .map((row) => `${name(row)}: ${points(row.behind)} (${pointsRange(row.behind_low, row.behind_high)})`)
        .join("; "),
      key: key([
        {
          shape: "diamond",
          color: "currentColor",
          label: "smallest true difference that so many questions show, 80% power",
        },
      ]),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "points behind the leader",
          domain: [least, Math.max(0.1, ...ends) + 0.01],
          tickFormat: axisPoints,
          reference: { value: 0, label: "leader" },
        }),
      rows: others,
      columns: columns(options.cells),
      file: options.file,
    },
    context,
  );
}
