import { sum } from "d3-array";
import { bootstrapRatio } from "../../src/shared/bootstrap.ts";
import type { EconomicsEmbeddingRow, EconomicsGateRow, EconomicsStageRow } from "../../src/shared/rows.ts";
import { type DenseSystem, isDense } from "../embedding/models.ts";
import { readSimilarities } from "../embedding/similarities.ts";
import { readVectors, vectorsPath } from "../embedding/vectors.ts";
import { columnsOf, CORPUS_INPUTS, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import { frozenInputs } from "../store/frozen-path.ts";
import type { Corpus, Snippet } from "../tasks/corpus.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { readStackedFile } from "../tasks/stacked-file.ts";
import { economicsPublished } from "./economics-published.ts";
import { economicsUsage } from "./economics-usage.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { loadEvaluation } from "./evaluation.ts";
import { mutantsByTask } from "./mutants-by-task.ts";
import { round6 } from "./round.ts";

const SOURCE = "loaders/analyses/economics.ts";

async function corpora(): Promise<Corpus[]> {
  const all = await Promise.all(DATASETS.map(({ id }) => loadCorpus(id)));
  return all.filter(({ tasks }) => tasks.length > 0);
}

const SHARES: Record<string, (mutant: Snippet) => boolean> = {
  valid: ({ kind }) => kind === "distractor" || kind === "pool",
  survive: ({ kind }) => kind === "survivor",
  crash: ({ reason }) => reason === "crashes on every input",
  raise: ({ reason }) => reason.startsWith("no wrong output"),
  time_out: ({ reason }) => reason === "times out",
  exhaust: ({ reason }) => reason === "exhausts memory",
};

/** What gate 4 makes of all mutants that the rules make; tasks are resampled, each with all its mutants. */
export function gateShareRows(corpus: Corpus): EconomicsGateRow[] {
  const byTask = mutantsByTask(corpus);
  if (byTask.length === 0) return [];
  const sizes = byTask.map((own) => own.length);
  return Object.entries(SHARES).map(([share, holds]) => {
    const counts = byTask.map((own) => own.filter(holds).length);
    const { value, low, high } = bootstrapRatio(counts, sizes);
    return {
      dataset: corpus.dataset.id,
      share,
      value: round6(value),
      low: round6(low),
      high: round6(high),
      mutants: sum(sizes),
      n: byTask.length,
    };
  });
}

const gates: Figure<EconomicsGateRow> = {
  id: "near-clones/economics-gates",
  title: "What execution turns away of all mutants that the rules make",
  source: SOURCE,
  inputs: CORPUS_INPUTS,
  columns: columnsOf<EconomicsGateRow>({
    dataset: ["utf8", "", "dataset id"],
    share: ["utf8", "", "valid, survive, crash, raise, time_out or exhaust"],
    value: ["float64", "rate 0..1", "share of the mutants"],
    low: ["float64", "rate 0..1", "2.5 % bound of the bootstrap over tasks"],
    high: ["float64", "rate 0..1", "97.5 % bound"],
    mutants: ["int32", "count", "mutants"],
    n: ["int32", "count", "tasks"],
  }),
  compute: async () => (await corpora()).flatMap(gateShareRows),
};

/** How much each stage had to do. */
export async function stageRows(corpus: Corpus): Promise<EconomicsStageRow[]> {
  const { tasks, snippets, pool, rejected, dataset } = corpus;
  const executed = [...snippets, ...pool, ...rejected];
  const stacked = (await readStackedFile(dataset.id)).filter(({ count }) => count > 1);
  const row = (stage: string, unit: string, items: number): EconomicsStageRow => ({
    dataset: dataset.id,
    stage,
    unit,
    items,
  });
  return [
    row("write", "tasks", tasks.length),
    row(
      "write",
      "tests",
      sum(tasks, ({ testCount }) => testCount),
    ),
    row("mutate", "mutants", executed.length - tasks.length),
    row("execute", "suites", executed.length),
    row(
      "execute",
      "tests executed",
      sum(executed, ({ outcomes }) => outcomes.length),
    ),
    row("stack", "suites of stacked variants", stacked.length),
    row("select", "snippets in the search pool", snippets.length),
    row("rank", "similarities a system", tasks.length * snippets.length),
  ].filter(({ items }) => items > 0);
}

const stages: Figure<EconomicsStageRow> = {
  id: "near-clones/economics-stages",
  title: "How much each stage had to do",
  source: SOURCE,
  inputs: [...CORPUS_INPUTS, ...frozenInputs("stacked/*.parquet")],
  columns: columnsOf<EconomicsStageRow>({
    dataset: ["utf8", "", "dataset id"],
    stage: ["utf8", "", "write, mutate, execute, stack, select or rank"],
    unit: ["utf8", "", "what is counted"],
    items: ["int32", "count", "how many"],
  }),
  compute: async () => (await Promise.all((await corpora()).map(stageRows))).flat(),
};

async function embeddingRow({ corpus }: Evaluation, system: DenseSystem): Promise<EconomicsEmbeddingRow> {
  const { dataset, tasks, snippets } = corpus;
  const queries = new Set(tasks.map(({ id }) => id));
  const passages = new Set(snippets.map(({ id }) => id));
  const { rows, dimensions } = await readVectors(vectorsPath(dataset.id, system.id));
  const encoded = rows.filter(({ role, item }) => (role === "query" ? queries : passages).has(item));
  const outside = await Promise.all(
    (["pool", "stacked"] as const).map((kind) => readSimilarities(kind, dataset.id, system.id)),
  );
  return {
    dataset: dataset.id,
    system: system.id,
    texts: encoded.length,
    tokens: sum(encoded, ({ tokens }) => tokens),
    tokens_read: sum(encoded, ({ tokens }) => Math.min(tokens, system.token_limit)),
    dimensions,
    vector_bytes: encoded.length * dimensions * 2,
    texts_outside: sum(outside, (file) => file?.rows.length ?? 0),
  };
}

/** What each dense system encoded here of a dataset that it ranks; not what somebody else encoded. */
export async function embeddingRows(evaluation: Evaluation): Promise<EconomicsEmbeddingRow[]> {
  const dense = evaluation.systems.map(({ system }) => system).filter(isDense);
  const systems = dense.filter(({ provider }) => provider !== "precomputed");
  return Promise.all(systems.map((system) => embeddingRow(evaluation, system)));
}

const embedding: Figure<EconomicsEmbeddingRow> = {
  id: "near-clones/economics-embedding",
  title: "What each dense system encoded",
  source: SOURCE,
  inputs: [...EVALUATION_INPUTS, ...frozenInputs("similarities/**/*.parquet")],
  columns: columnsOf<EconomicsEmbeddingRow>({
    dataset: ["utf8", "", "dataset id"],
    system: ["utf8", "", "system id"],
    texts: ["int32", "count", "queries and snippets of the search pool"],
    tokens: ["float64", "tokens", "tokens of these texts, prefixes and special tokens included"],
    tokens_read: ["float64", "tokens", "those within the model's limit"],
    dimensions: ["int32", "count", "dimensions of a vector"],
    vector_bytes: ["float64", "bytes", "vectors as half floats"],
    texts_outside: ["int32", "count", "drawn and stacked mutants of which only similarities are kept"],
  }),
  compute: async () => {
    const evaluations = await Promise.all(DATASETS.map(({ id }) => loadEvaluation(id)));
    const measured = evaluations.filter(({ corpus }) => corpus.tasks.length > 0);
    return (await Promise.all(measured.map(embeddingRows))).flat();
  },
};

export const economics: Figure[] = [economicsPublished, gates, stages, embedding, economicsUsage];
