import { count, percent, rate, spaced } from "../shared/format.js";
import { byBugType, byDomain, overall } from "../shared/findings/deception.js";
import type { DeceptionRow } from "../shared/rows.ts";
import { BUG_TYPES } from "../shared/vocabulary.js";
import { bugColor } from "./bug-types.js";
import { intervalColumns, whole } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { heatmap } from "./heatmap.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { systemColor, systemIndex, systemLabel } from "./systems.js";
import type { Column } from "./table-model.js";

export interface DeceptionOptions {
  dataset: string;
  /** A system id, or `all_dense`. */
  system: string;
  file: string;
}

export const ALL_DENSE = { value: "all_dense", label: "All dense systems, pooled" };

const nameOf = (context: FigureContext, system: string): string =>
  system === ALL_DENSE.value ? ALL_DENSE.label : systemLabel(systemIndex(context.systems), system);

function columns(context: FigureContext): Column<DeceptionRow>[] {
  return [
    {
      key: "system",
      label: "System",
      value: (row) => row.system,
      cell: (row) => nameOf(context, row.system),
    },
    { key: "bug_type", label: "Bug type", value: (row) => row.bug_type, cell: (row) => spaced(row.bug_type) },
    { key: "domain", label: "Domain", value: (row) => row.domain, cell: (row) => spaced(row.domain) },
    ...intervalColumns<DeceptionRow>("value", "Deceived"),
    whole<DeceptionRow>("unseen", "Edit not read"),
    {
      key: "pairs",
      label: "Pairs",
      value: (row) => row.pairs,
      cell: (row) => count(row.pairs),
      numeric: true,
    },
  ];
}

const titleOf = (row: DeceptionRow, name: string): string =>
  `${name}\n${percent(row.value)} of ${count(row.pairs)} pairs deceived\n95% interval ${percent(row.low)}–${percent(row.high)}, ${count(row.n)} queries`;

/** Share of pairs deceived by one property, with intervals, beside a coin and the overall rate. */
export function deceptionFigure(
  rows: readonly DeceptionRow[],
  { dataset, system, file, by }: DeceptionOptions & { by: "bug_type" | "domain" },
  context: FigureContext,
): HTMLElement {
  const shown = by === "bug_type" ? byBugType(rows, dataset, system) : byDomain(rows, dataset, system);
  const index = systemIndex(context.systems);
  const one =
    system === ALL_DENSE.value
      ? systemColor({ class: "local_dense" })
      : systemColor(index.get(system) ?? { class: "baseline" });
  const marks = shown.map((row): IntervalRow => ({
    label: spaced(by === "bug_type" ? row.bug_type : row.domain),
    value: row.value,
    low: row.low,
    high: row.high,
    color: by === "bug_type" ? bugColor(row.bug_type) : one,
    right: `${rate(row.value)}   ${count(row.pairs)} pairs`,
    title: titleOf(row, spaced(by === "bug_type" ? row.bug_type : row.domain)),
  }));
  const all = overall(rows, dataset, system);
  return figureFrame(
    {
      id: by === "bug_type" ? "by-bug-type" : "by-domain",
      figure: "near-clones/deception",
      title: `Share of near-clones that deceive, by ${by === "bug_type" ? "kind of bug" : "domain"}`,
      subtitle: `${nameOf(context, system)}; deceived when the near-clone is at least as similar to the question as the canonical. 95% intervals over ${count(all?.n ?? 0)} queries; overall ${all ? rate(all.value) : ""}.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "share of pairs deceived",
          reference: { value: 0.5, label: "a coin" },
        }),
      rows: shown,
      columns: columns(context),
      file,
    },
    context,
  );
}

/** Every system against every kind of bug. */
export function deceptionHeatmap(
  rows: readonly DeceptionRow[],
  { dataset, file }: { dataset: string; file: string },
  context: FigureContext,
): HTMLElement {
  const shown = rows.filter(
    (row) =>
      row.dataset === dataset &&
      row.domain === "all" &&
      row.bug_type !== "all" &&
      row.system !== ALL_DENSE.value,
  );
  const present = new Set(shown.map(({ system }) => system));
  const values = shown.map(({ value }) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  return figureFrame(
    {
      id: "by-system",
      figure: "near-clones/deception",
      title: "Share of near-clones that deceive, by system and kind of bug",
      subtitle: `Deeper is worse; color runs from ${rate(low)} to ${rate(high)}. The table holds the intervals.`,
      description: `${present.size} systems by ${BUG_TYPES.length} kinds of bug, shares between ${percent(low)} and ${percent(high)}.`,
      plot: (width) =>
        heatmap(
          shown.map((row) => ({
            x: row.bug_type,
            y: row.system,
            value: row.value,
            text: rate(row.value),
            title: titleOf(row, `${nameOf(context, row.system)}, ${spaced(row.bug_type)}`),
          })),
          {
            width,
            xs: BUG_TYPES.map((key) => ({ key, label: spaced(key) })),
            ys: context.systems
              .filter(({ system }) => present.has(system))
              .map(({ system, label }) => ({ key: system, label })),
            color: "var(--fail)",
            domain: [low, high],
          },
        ),
      rows: shown,
      columns: columns(context),
      file,
    },
    context,
  );
}
