import { atSetting, statedRate } from "../shared/findings/kafka-chunking.js";
import type { ChunkingSetting } from "../shared/findings/kafka-chunking.ts";
import { count, pointsRange, rate, signedPoints } from "../shared/format.js";
import type { ChunkingDifferenceRow, PublishedRecallRow } from "../shared/kafka-chunking-rows.ts";
import { chunkingsOf } from "../shared/kafka-grid.js";
import {
  chunkingLabel,
  formLabel,
  listName,
  PROTOCOL_LABELS,
  protocolLabel,
} from "../shared/kafka-labels.js";
import type { KafkaCellRow, KafkaMetricRow } from "../shared/kafka-rows.ts";
import { intervalColumns, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { groupedIntervals } from "./grouped-intervals.js";
import { heatmap, type HeatCell } from "./heatmap.js";
import type { IntervalRow } from "./interval-plot.js";
import { classEntries, key } from "./key.js";
import { axisPoints, whole5 } from "./plot-style.js";
import { systemColor, systemIndex, systemLabel } from "./systems.js";

/** Names of the measures of a chunking, as `recall@10`. */
export const CHUNKING_MEASURES: Record<string, { name: string; words: string }> = {
  recall: { name: "recall", words: "Share of questions with an owner among the first" },
  span_hit: {
    name: "span hit",
    words: "Share of questions whose owner is found by a chunk over its own lines among the first",
  },
};

interface Options {
  setting: ChunkingSetting;
  file: string;
}

const measureName = ({ metric, k }: ChunkingSetting): string =>
  `${CHUNKING_MEASURES[metric]?.name ?? metric}@${k}`;

const describe = ({ form, protocol }: ChunkingSetting): string =>
  `${formLabel(form)} form, ${protocolLabel(protocol)}`;

type WithList<Row> = Row & { list: string };

function withLists<Row extends { system: string; mode: string }>(
  rows: readonly Row[],
  context: FigureContext,
): WithList<Row>[] {
  const index = systemIndex(context.systems);
  return rows.map((row) => ({ ...row, list: listName(systemLabel(index, row.system), row.mode) }));
}

const colorOf = (context: FigureContext, system: string): string =>
  systemColor(systemIndex(context.systems).get(system) ?? { class: "baseline" });

/** Every ranked list over every chunking; what is not ranked stays an empty cell. */
export function chunkingHeatmap(
  metrics: readonly KafkaMetricRow[],
  cells: readonly KafkaCellRow[],
  { setting, file }: Options,
  context: FigureContext,
): HTMLElement {
  const rows = withLists(atSetting(metrics, setting), context);
  const chunkings = chunkingsOf(cells);
  const lists = [...new Set(rows.map(({ list }) => list))];
  const values = rows.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const cell = (list: string, chunking: string): HeatCell => {
    const row = rows.find((one) => one.list === list && one.chunking === chunking);
    const head = `${list}, ${chunkingLabel(chunking)}`;
    return row
      ? {
          x: chunking,
          y: list,
          value: row.value,
          text: rate(row.value),
          detail: `${rate(row.low)}–${rate(row.high)}`,
          title: `${head}\n${measureName(setting)} ${statedRate(row)}, n = ${count(row.n)}`,
        }
      : { x: chunking, y: list, value: low, text: "–", detail: "", title: `${head}\nnot ranked` };
  };
  return figureFrame(
    {
      id: "chunkings",
      figure: "kafka/metrics",
      title: `${measureName(setting)} by ranking and chunking`,
      subtitle: `${CHUNKING_MEASURES[setting.metric]?.words ?? ""} ${setting.k} files; ${describe(setting)}. Columns are characters a chunk and their overlap; second line: 95% interval over n = ${count(rows[0]?.n ?? 0)} questions. Color runs from ${rate(low)} to ${rate(high)}.`,
      description: rows
        .map((row) => `${row.list}, ${chunkingLabel(row.chunking)}: ${rate(row.value)}`)
        .join("; "),
      plot: (width) =>
        heatmap(
          lists.flatMap((list) => chunkings.map((chunking) => cell(list, chunking))),
          {
            width,
            xs: chunkings.map((id) => ({ key: id, label: chunkingLabel(id) })),
            ys: lists.map((list) => ({ key: list, label: list })),
            color: "var(--pass)",
            domain: [low, Math.max(high, low + 0.01)],
          },
        ),
      rows,
      columns: [
        words<WithList<KafkaMetricRow>>("list", "Ranking"),
        words<WithList<KafkaMetricRow>>("chunking", "Chunking", chunkingLabel),
        ...intervalColumns<WithList<KafkaMetricRow>>("value", measureName(setting)),
      ],
      file,
    },
    context,
  );
}

/** Each chunking minus the usual one, paired by question. */
export function chunkingForest(
  differences: readonly ChunkingDifferenceRow[],
  { setting, file, usual }: Options & { usual: string },
  context: FigureContext,
): HTMLElement {
  const rows = withLists(atSetting(differences, setting), context);
  const chunkings = [...new Set(rows.map(({ chunking }) => chunking))];
  const mark = (row: WithList<ChunkingDifferenceRow>): IntervalRow => {
    const text = `${signedPoints(row.value)} (${pointsRange(row.low, row.high)})`;
    return {
      label: row.list,
      value: row.value,
      low: row.low,
      high: row.high,
      color: colorOf(context, row.system),
      right: text,
      title: `${row.list}, ${chunkingLabel(row.chunking)} minus ${chunkingLabel(usual)}\n${text}, n = ${count(row.n)}`,
    };
  };
  return figureFrame(
    {
      id: "differences",
      figure: "kafka/chunking-differences",
      title: `What another chunking changes against ${chunkingLabel(usual)}`,
      subtitle: `${measureName(setting)} minus the same ranking’s over ${chunkingLabel(usual)}, paired over n = ${count(rows[0]?.n ?? 0)} questions, 95% intervals; ${describe(setting)}. Where an interval holds zero, chance may have made the difference.`,
      description: rows.map((row) => mark(row).title.replaceAll("\n", ", ")).join("; "),
      key: key(classEntries(context.systems)),
      plot: (width) =>
        groupedIntervals(
          chunkings.map((chunking) => ({
            title: chunkingLabel(chunking),
            rows: rows.filter((row) => row.chunking === chunking).map(mark),
            reference: { value: 0, label: "" },
          })),
          {
            width,
            xLabel: `points of ${measureName(setting)}`,
            domain: whole5(rows),
            tickFormat: axisPoints,
          },
        ),
      rows,
      columns: [
        words<WithList<ChunkingDifferenceRow>>("list", "Ranking"),
        words<WithList<ChunkingDifferenceRow>>("chunking", "Chunking", chunkingLabel),
        ...intervalColumns<WithList<ChunkingDifferenceRow>>("value", `Minus ${chunkingLabel(usual)}`),
      ],
      file,
    },
    context,
  );
}

interface ProtocolRow {
  list: string;
  protocol: string;
  source: string;
  value: number;
  low: number;
  high: number;
  n: number;
}

/**
 * Both ways to read the same rankings, one above the other; published values, hollow, stand with the protocol they were
 * read by.
 */
export function protocolsFigure(
  metrics: readonly KafkaMetricRow[],
  published: readonly PublishedRecallRow[],
  { setting, file, chunking }: Options & { chunking: string },
  context: FigureContext,
): HTMLElement {
  const protocols = Object.keys(PROTOCOL_LABELS);
  const ours = withLists(
    protocols.flatMap((protocol) => atSetting(metrics, { ...setting, metric: "recall", protocol })),
    context,
  ).filter((row) => row.chunking === chunking);
  const color = new Map(ours.map((row) => [row.list, colorOf(context, row.system)]));
  const theirs =
    setting.k === 10 && setting.form === "human"
      ? published.filter((row) => row.chunking === "" || row.chunking === chunking)
      : [];
  const rows: ProtocolRow[] = [
    ...ours.map((row) => ({ ...row, source: "ours" })),
    ...theirs.map((row) => ({ ...row, list: row.label, source: "published" })),
  ];
  const mark = (row: ProtocolRow): IntervalRow => ({
    label: row.list,
    value: row.value,
    low: Number.isFinite(row.low) ? row.low : row.value,
    high: Number.isFinite(row.high) ? row.high : row.value,
    color: color.get(row.list) ?? systemColor({ class: "published" }),
    hollow: row.source === "published",
    right: row.source === "published" ? `${rate(row.value)}, n = ${row.n}` : rate(row.value),
    title: `${row.list}, ${protocolLabel(row.protocol)}${row.source === "published" ? ", published" : ""}\nrecall@${setting.k} ${statedRate(row)}, n = ${count(row.n)}${Number.isFinite(row.low) ? "" : "\nno interval was published"}`,
  });
  return figureFrame(
    {
      id: "protocols",
      figure: "kafka/metrics",
      title: "The same rankings, read in two ways",
      subtitle: `recall@${setting.k}, ${formLabel(setting.form)} form, chunks of ${chunkingLabel(chunking)}, 95% intervals over n = ${count(ours[0]?.n ?? 0)} questions. Complete: every file by its best chunk. Ten best chunks: only the files of those chunks${theirs.length > 0 ? "; published values (hollow) were read this way, over other systems and questions" : ""}.`,
      description: rows.map((row) => mark(row).title.replaceAll("\n", ", ")).join("; "),
      key: key([
        ...classEntries(context.systems),
        ...(theirs.length > 0
          ? [
              {
                shape: "hollow" as const,
                color: systemColor({ class: "published" }),
                label: "Published value",
              },
            ]
          : []),
      ]),
      plot: (width) =>
        groupedIntervals(
          protocols.map((protocol) => ({
            title: protocolLabel(protocol),
            rows: rows.filter((row) => row.protocol === protocol).map(mark),
          })),
          { width, xLabel: `recall@${setting.k}`, domain: [0, 1] },
        ),
      rows,
      columns: [
        words<ProtocolRow>("list", "Ranking"),
        words<ProtocolRow>("protocol", "Protocol", protocolLabel),
        words<ProtocolRow>("source", "Source"),
        ...intervalColumns<ProtocolRow>("value", `recall@${setting.k}`),
      ],
      file,
    },
    context,
  );
}
