import { count, percent, pointsRange, range, rate, signedPoints } from "../shared/format.js";
import { metricAt } from "../shared/findings/kafka-paraphrases.js";
import type { MetricSetting } from "../shared/findings/kafka-paraphrases.ts";
import { FORM_IDS, chunkingLabel, formLabel, listName, protocolLabel } from "../shared/kafka-labels.js";
import type { KafkaMetricRow } from "../shared/kafka-rows.ts";
import { estimate, intervalColumns, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { groupedIntervals } from "./grouped-intervals.js";
import { heatmap } from "./heatmap.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { classEntries, key } from "./key.js";
import { axisPoints, whole5 } from "./plot-style.js";
import { systemColor, systemIndex, systemLabel } from "./systems.js";

export interface ParaphraseOptions {
  setting: MetricSetting;
  file: string;
}

type Named = KafkaMetricRow & { list: string };

/** Where a number was read, as subtitles say it. */
const where = ({ chunking, protocol }: MetricSetting): string =>
  `chunks of ${chunkingLabel(chunking)}, ${protocolLabel(protocol)}`;

function named(rows: readonly KafkaMetricRow[], context: FigureContext): Named[] {
  const index = systemIndex(context.systems);
  return rows.map((row) => ({ ...row, list: listName(systemLabel(index, row.system), row.mode) }));
}

/** Lists of a figure, the highest value first. */
const ordered = (rows: readonly Named[]): Named[] => [...rows].sort((a, b) => b.value - a.value);

const MEASURES: Record<string, { title: string; words: string }> = {
  recall: { title: "recall@k", words: "Share of questions with an owner among the first k files" },
  mrr: { title: "MRR", words: "Mean of 1 / rank of the first owner" },
};

/** Every form against every ranked list: how often an owner is found, with intervals. */
export function formsFigure(
  metrics: readonly KafkaMetricRow[],
  { setting, file, measure }: ParaphraseOptions & { measure: string },
  context: FigureContext,
): HTMLElement {
  const { title, words: meaning } = MEASURES[measure]!;
  const printed = title.replace("k", String(setting.k));
  const byForm = FORM_IDS.map((form) => named(metricAt(metrics, setting, measure, form), context));
  const rows = byForm.flat();
  const lists = ordered(byForm[0]!).map(({ list }) => list);
  const mrr = FORM_IDS.flatMap((form) => named(metricAt(metrics, setting, "mrr", form), context));
  const mrrOf = (row: Named): number =>
    mrr.find(({ list, form }) => list === row.list && form === row.form)?.value ?? NaN;
  const counts = [...new Set(rows.map(({ n }) => n))].sort((a, b) => b - a);
  return figureFrame(
    {
      id: "forms",
      figure: "kafka/metrics",
      title: `${printed} by form of the question`,
      subtitle: `${meaning.replace(" k ", ` ${setting.k} `)}; ${where(setting)}. Second line: 95% interval over n = ${counts.map(count).join(" and ")} questions${counts.length > 1 ? " (the smaller n is that of the cross-module form)" : ""}.`,
      description: lists
        .map(
          (list) =>
            `${list}: ${rows
              .filter((row) => row.list === list)
              .map((row) => `${formLabel(row.form)} ${rate(row.value)}`)
              .join(", ")}`,
        )
        .join("; "),
      plot: (width) =>
        heatmap(
          rows.map((row) => ({
            x: row.form,
            y: row.list,
            value: row.value,
            text: rate(row.value),
            detail: `${rate(row.low)}–${rate(row.high)}`,
            title: `${row.list}, ${formLabel(row.form)}\n${printed} ${percent(row.value)} (${range(row.low, row.high)}), n = ${count(row.n)}\nMRR ${rate(mrrOf(row))}`,
          })),
          {
            width,
            xs: FORM_IDS.filter((_, at) => byForm[at]!.length > 0).map((id) => ({
              key: id,
              label: formLabel(id),
            })),
            ys: lists.map((list) => ({ key: list, label: list })),
            color: "var(--pass)",
            domain: [0, 1],
          },
        ),
      rows,
      columns: [
        words<Named>("list", "Ranking"),
        words<Named>("form", "Form", formLabel),
        ...intervalColumns<Named>("value", printed),
        ...(measure === "mrr"
          ? []
          : [
              {
                ...estimate<Named>("value", "MRR"),
                key: "mrr",
                value: mrrOf,
                cell: (row: Named) => rate(mrrOf(row)),
              },
            ]),
      ],
      file,
    },
    context,
  );
}

/** Recall of the human form minus that of another, paired by question. */
export function lossFigure(
  metrics: readonly KafkaMetricRow[],
  { setting, file, form }: ParaphraseOptions & { form: string },
  context: FigureContext,
): HTMLElement {
  const index = systemIndex(context.systems);
  const rows = ordered(named(metricAt(metrics, setting, "recall_lost", form), context));
  const marks = rows.map((row): IntervalRow => {
    const text = `${signedPoints(row.value)} (${pointsRange(row.low, row.high)})`;
    return {
      label: row.list,
      value: row.value,
      low: row.low,
      high: row.high,
      color: systemColor(index.get(row.system) ?? { class: "baseline" }),
      right: text,
      title: `${row.list}\nhuman minus ${formLabel(form)}: ${text}, n = ${count(row.n)}`,
    };
  });
  return figureFrame(
    {
      id: "loss",
      figure: "kafka/metrics",
      title: `What the ${formLabel(form)} form loses against the human one`,
      subtitle: `recall@${setting.k} of the human form minus that of this one, paired over n = ${count(rows[0]?.n ?? 0)} questions, 95% intervals; ${where(setting)}. To the right of zero the other words cost recall; where the interval holds zero, chance may have made it.`,
      description: marks.map(({ title }) => title.replaceAll("\n", ", ")).join("; "),
      key: key(classEntries(context.systems)),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "points of recall lost",
          domain: whole5(rows),
          tickFormat: axisPoints,
          reference: { value: 0, label: "no difference" },
        }),
      rows,
      columns: [
        words<Named>("list", "Ranking"),
        words<Named>("form", "Form", formLabel),
        ...intervalColumns<Named>("value", "Lost"),
      ],
      file,
    },
    context,
  );
}

const QUORUMS = [
  { metric: "quorum_all", form: "all", label: "every one of four forms" },
  { metric: "recall", form: "human", label: "the human form" },
  { metric: "quorum_any", form: "all", label: "some one of four forms" },
];

/** A question counted as found when every form, the human one, or some form finds it. */
export function quorumFigure(
  metrics: readonly KafkaMetricRow[],
  { setting, file }: ParaphraseOptions,
  context: FigureContext,
): HTMLElement {
  const index = systemIndex(context.systems);
  const groups = QUORUMS.map(({ metric, form, label }) => ({
    label,
    rows: named(metricAt(metrics, setting, metric, form), context).map((row) => ({ ...row, needs: label })),
  }));
  const order = ordered(groups[1]!.rows).map(({ list }) => list);
  const rows = groups.flatMap((group) =>
    [...group.rows].sort((a, b) => order.indexOf(a.list) - order.indexOf(b.list)),
  );
  const mark = (row: Named & { needs: string }): IntervalRow => ({
    label: row.list,
    value: row.value,
    low: row.low,
    high: row.high,
    color: systemColor(index.get(row.system) ?? { class: "baseline" }),
    right: rate(row.value),
    title: `${row.list}, ${row.needs}\n${percent(row.value)} (${range(row.low, row.high)}), n = ${count(row.n)}`,
  });
  return figureFrame(
    {
      id: "quorum",
      figure: "kafka/metrics",
      title: "One phrasing against a quorum of four",
      subtitle: `Share of n = ${count(rows[0]?.n ?? 0)} questions with an owner among the first ${setting.k} files of every form, of the human form, of some form (human, AI-optimized, keyword, wrong terminology); ${where(setting)}, 95% intervals.`,
      description: rows.map((row) => `${row.list}, ${row.needs}: ${rate(row.value)}`).join("; "),
      plot: (width) =>
        groupedIntervals(
          groups.map(({ label }) => ({
            title: label,
            rows: rows.filter(({ needs }) => needs === label).map(mark),
          })),
          { width, xLabel: `recall@${setting.k}`, domain: [0, 1] },
        ),
      rows,
      columns: [
        words<(typeof rows)[number]>("list", "Ranking"),
        words<(typeof rows)[number]>("needs", "Needs"),
        ...intervalColumns<(typeof rows)[number]>("value", `recall@${setting.k}`),
      ],
      file,
    },
    context,
  );
}
