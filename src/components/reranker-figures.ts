import { count, difference, percent, pointsRange, rate, signedPoints, usd } from "../shared/format.js";
import { pValue } from "../shared/findings/paired.js";
import type { RerankerNameRow, RerankRow } from "../shared/reranker-rows.ts";
import { estimate, whole, words } from "./columns.js";
import { element } from "./element.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { axisPoints } from "./plot-style.js";
import { systemIndex, systemLabel } from "./systems.js";
import type { Column } from "./table-model.js";

interface Options {
  dataset: string;
  k: number;
  verdict: string;
  file: string;
}

/** What a second stage may look at decides its color. */
const COLORS: Record<string, string> = {
  ceiling: "var(--theme-foreground-muted)",
  execution: "var(--pass)",
  fusion: "var(--class-lexical)",
  likelihood: "var(--other)",
};

const colorOf = (kind: string): string => COLORS[kind] ?? "var(--class-hosted)";

const VERDICT_WORDS: Record<string, string> = {
  suite: "every test of the suite",
  held_out: "every test that the stage did not see",
};

/** How many queries the rows are over, those apart whose stage has not scored every query. */
function over(rows: readonly RerankRow[]): string {
  const [full, partial] = [rows.filter((row) => row.left_out === 0), rows.filter((row) => row.left_out > 0)];
  const sizes = (of: readonly RerankRow[]): string =>
    [...new Set(of.map(({ n }) => n))].map(count).join(" or ");
  if (full.length === 0) return rows.length === 0 ? "" : `, over ${sizes(rows)} queries`;
  return `, over ${sizes(full)} queries${partial.length > 0 ? `; those that have not scored every query, over ${sizes(partial)}` : ""}`;
}

/** Lift of rank 1 by every second stage behind one first stage. */
export function liftFigure(
  rows: readonly RerankRow[],
  names: readonly RerankerNameRow[],
  { dataset, system, k, verdict, file }: Options & { system: string },
  context: FigureContext,
): HTMLElement {
  const name = systemLabel(systemIndex(context.systems), system);
  const chosen = rows.filter(
    (row) => row.dataset === dataset && row.system === system && row.k === k && row.verdict === verdict,
  );
  const shown = names.flatMap(({ reranker, label, kind }) =>
    chosen.filter((row) => row.reranker === reranker).map((row) => ({ row, label, kind })),
  );
  const marks = shown.map(({ row, label, kind }): IntervalRow => ({
    label,
    value: row.lift,
    low: row.low,
    high: row.high,
    color: colorOf(kind),
    right: `${rate(row.before)} → ${rate(row.after)}`,
    title: `${label}\nexec@1 ${percent(row.before)} → ${percent(row.after)}\n${signedPoints(row.lift)} (${pointsRange(row.low, row.high)})\n${count(row.n)} queries${row.left_out > 0 ? `, ${count(row.left_out)} left out` : ""}`,
  }));
  const low = Math.min(-0.05, ...shown.map(({ row }) => row.low));
  const high = Math.max(0.05, ...shown.map(({ row }) => row.high));
  return figureFrame(
    {
      id: "lift",
      figure: "ablations/rerankers",
      title: "What a second stage adds to exec@1",
      subtitle: `First stage ${name}, its first ${k} results; working is what passes ${VERDICT_WORDS[verdict] ?? verdict}. Paired differences with 95% intervals; at the right, exec@1 before and after${over(shown.map(({ row }) => row))}.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "points of exec@1",
          domain: [low * 1.05, high * 1.05],
          reference: { value: 0, label: "first stage alone" },
          tickFormat: axisPoints,
        }),
      rows: shown.map(({ row }) => row),
      columns: columnsOf(names, context).filter(({ key }) => key !== "system"),
      file,
    },
    context,
  );
}

/** Every first stage with every second stage at one k, as a table. */
export function rerankTable(
  rows: readonly RerankRow[],
  names: readonly RerankerNameRow[],
  { dataset, k, verdict, file }: Options,
  context: FigureContext,
): HTMLElement {
  const shown = rows.filter((row) => row.dataset === dataset && row.k === k && row.verdict === verdict);
  return figureFrame(
    {
      id: "stages",
      figure: "ablations/rerankers",
      title: "Every first stage, every second stage",
      subtitle: `First ${k} results; working is what passes ${VERDICT_WORDS[verdict] ?? verdict}. Exact McNemar, Holm over this table; an expectation and the ceiling have none.`,
      description: `${count(shown.length)} rows: every first stage with every second stage.`,
      rows: shown,
      columns: columnsOf(names, context),
      sort: { key: "lift", descending: true },
      file,
    },
    context,
  );
}

/** Rerankers that can be run, with what each asks for. */
export function namesTable(
  names: readonly RerankerNameRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  const label = (dataset: string): string =>
    context.datasets.find((row) => row.dataset === dataset)?.label ?? dataset;
  const measured = ({ kind, measured: ids }: RerankerNameRow): string => {
    if (["ceiling", "execution", "fusion"].includes(kind)) return "every dataset";
    return ids === "" ? "not run here" : ids.split(" ").map(label).join(", ");
  };
  const shown = names.filter(
    ({ reranker }) => !reranker.endsWith("-mean") || !reranker.startsWith("execution"),
  );
  return figureFrame(
    {
      id: "clients",
      figure: "ablations/reranker-names",
      title: "Rerankers that can be run",
      subtitle:
        "What each asks for, and where its scores are frozen. One command runs any of them; its scores stand above after the next start.",
      description: `${count(shown.length)} rerankers.`,
      rows: shown,
      columns: [
        words<RerankerNameRow>("label", "Reranker"),
        words<RerankerNameRow>("kind", "Kind"),
        words<RerankerNameRow>("needs", "Asks for", (needs) => needs || "nothing"),
        { key: "measured", label: "Measured on", value: measured },
        {
          key: "command",
          label: "Command",
          value: (row) => row.command,
          cell: (row) => element`<code>${row.command}</code>`,
        },
      ],
      file,
    },
    context,
  );
}

const dash =
  (text: (value: number) => string) =>
  (value: number): string =>
    Number.isFinite(value) ? text(value) : "–";

/** A cost that is not paid is a dash, as one that is not known. */
const cost = (text: (value: number) => string) => dash((value) => (value === 0 ? "–" : text(value)));

function numeric(
  key: keyof RerankRow & string,
  label: string,
  text: (value: number) => string,
): Column<RerankRow> {
  const print = dash(text);
  return { ...estimate<RerankRow>(key, label), cell: (row) => print(row[key] as number) };
}

/** A count of discordant queries; an expectation and the ceiling have none. */
const discordant = (key: "gained" | "lost", label: string): Column<RerankRow> => ({
  ...whole<RerankRow>(key, label),
  cell: (row) => (Number.isNaN(row.p) ? "–" : count(row[key])),
});

function columnsOf(names: readonly RerankerNameRow[], context: FigureContext): Column<RerankRow>[] {
  const index = systemIndex(context.systems);
  const labels = new Map(names.map(({ reranker, label }) => [reranker, label]));
  return [
    words<RerankRow>("system", "First stage", (system) => systemLabel(index, system)),
    words<RerankRow>("reranker", "Second stage", (id) => labels.get(id) ?? id),
    estimate<RerankRow>("before", "exec@1 before"),
    estimate<RerankRow>("after", "after"),
    numeric("after_low", "after 2.5%", rate),
    numeric("after_high", "after 97.5%", rate),
    numeric("lift", "Lift", difference),
    numeric("low", "2.5%", difference),
    numeric("high", "97.5%", difference),
    discordant("gained", "Gained"),
    discordant("lost", "Lost"),
    { ...estimate<RerankRow>("p_holm", "McNemar p, Holm"), cell: (row) => dash(pValue)(row.p_holm) },
    numeric(
      "executions",
      "Runs a query",
      cost((value) => value.toFixed(1)),
    ),
    numeric("ms", "ms a query", (value) => value.toFixed(0)),
    numeric(
      "tokens",
      "Tokens a query",
      cost((value) => count(Math.round(value))),
    ),
    numeric("usd", "USD a query", cost(usd)),
    whole<RerankRow>("n", "n"),
    whole<RerankRow>("left_out", "Left out"),
  ];
}
