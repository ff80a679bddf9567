import { capital, count, spaced } from "../shared/format.js";
import { ledgerCounts, NOT_RUN } from "../shared/findings/execution.js";
import type { HostileRow, LedgerRow, OutcomeRow, RunRow, SlowSuiteRow } from "../shared/rows.ts";
import { whole, words } from "./columns.js";
import { element } from "./element.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";

/** Outcomes of single tests by kind of snippet. */
export function outcomesFigure(
  rows: readonly OutcomeRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  return figureFrame(
    {
      id: "outcomes",
      figure: "method/outcomes",
      title: "Outcomes of single tests",
      subtitle:
        "FAIL is a wrong output; FAIL with a name is an exception; TIMEOUT ran out of its time; ERROR never loaded or died.",
      description: `${rows.length} combinations of kind and outcome.`,
      rows,
      columns: [
        words("kind", "Snippets", (kind) => capital(spaced(kind))),
        words("outcome", "Outcome"),
        whole("tests", "Tests"),
        whole("suites", "Suites with it"),
      ],
      file,
    },
    context,
  );
}

/** What the last start executed. */
export function runsFigure(rows: readonly RunRow[], file: string, context: FigureContext): HTMLElement {
  return figureFrame(
    {
      id: "runs",
      figure: "method/runs",
      title: "What the last start executed",
      subtitle:
        "All canonicals, all selected near-clones and a seeded sample of the other valid mutants, against the frozen outcomes.",
      description: rows
        .map((row) => `${row.dataset}: ${row.suites} suites, median ${row.median_ms.toFixed(0)} ms`)
        .join("; "),
      rows,
      columns: [
        {
          key: "dataset",
          label: "Dataset",
          value: (row) => row.dataset,
          cell: (row) =>
            context.datasets.find(({ dataset }) => dataset === row.dataset)?.label ?? row.dataset,
        },
        words("python", "Python"),
        whole("suites", "Suites"),
        whole("canonicals", "Canonicals"),
        whole("distractors", "Near-clones"),
        whole("sampled_pool", "Pool sample"),
        whole("sealed", "Passes sealed"),
        whole("unsealable", "Cannot be sealed"),
        {
          key: "median_ms",
          label: "Median, ms",
          value: (row) => row.median_ms,
          cell: (row) => row.median_ms.toFixed(1),
          numeric: true,
        },
        {
          key: "p99_ms",
          label: "99%, ms",
          value: (row) => row.p99_ms,
          cell: (row) => row.p99_ms.toFixed(1),
          numeric: true,
        },
      ],
      file,
    },
    context,
  );
}

/** A mark that says yes or no by its shape and a word. */
const mark = (good: boolean, yes: string, no: string): HTMLElement =>
  element`<span class=${`rank-mark ${good ? "passes" : "fails"}`}>${good ? yes : no}</span>`;

/** Candidates that mean harm, executed by the build. */
export function hostileFigure(
  rows: readonly HostileRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  const met = (row: HostileRow): string =>
    row.outcome === NOT_RUN ? NOT_RUN : row.outcome === row.expected ? "yes" : "no";
  return figureFrame(
    {
      id: "hostile",
      figure: "method/hostile",
      title: "Candidates that mean harm, and what came of them",
      subtitle: `${count(rows.filter((row) => met(row) === "yes").length)} of ${count(rows.length)} ended as they must. “Refuted” is a pass that a candidate forged in its own process and the sealed judge denied.`,
      description: rows.map((row) => `${row.case}: ${row.outcome}`).join("; "),
      rows,
      columns: [
        {
          key: "met",
          label: "Met",
          value: met,
          cell: (row) => (met(row) === NOT_RUN ? "–" : mark(met(row) === "yes", "yes", "no")),
        },
        words("case", "What the candidate tries"),
        words("expected", "Must end as"),
        words("outcome", "Ended as"),
        {
          key: "elapsed_ms",
          label: "ms",
          value: (row) => row.elapsed_ms,
          cell: (row) => (row.outcome === NOT_RUN ? "–" : count(row.elapsed_ms)),
          numeric: true,
        },
      ],
      file,
    },
    context,
  );
}

/** Suites that the sealed judge cannot run, each with its reason; `rows` are ledger entries of that kind. */
export function unsealableFigure(
  rows: readonly LedgerRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  return figureFrame(
    {
      id: "unsealable",
      figure: "method/ledger",
      title: "Suites that cannot be sealed",
      subtitle:
        "The sealed judge does not run their tests, so the canonical’s pass rests on the isolated run alone.",
      description: rows.map(({ item, detail }) => `${item}: ${detail}`).join("; "),
      rows,
      columns: [words("item", "Task"), { ...words<LedgerRow>("detail", "Why"), wrap: true }],
      file,
    },
    context,
  );
}

/** Timeouts, survivors, suites that cannot be sealed, faults: whatever is counted beside the outcomes. */
export function ledgerFigure(rows: readonly LedgerRow[], file: string, context: FigureContext): HTMLElement {
  const counts = ledgerCounts(rows);
  return figureFrame(
    {
      id: "ledger",
      figure: "method/ledger",
      title: "The ledger",
      subtitle: `${count(rows.length)} ${rows.length === 1 ? "entry" : "entries"} by kind. The table names each.`,
      description: counts.map(({ entries, name }) => `${entries} ${name}`).join("; "),
      body: element`<dl class="ledger">${counts.map(
        ({ entries, name, meaning }) =>
          element`<div><dt>${capital(name)}</dt><dd><b>${count(entries)}</b> ${meaning}</dd></div>`,
      )}</dl>`,
      rows,
      columns: [
        words("kind", "Kind", (kind) => kind.replaceAll("-", " ")),
        words("item", "Task and snippet"),
        { ...words<LedgerRow>("detail", "What was seen"), wrap: true },
      ],
      file,
    },
    context,
  );
}

/** The slowest suites of the last start. */
export function slowestFigure(
  rows: readonly SlowSuiteRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  return figureFrame(
    {
      id: "slowest",
      figure: "method/slowest",
      title: "The slowest suites of that start",
      subtitle: "Wall-clock time of one suite, all its tests; the limit is 5,000 ms.",
      description: `The slowest took ${Math.max(0, ...rows.map(({ ms }) => ms)).toFixed(0)} ms.`,
      rows,
      columns: [
        words("task", "Task"),
        words("snippet", "Snippet"),
        { key: "ms", label: "ms", value: (row) => row.ms, cell: (row) => row.ms.toFixed(1), numeric: true },
      ],
      sort: { key: "ms", descending: true },
      file,
    },
    context,
  );
}
