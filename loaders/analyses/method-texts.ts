import type { ClosePairRow, OverlapRow } from "../../src/shared/dataset-rows.ts";
import { columnsOf, CORPUS_INPUTS, type Figure } from "../figures/figure.ts";
import { frozenInputs } from "../store/frozen-path.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { CLOSENESS_SYSTEM, closestOfCorpus, QUERY_COSINE_LIMIT } from "../tasks/near-duplicates.ts";
import { overlapIsHigh, wordOverlap } from "../tasks/word-overlap.ts";
import { round6 } from "./round.ts";

const SOURCE = "loaders/analyses/method-texts.ts";
const TOP = 20;

async function closeRows(dataset: string): Promise<ClosePairRow[]> {
  const corpus = await loadCorpus(dataset);
  const close = await closestOfCorpus(corpus, TOP);
  if (!close) return [];
  const texts = new Map(corpus.tasks.map(({ id, query }) => [id, query ?? ""]));
  return [
    { kind: "query", ...close.queries },
    { kind: "canonical", ...close.canonicals },
  ].flatMap(({ kind, pairs, beyond }) =>
    pairs.map(({ a, b, cosine }, index) => ({
      dataset,
      kind,
      rank: index + 1,
      cosine: round6(cosine),
      a,
      b,
      text_a: texts.get(a)!,
      text_b: texts.get(b)!,
      limit: QUERY_COSINE_LIMIT,
      beyond,
    })),
  );
}

const closest: Figure<ClosePairRow> = {
  id: "method/closest",
  title: "The closest questions and the closest canonicals",
  source: SOURCE,
  inputs: [...CORPUS_INPUTS, "data/models.yaml", ...frozenInputs(`vectors/*/${CLOSENESS_SYSTEM}.parquet`)],
  columns: columnsOf<ClosePairRow>({
    dataset: ["utf8", "", "dataset id"],
    kind: ["utf8", "", "query or canonical"],
    rank: ["int32", "rank", "1 is the closest pair"],
    cosine: ["float64", "cosine", `of the vectors of ${CLOSENESS_SYSTEM}`],
    a: ["utf8", "", "task id"],
    b: ["utf8", "", "task id"],
    text_a: ["utf8", "", "its query; empty when the text is not on the machine"],
    text_b: ["utf8", "", "its query"],
    limit: ["float64", "cosine", "from here on two queries are one in other words"],
    beyond: ["int32", "count", "pairs of the dataset from the limit on"],
  }),
  compute: async () => (await Promise.all(DATASETS.map(({ id }) => closeRows(id)))).flat(),
};

async function overlapRows(dataset: string): Promise<OverlapRow[]> {
  const { hasText, tasks, snippets } = await loadCorpus(dataset);
  if (!hasText) return [];
  const codes = new Map(
    snippets.filter(({ kind }) => kind === "canonical").map(({ taskId, code }) => [taskId, code!]),
  );
  return tasks
    .map(({ id, query }) => wordOverlap({ id, query: query!, canonical: codes.get(id)! }))
    .filter(overlapIsHigh)
    .map(({ task, queryWords, nameWords, shared, ofQuery, ofNames }) => ({
      dataset,
      task,
      query_words: queryWords,
      name_words: nameWords,
      shared: shared.join(", "),
      of_query: round6(ofQuery),
      of_names: round6(ofNames),
    }));
}

const overlap: Figure<OverlapRow> = {
  id: "method/overlap",
  title: "Tasks whose question shares many words with the names in the code",
  source: SOURCE,
  inputs: CORPUS_INPUTS,
  columns: columnsOf<OverlapRow>({
    dataset: ["utf8", "", "dataset id"],
    task: ["utf8", "", "task id"],
    query_words: ["int32", "count", "distinct content words of the query"],
    name_words: ["int32", "count", "distinct words of the names that the canonical chooses"],
    shared: ["utf8", "", "words in both"],
    of_query: ["float64", "rate 0..1", "shared words over the query's"],
    of_names: ["float64", "rate 0..1", "shared words over the names'"],
  }),
  compute: async () => (await Promise.all(DATASETS.map(({ id }) => overlapRows(id)))).flat(),
};

export const methodTexts: Figure[] = [closest, overlap];
