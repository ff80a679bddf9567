import type { ComparisonReport } from "../loaders/compare/compare.ts";
import type { Alone, ItemChange, MetricDifference, RunComparison } from "../loaders/compare/compare-runs.ts";
import { type Breach, type Threshold } from "../loaders/compare/gate.ts";
import { metricName } from "../loaders/compare/metrics.ts";

const THREE = new Intl.NumberFormat("en-US", { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const SIGNED = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
  signDisplay: "exceptZero",
});

const pValue = (p: number | null): string => (p === null ? "" : p < 0.0001 ? "< 0.0001" : p.toFixed(4));

const METRIC_COLUMNS = ["metric", "A", "B", "B - A", "95 % interval", "McNemar p", "n"];

const metricCells = ({ metric, a, b, difference, low, high, p, n }: MetricDifference): string[] => [
  metric,
  THREE.format(a),
  THREE.format(b),
  SIGNED.format(difference),
  `${SIGNED.format(low)} to ${SIGNED.format(high)}`,
  pValue(p),
  String(n),
];

const ITEM_COLUMNS = ["query", "first passing rank", "canonical's rank", "metric"];
const rank = (value: number): string => (value === 0 ? "none" : String(value));

const itemCells = (item: ItemChange): string[] => [
  item.query,
  `${rank(item.first_passing_a)} -> ${rank(item.first_passing_b)}`,
  `${item.canonical_a} -> ${item.canonical_b}`,
  `${THREE.format(item.value_a)} -> ${THREE.format(item.value_b)}`,
];

/** Columns of equal width, the first to the left, the rest to the right. */
function plainTable(heading: readonly string[], rows: readonly string[][]): string[] {
  const all = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join("  ")
      .trimEnd(),
  );
}

const markdownTable = (heading: readonly string[], rows: readonly string[][]): string[] =>
  [heading, heading.map((_, column) => (column === 0 ? "---" : "---:")), ...rows].map(
    (row) => `| ${row.join(" | ")} |`,
  );

export interface ReportOptions {
  markdown: boolean;
  /** How many items are listed of each comparison. */
  top: number;
  threshold: Threshold;
}

const some = (ids: readonly string[], limit: number): string =>
  ids.slice(0, limit).join(", ") + (ids.length > limit ? `, and ${ids.length - limit} more` : "");

function aloneLines(side: string, { queries, mean }: Alone, metric: string, top: number): string[] {
  if (!mean) return [];
  const interval = `${THREE.format(mean.low)} to ${THREE.format(mean.high)}`;
  return [
    `Only in ${side}: ${queries.length} queries, ${metric} ${THREE.format(mean.value)} (${interval}): ${some(queries, top)}`,
  ];
}

function comparisonLines(report: ComparisonReport, run: RunComparison, options: ReportOptions): string[] {
  const { markdown, top, threshold } = options;
  const table = markdown ? markdownTable : plainTable;
  const [left, right] = report.kind === "models" ? [run.system_a, run.system_b] : [report.a, report.b];
  const subject = report.kind === "models" ? run.dataset : `${run.system_a} on ${run.dataset}`;
  const metric = metricName(threshold.metric);
  const shown = run.items.slice(0, top);
  return [
    `${markdown ? "## " : ""}${subject}: A = ${left}, B = ${right}`,
    "",
    ...table(METRIC_COLUMNS, run.metrics.map(metricCells)),
    "",
    `${run.items.length} queries are ranked otherwise; ${metric} falls in ${run.lost} and rises in ${run.won} of them${shown.length === 0 ? "." : shown.length < run.items.length ? `; the first ${shown.length}:` : ":"}`,
    "",
    ...(shown.length > 0 ? [...table(ITEM_COLUMNS, shown.map(itemCells)), ""] : []),
    ...aloneLines("A", run.only_a, metric, top),
    ...aloneLines("B", run.only_b, metric, top),
  ];
}

function figureLines({ figures }: ComparisonReport, top: number): string[] {
  if (!figures) return [];
  const { changed, onlyA, onlyB } = figures;
  return [
    `${changed.length} figures have other rows${changed.length > 0 ? `: ${some(changed, top)}` : "."}`,
    ...(onlyA.length > 0 ? [`Only in A: ${some(onlyA, top)}`] : []),
    ...(onlyB.length > 0 ? [`Only in B: ${some(onlyB, top)}`] : []),
    "",
  ];
}

function taskLines({ tasks }: ComparisonReport, top: number): string[] {
  if (!tasks) return [];
  const { added, removed, changed, withoutVectors } = tasks;
  const named = changed.map(({ task, parts }) => `${task} (${parts.join(", ")})`);
  return [
    `${added.length} tasks added, ${removed.length} removed, ${changed.length} changed${changed.length > 0 ? `: ${some(named, top)}` : "."}`,
    "Both are ranked with today's vectors, near-clones and outcomes of their tasks; a task whose tests changed has its outcomes of today in both.",
    ...(withoutVectors.length > 0
      ? [`Left out, since their question or function is another one today: ${some(withoutVectors, top)}`]
      : []),
    "",
  ];
}

function gateLines(found: readonly Breach[], { metric, maxDrop, judge }: Threshold): string[] {
  if (!Number.isFinite(maxDrop)) return [];
  const limit = `${metricName(metric)} may drop by ${maxDrop} (${judge})`;
  if (found.length === 0) return [`Within the limit: ${limit}.`];
  return found.map(
    ({ dataset, system_a, system_b, difference, low, high }) =>
      `Beyond the limit: ${limit}; ${dataset}, ${system_a === system_b ? system_a : `${system_a} to ${system_b}`}: ${SIGNED.format(difference)} (${SIGNED.format(low)} to ${SIGNED.format(high)}).`,
  );
}

/** The report as text or Markdown. */
export const reportLines = (
  report: ComparisonReport,
  found: readonly Breach[],
  options: ReportOptions,
): string[] => [
  ...(options.markdown ? [`# ${report.a} against ${report.b}`, ""] : []),
  ...figureLines(report, options.top),
  ...taskLines(report, options.top),
  ...report.comparisons.flatMap((run) => [...comparisonLines(report, run, options), ""]),
  ...gateLines(found, options.threshold),
];
