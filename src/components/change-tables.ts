import type { BuildChanges, FigureChange, HeadlineChange } from "../shared/change-rows.ts";
import { movedHeadline } from "../shared/findings/changes.js";
import { count, difference, rate } from "../shared/format.js";
import { element } from "./element.js";
import { dataTable } from "./table.js";

const KINDS: Record<FigureChange["kind"], string> = {
  changed: "other rows",
  close: "less than 1e-9",
  added: "new",
  removed: "gone",
};

/** Figures whose rows differ, with what lies between. */
export function changedFigures({ figures }: BuildChanges): HTMLElement {
  if (figures.length === 0) return element`<p class="empty-state">Every figure has the rows that it had.</p>`;
  return dataTable(figures, {
    caption: "Figures whose rows changed",
    pageSize: 15,
    columns: [
      { key: "figure", label: "Rows", value: (row) => row.figure },
      { key: "kind", label: "What", value: (row) => KINDS[row.kind] },
      {
        key: "before",
        label: "Before",
        value: (row) => row.rows_before,
        cell: (row) => count(row.rows_before),
        numeric: true,
      },
      {
        key: "now",
        label: "Now",
        value: (row) => row.rows_now,
        cell: (row) => count(row.rows_now),
        numeric: true,
      },
      { key: "causes", label: "Changed since", value: (row) => row.causes.join(". "), wrap: true },
    ],
  });
}

const estimate = (value: number | null, low: number | null, high: number | null): string =>
  value === null || low === null || high === null ? "–" : `${rate(value)} (${rate(low)}–${rate(high)})`;

const step = ({ before, now }: HeadlineChange): number =>
  before === null || now === null ? Number.NaN : now - before;

/** Headline numbers, moved ones first: each with its interval on both sides. */
export function headlineTable(changes: BuildChanges): HTMLElement {
  const moved = movedHeadline(changes);
  const still = changes.headline.filter((row) => row.before === row.now);
  return dataTable([...moved, ...still], {
    caption: "Headline numbers on both sides",
    pageSize: 15,
    columns: [
      { key: "dataset", label: "Dataset", value: (row) => row.dataset },
      { key: "system", label: "System", value: (row) => row.system },
      { key: "metric", label: "Metric", value: (row) => row.metric },
      {
        key: "before",
        label: "Before",
        value: (row) => row.before ?? Number.NaN,
        cell: (row) => estimate(row.before, row.low_before, row.high_before),
        numeric: true,
      },
      {
        key: "now",
        label: "Now",
        value: (row) => row.now ?? Number.NaN,
        cell: (row) => estimate(row.now, row.low_now, row.high_now),
        numeric: true,
      },
      {
        key: "step",
        label: "Difference",
        value: step,
        cell: (row) => (Number.isNaN(step(row)) ? "–" : step(row) === 0 ? "0" : difference(step(row))),
        numeric: true,
      },
      {
        key: "n",
        label: "n",
        value: (row) => row.n_now,
        cell: (row) =>
          row.n_before === row.n_now ? count(row.n_now) : `${count(row.n_before)} → ${count(row.n_now)}`,
        numeric: true,
      },
    ],
  });
}

/** Inputs or modules that changed, a line each. */
export function changedFiles(title: string, lines: readonly string[]): HTMLElement {
  return dataTable(
    lines.map((line) => {
      const [, path = line, what = ""] = /^(.*?) (changed|is new|is gone)$/.exec(line) ?? [];
      return { path, what };
    }),
    {
      caption: title,
      pageSize: 15,
      columns: [
        {
          key: "path",
          label: title,
          value: (row) => row.path,
          cell: (row) => element`<code>${row.path}</code>`,
          wrap: true,
        },
        { key: "what", label: "What", value: (row) => row.what },
      ],
    },
  );
}
