import { decimal, FEW, GROUPINGS } from "../shared/findings/kafka-interference.js";
import type { Grouping } from "../shared/findings/kafka-interference.ts";
import { count, percent, range, rate, spaced } from "../shared/format.js";
import { listName } from "../shared/kafka-labels.js";
import type { KafkaInterferenceRow } from "../shared/kafka-rows.ts";
import { bounds, estimate, intervalColumns, whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { heatmap } from "./heatmap.js";
import { intervalPlot } from "./interval-plot.js";
import { key } from "./key.js";
import { splitBars } from "./split-bars.js";
import type { Part } from "./stacked-bars.js";
import { systemColor, systemIndex, systemLabel } from "./systems.js";
import type { Column } from "./table-model.js";

export const GROUPING_LABELS: Record<Grouping, string> = {
  strength: "how strongly it misleads",
  confusion: "why it is taken for the owner",
  relation: "what it is to the owner",
};
export const GROUPING_CHOICES = GROUPINGS.map((value) => ({ value, label: value }));

const PARTS: Part[] = [
  { key: "no_primary", label: "no owner in the first k", color: "var(--fail)" },
  {
    key: "primary_lower",
    label: "an owner lower in the first k",
    color: "color-mix(in srgb, var(--fail) 45%, var(--theme-background))",
  },
];

interface Options {
  by: Grouping;
  k: number;
  file: string;
}

const nameOf = (context: FigureContext, { system, mode }: KafkaInterferenceRow): string =>
  listName(systemLabel(systemIndex(context.systems), system), mode);

const titleOf = (row: KafkaInterferenceRow): string =>
  `${percent(row.value)} (${range(row.low, row.high)}) of ${count(row.forms)} phrasings, n = ${count(row.n)} questions\nan owner lower: ${percent(row.primary_lower)} (${range(row.primary_lower_low, row.primary_lower_high)})\nno owner: ${percent(row.no_primary)} (${range(row.no_primary_low, row.no_primary_high)})`;

function columns(context: FigureContext): Column<KafkaInterferenceRow>[] {
  return [
    words<KafkaInterferenceRow>("kind", "Kind", spaced),
    { key: "list", label: "Ranking", value: (row) => nameOf(context, row) },
    ...intervalColumns<KafkaInterferenceRow>("value", "Displaced"),
    whole<KafkaInterferenceRow>("forms", "Phrasings"),
    estimate<KafkaInterferenceRow>("primary_lower", "Owner lower"),
    ...bounds<KafkaInterferenceRow>("primary_lower_low", "primary_lower_high"),
    estimate<KafkaInterferenceRow>("no_primary", "No owner"),
    ...bounds<KafkaInterferenceRow>("no_primary_low", "no_primary_high"),
  ];
}

/** Displacement by kind with one ranking, in its two parts. @param rows of that ranking, at k, the most displacing first */
export function displacementFigure(
  rows: readonly KafkaInterferenceRow[],
  { by, k, file, name }: Options & { name: string },
  context: FigureContext,
): HTMLElement {
  return figureFrame(
    {
      id: "displacement",
      figure: "kafka/interference",
      title: `How often a look-alike stands above the owner, by ${by}`,
      subtitle: `${name}: share of phrasings in which a file of this kind is among the first ${k} and above every owner, over questions that have such a file (n at the right); lines are 95% intervals over questions. Kinds say ${GROUPING_LABELS[by]}${rows.some(({ n }) => n < FEW) ? `; those of fewer than ${FEW} questions stand last` : ""}.`,
      description: rows
        .map((row) => `${spaced(row.kind)}: ${titleOf(row).replaceAll("\n", ", ")}`)
        .join("; "),
      key: key(
        PARTS.map(({ color, label }) => ({
          shape: "square",
          color,
          label: label.replace(" k", ` ${k}`),
        })),
      ),
      plot: (width) =>
        splitBars(
          rows.map((row) => ({
            label: spaced(row.kind),
            shares: { no_primary: row.no_primary, primary_lower: row.primary_lower },
            low: row.low,
            high: row.high,
            right: `${rate(row.value)}   n = ${count(row.n)}`,
            title: `${spaced(row.kind)}\n${titleOf(row)}`,
          })),
          PARTS,
          { width, xLabel: `displaced within the first ${k}` },
        ),
      rows,
      columns: columns(context),
      file,
    },
    context,
  );
}

/** Every ranking against every kind. */
export function displacementHeatmap(
  rows: readonly KafkaInterferenceRow[],
  kinds: readonly string[],
  { by, k, file }: Options,
  context: FigureContext,
): HTMLElement {
  const lists = [...new Set(rows.map((row) => nameOf(context, row)))];
  const values = rows.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return figureFrame(
    {
      id: "by-ranking",
      figure: "kafka/interference",
      title: `Displacement by ranking and ${by}`,
      subtitle: `Share of phrasings displaced within the first ${k} files; deeper is worse, color runs from ${rate(low)} to ${rate(high)}. 95% intervals stand in the second line where there is room, and in the table.`,
      description: `${lists.length} rankings by ${kinds.length} kinds, shares between ${percent(low)} and ${percent(high)}.`,
      plot: (width) =>
        heatmap(
          rows.map((row) => ({
            x: row.kind,
            y: nameOf(context, row),
            value: row.value,
            text: rate(row.value),
            detail: `${rate(row.low)}–${rate(row.high)}`,
            title: `${nameOf(context, row)}, ${spaced(row.kind)}\n${titleOf(row)}`,
          })),
          {
            width,
            xs: kinds.map((kind) => ({ key: kind, label: spaced(kind) })),
            ys: lists.map((list) => ({ key: list, label: list })),
            color: "var(--fail)",
            domain: [Math.min(low, high - 0.01), high],
          },
        ),
      rows,
      columns: columns(context),
      file,
    },
    context,
  );
}

/** How far the first look-alike of a kind stands behind (or, below zero, before) the first owner. */
export function gapFigure(
  rows: readonly KafkaInterferenceRow[],
  { by, file, name }: Omit<Options, "k"> & { name: string },
  context: FigureContext,
): HTMLElement {
  const marks = rows.map((row) => {
    const of = (value: number, low: number, high: number): string =>
      `${decimal(value)} (${decimal(low)} to ${decimal(high)})`;
    const median = of(row.rank_gap_median, row.rank_gap_median_low, row.rank_gap_median_high);
    const average = of(row.rank_gap_mean, row.rank_gap_mean_low, row.rank_gap_mean_high);
    return {
      label: spaced(row.kind),
      value: row.rank_gap_median,
      low: row.rank_gap_median_low,
      high: row.rank_gap_median_high,
      second: row.rank_gap_mean,
      color: systemColor(systemIndex(context.systems).get(row.system) ?? { class: "baseline" }),
      right: `${median}   n = ${count(row.n)}`,
      title: `${spaced(row.kind)}\nmedian ${median}\nmean ${average}\n${count(row.forms)} phrasings, n = ${count(row.n)} questions`,
    };
  });
  const ends = marks.flatMap(({ low, high, second }) => [low, high, second]);
  const number = (
    name: keyof KafkaInterferenceRow & string,
    label: string,
  ): Column<KafkaInterferenceRow> => ({
    key: name,
    label,
    value: (row) => row[name],
    cell: (row) => decimal(row[name] as number),
    numeric: true,
  });
  return figureFrame(
    {
      id: "gap",
      figure: "kafka/interference",
      title: `Ranks between the first look-alike and the first owner, by ${by}`,
      subtitle: `${name}, complete ranking: dot and line are the median over phrasings and its 95% interval over questions, the diamond is the mean. Above zero the owner comes first.`,
      description: marks.map(({ title }) => title.replaceAll("\n", ", ")).join("; "),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "rank gap",
          domain: [Math.min(0, ...ends) - 2, Math.max(1, ...ends) * 1.04],
          tickFormat: decimal,
          reference: { value: 0, label: "level" },
        }),
      rows,
      columns: [
        words<KafkaInterferenceRow>("kind", "Kind", spaced),
        number("rank_gap_median", "Median"),
        number("rank_gap_median_low", "2.5%"),
        number("rank_gap_median_high", "97.5%"),
        number("rank_gap_mean", "Mean"),
        number("rank_gap_mean_low", "2.5%"),
        number("rank_gap_mean_high", "97.5%"),
        whole<KafkaInterferenceRow>("forms", "Phrasings"),
        whole<KafkaInterferenceRow>("n", "n"),
      ],
      file,
    },
    context,
  );
}
