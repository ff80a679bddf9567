import { capital, count, percent, pointsRange, rate, signedPoints } from "../shared/format.js";
import { changeOf, MEASURE_LABELS, systemName, variantLabel } from "../shared/findings/ablation-variants.js";
import { pValue } from "../shared/findings/paired.js";
import { AS_IS, type VariantMeasure, type VariantRow } from "../shared/variant-rows.js";
import { estimate, whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { groupedIntervals, type IntervalGroup } from "./grouped-intervals.js";
import type { IntervalRow } from "./interval-plot.js";
import { systemColor, systemIndex } from "./systems.js";
import type { Column } from "./table-model.js";
import { ALL_FAMILIES } from "../shared/vocabulary.js";

export interface Where {
  dataset: string;
  file: string;
  /** `passage-text` or `prefix`. */
  ablation: string;
}

const isRate = (measure: string): boolean => measure !== "gap";

const fourDecimals = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;

const valueOf = (row: VariantRow): string =>
  isRate(row.measure) ? rate(row.value) : fourDecimals(row.value);

const deltaOf = (row: VariantRow): string =>
  isRate(row.measure)
    ? changeOf(row)
    : `${fourDecimals(row.delta)} (${fourDecimals(row.delta_low)} to ${fourDecimals(row.delta_high)})`;

const colorOf = (context: FigureContext, system: string): string =>
  system === ALL_FAMILIES
    ? "var(--theme-foreground)"
    : systemColor(systemIndex(context.systems).get(system) ?? { class: "baseline" });

/** A model's name keeps its first letter, the mean takes a capital. */
const nameFirst = (context: FigureContext, system: string): string =>
  system === ALL_FAMILIES
    ? capital(systemName(context.systems, system))
    : systemName(context.systems, system);

const titleOf = (row: VariantRow, name: string): string =>
  [
    `${name}, ${variantLabel(row.variant)}`,
    `${MEASURE_LABELS[row.measure as VariantMeasure]}: ${isRate(row.measure) ? `${percent(row.value)} (${percent(row.low)}–${percent(row.high)})` : valueOf(row)}`,
    row.variant === AS_IS ? "the registered run" : `against the registered run: ${deltaOf(row)}`,
    row.variant === AS_IS || Number.isNaN(row.p)
      ? ""
      : `right in the variant only ${count(row.variant_only)}, as registered only ${count(row.as_is_only)}; McNemar p ${pValue(row.p)}`,
    `${count(row.n)} queries`,
  ]
    .filter(Boolean)
    .join("\n");

/** Gaps are far smaller than rates. */
const number = (name: keyof VariantRow & string, label: string): Column<VariantRow> => ({
  ...estimate<VariantRow>(name, label),
  cell: (row) => (isRate(row.measure) ? rate(row[name] as number) : fourDecimals(row[name] as number)),
});

const columns = (context: FigureContext): Column<VariantRow>[] => [
  words<VariantRow>("system", "System", (system) => systemName(context.systems, system)),
  words<VariantRow>("variant", "Text", variantLabel),
  words<VariantRow>("measure", "Measure", (measure) => MEASURE_LABELS[measure as VariantMeasure]),
  number("value", "Value"),
  number("low", "2.5%"),
  number("high", "97.5%"),
  number("delta", "Change"),
  number("delta_low", "2.5%"),
  number("delta_high", "97.5%"),
  whole<VariantRow>("variant_only", "Variant only"),
  whole<VariantRow>("as_is_only", "Registered only"),
  { ...estimate<VariantRow>("p", "p"), cell: (row) => (Number.isNaN(row.p) ? "–" : pValue(row.p)) },
  estimate<VariantRow>("detectable", "Detectable"),
  whole<VariantRow>("n", "n"),
];

const describe = (groups: readonly IntervalGroup[]): string =>
  groups
    .map(({ title, rows }) => `${title}: ${rows.map((row) => row.title.replaceAll("\n", ", ")).join("; ")}`)
    .join(". ");

/** One system: finding, neighborhood and choice under each text, each beside the registered run. */
export function variantRatesFigure(
  rows: readonly VariantRow[],
  options: Where & { system: string; variants: readonly string[]; measures: readonly VariantMeasure[] },
  context: FigureContext,
): HTMLElement {
  const { dataset, system, variants, measures, file, ablation } = options;
  const own = rows.filter((row) => row.dataset === dataset && row.system === system);
  const name = systemName(context.systems, system);
  const shown = measures.flatMap((measure) =>
    variants.flatMap(
      (variant) => own.find((row) => row.measure === measure && row.variant === variant) ?? [],
    ),
  );
  const chance = shown.find((row) => Number.isFinite(row.chance))?.chance;
  const groups = measures.flatMap((measure): IntervalGroup[] => {
    const members = shown.filter((row) => row.measure === measure);
    const marks = members.map((row): IntervalRow => ({
      label: variantLabel(row.variant),
      value: row.value,
      low: row.low,
      high: row.high,
      color: colorOf(context, system),
      right: row.variant === AS_IS ? rate(row.value) : `${rate(row.value)}   ${signedPoints(row.delta)}`,
      title: titleOf(row, name),
    }));
    if (marks.length === 0) return [];
    const title = capital(MEASURE_LABELS[measure]);
    return [
      {
        title,
        rows: marks,
        ...(measure === "canonical_first" && chance !== undefined
          ? { reference: { value: chance, label: `chance ${rate(chance)}` } }
          : {}),
      },
    ];
  });
  return figureFrame(
    {
      id: "rates",
      figure: `ablations/${ablation}`,
      title: `What is found and what is chosen under each ${ablation === "prefix" ? "prefix" : "text"}`,
      subtitle: `${nameFirst(context, system)}; 95% intervals over ${count(shown[0]?.n ?? 0)} queries. At the right, the value and the change from the registered run in points.${chance === undefined ? "" : ` The dashed line is a random choice, ${rate(chance)}.`}`,
      description: describe(groups),
      plot: (width) => groupedIntervals(groups, { width, xLabel: "share of queries", domain: [0, 1] }),
      rows: shown,
      columns: columns(context),
      file,
    },
    context,
  );
}

const pointsTick = (value: number): string =>
  `${value < 0 ? "−" : value > 0 ? "+" : ""}${Math.round(Math.abs(value) * 1000) / 10}`;

/** Change of one measure from the registered run, every system and text. */
export function variantChangesFigure(
  rows: readonly VariantRow[],
  options: Where & { measure: VariantMeasure; systems: readonly string[]; variants: readonly string[] },
  context: FigureContext,
): HTMLElement {
  const { dataset, measure, file, ablation } = options;
  const own = rows.filter((row) => row.dataset === dataset && row.measure === measure);
  const shown = options.systems.flatMap((system) =>
    options.variants.flatMap(
      (variant) => own.find((row) => row.system === system && row.variant === variant) ?? [],
    ),
  );
  const groups = options.systems.flatMap((system): IntervalGroup[] => {
    const name = systemName(context.systems, system);
    const [before, ...others] = shown.filter((row) => row.system === system);
    if (!before || others.length === 0) return [];
    const marks = others.map((row): IntervalRow => ({
      label: variantLabel(row.variant),
      value: row.delta,
      low: row.delta_low,
      high: row.delta_high,
      color: colorOf(context, system),
      right: isRate(measure)
        ? `${rate(before.value)} → ${rate(row.value)}   ${pointsRange(row.delta_low, row.delta_high)}`
        : `${fourDecimals(before.value)} → ${fourDecimals(row.value)}`,
      title: titleOf(row, name),
    }));
    const title = `${nameFirst(context, system)} (n ${count(before.n)})`;
    return [{ title, rows: marks, reference: { value: 0, label: "" } }];
  });
  const ends = groups.flatMap(({ rows: marks }) => marks.flatMap(({ low, high }) => [low, high]));
  const margin = isRate(measure) ? 0.02 : 0.0005;
  const domain: [number, number] = [Math.min(0, ...ends) - margin, Math.max(0, ...ends) + margin];
  return figureFrame(
    {
      id: "changes",
      figure: `ablations/${ablation}`,
      title: `Change from the registered run: ${MEASURE_LABELS[measure]}`,
      subtitle:
        "Paired by query, 95% intervals; the dashed line is no change. The table holds both values, discordant counts and McNemar’s p.",
      description: describe(groups),
      plot: (width) =>
        groupedIntervals(groups, {
          width,
          xLabel: isRate(measure) ? "points" : "similarity",
          domain,
          tickFormat: isRate(measure) ? pointsTick : fourDecimals,
        }),
      rows: shown,
      columns: columns(context),
      file,
    },
    context,
  );
}
