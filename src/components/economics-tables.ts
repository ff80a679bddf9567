import { quantity } from "../shared/findings/economics.js";
import { count, percent, usd } from "../shared/format.js";
import type {
  DatasetRow,
  EconomicsEmbeddingRow,
  EconomicsPublishedRow,
  EconomicsStageRow,
  EconomicsUsageRow,
} from "../shared/rows.ts";
import { positive, whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { systemIndex, systemLabel } from "./systems.js";
import type { Column } from "./table-model.js";

/** Who was called how often and for what: NaN where nobody says. */
interface Calls {
  tasks: string;
  model: string;
  endpoint: string;
  calls: number;
  prompt: number;
  completion: number;
  reasoning: number;
  list: number;
  pass: number;
  seconds: number;
}

const UNKNOWN = { prompt: Number.NaN, completion: Number.NaN, reasoning: Number.NaN, list: Number.NaN };

/** The paper's calls by endpoint, as far as its totals say. */
function publishedCalls(rows: readonly EconomicsPublishedRow[]): Calls[] {
  const of = (name: string): number => quantity(rows, name);
  const base = { tasks: "published", model: "GPT-5.4, high reasoning" };
  return [
    {
      ...base,
      endpoint: "both",
      calls: of("entries"),
      prompt: of("prompt_tokens"),
      completion: of("completion_tokens"),
      reasoning: of("reasoning_tokens"),
      list: of("list_usd"),
      pass: of("pass_rate"),
      seconds: Number.NaN,
    },
    {
      ...base,
      ...UNKNOWN,
      endpoint: "real-time",
      calls: Math.round(of("entries") * (1 - of("batch_share"))),
      pass: Number.NaN,
      seconds: of("median_s"),
    },
    {
      ...base,
      ...UNKNOWN,
      endpoint: "batch",
      calls: Math.round(of("entries") * of("batch_share")),
      pass: Number.NaN,
      seconds: Number.NaN,
    },
  ];
}

function ownCalls(datasets: readonly DatasetRow[], usage: readonly EconomicsUsageRow[]): Calls[] {
  // A log may be of tasks that are no dataset here, as of a work folder whose tasks were not taken in.
  const others = [...new Set(usage.map(({ dataset }) => dataset))]
    .filter((id) => !datasets.some(({ dataset }) => dataset === id))
    .map((id) => ({ dataset: id, label: id }));
  return [...datasets, ...others].flatMap(({ dataset, label }): Calls[] => {
    const own = usage.filter((row) => row.dataset === dataset);
    if (own.length === 0)
      return [
        {
          ...UNKNOWN,
          tasks: label,
          model: "no metered model",
          endpoint: "none",
          calls: 0,
          pass: Number.NaN,
          seconds: Number.NaN,
        },
      ];
    return own.map((row) => ({
      tasks: label,
      model: row.model,
      endpoint: row.endpoint,
      calls: row.calls,
      prompt: row.prompt_tokens,
      completion: row.completion_tokens,
      reasoning: row.reasoning_tokens,
      list: row.list_usd,
      pass: row.accepted / row.calls,
      seconds: row.median_s,
    }));
  });
}

const known = (
  name: keyof Calls & string,
  label: string,
  print: (value: number) => string,
): Column<Calls> => ({
  key: name,
  label,
  value: (row) => row[name],
  cell: (row) => (Number.isFinite(row[name]) ? print(row[name] as number) : "–"),
  numeric: true,
});

/** Calls, tokens, price, pass rate and latency by model and endpoint: published, and ours where any were metered. */
export function callsFigure(
  published: readonly EconomicsPublishedRow[],
  usage: readonly EconomicsUsageRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  const rows = [...publishedCalls(published), ...ownCalls(context.datasets, usage)];
  return figureFrame(
    {
      id: "calls",
      figure: "near-clones/economics-usage",
      title: "Calls by model and endpoint",
      subtitle:
        "Calls by endpoint follow from the published share. A dash: nobody says. Tasks that no metered model wrote have no tokens to count.",
      description: rows
        .map(({ tasks, model, endpoint, calls }) => `${tasks}, ${model}, ${endpoint}: ${count(calls)} calls`)
        .join("; "),
      rows,
      columns: [
        words<Calls>("tasks", "Tasks"),
        words<Calls>("model", "Model"),
        words<Calls>("endpoint", "Endpoint"),
        positive<Calls>("calls", "Calls"),
        known("prompt", "Prompt tokens", count),
        known("completion", "Completion tokens", count),
        known("reasoning", "of which reasoning", count),
        known("list", "List price", usd),
        known("pass", "Pass at first", percent),
        known("seconds", "Median s", (value) => value.toFixed(0)),
      ],
      file,
    },
    context,
  );
}

/** How much each stage of our pipeline had to do. */
export function stagesFigure(
  rows: readonly EconomicsStageRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  return figureFrame(
    {
      id: "stages",
      figure: "near-clones/economics-stages",
      title: "How much each stage had to do",
      subtitle:
        "Counted in the frozen results, whole numbers of items. Every executed suite runs in a process of its own.",
      description: rows.map((row) => `${row.stage}: ${count(row.items)} ${row.unit}`).join("; "),
      rows,
      columns: [
        words<EconomicsStageRow>("stage", "Stage"),
        words<EconomicsStageRow>("unit", "What"),
        whole<EconomicsStageRow>("items", "Items"),
      ],
      file,
    },
    context,
  );
}

/** What each dense system encoded. */
export function embeddingFigure(
  rows: readonly EconomicsEmbeddingRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  const index = systemIndex(context.systems);
  return figureFrame(
    {
      id: "embedding",
      figure: "near-clones/economics-embedding",
      title: "What each dense system encoded",
      subtitle:
        "Questions and snippets of the search pool, prefixes and special tokens included. Outside: drawn and stacked mutants, of which similarities alone are kept and no token count.",
      description: rows
        .map(
          (row) =>
            `${systemLabel(index, row.system)}: ${count(row.texts)} texts, ${count(row.tokens)} tokens`,
        )
        .join("; "),
      rows,
      columns: [
        words<EconomicsEmbeddingRow>("system", "System", (system) => systemLabel(index, system)),
        whole<EconomicsEmbeddingRow>("texts", "Texts"),
        whole<EconomicsEmbeddingRow>("tokens", "Tokens"),
        whole<EconomicsEmbeddingRow>("tokens_read", "of which read"),
        whole<EconomicsEmbeddingRow>("dimensions", "Dimensions"),
        whole<EconomicsEmbeddingRow>("vector_bytes", "Bytes of vectors"),
        positive<EconomicsEmbeddingRow>("texts_outside", "Texts outside"),
      ],
      file,
    },
    context,
  );
}
