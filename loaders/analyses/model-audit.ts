import { rollup, sum } from "d3-array";
import type { ModelAuditRow } from "../../src/shared/rows.ts";
import { countFp16Flips } from "../embedding/fp16-flips.ts";
import { type DenseSystem, isDense } from "../embedding/models.ts";
import { runSystems } from "../embedding/registered.ts";
import { readVectors, type VectorRow, vectorsPath } from "../embedding/vectors.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import type { Corpus } from "../tasks/corpus.ts";
import { DATASETS } from "../tasks/datasets.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { loadEvaluation } from "./evaluation.ts";
import { triplesOf } from "./pairs.ts";

/** How many of these items share their key with another one. */
function sharing<T>(items: readonly T[], key: (item: T) => string): number {
  const sizes = rollup(items, (own) => own.length, key);
  return sum(sizes.values(), (size) => (size > 1 ? size : 0));
}

const vectorKey = ({ halves }: VectorRow): string =>
  Buffer.from(halves.buffer, halves.byteOffset, halves.byteLength).toString("latin1");

/** Vectors of the search pool by snippet id. */
function passagesOf({ snippets }: Corpus, rows: readonly VectorRow[]): Map<string, VectorRow> {
  const known = new Map(rows.filter(({ role }) => role === "passage").map((row) => [row.item, row]));
  return new Map(snippets.map(({ id }) => [id, known.get(id)!]));
}

/** What one model did not see of one dataset, and what half floats changed. */
export async function modelAuditRow(evaluation: Evaluation, system: DenseSystem): Promise<ModelAuditRow> {
  const { corpus, own } = evaluation;
  const canonicals = own.map(([canonical]) => corpus.snippets[canonical!]!);
  const empty: ModelAuditRow = {
    dataset: corpus.dataset.id,
    system: system.id,
    queries: corpus.tasks.length,
    snippets: corpus.snippets.length,
    distractors: corpus.snippets.length - corpus.tasks.length,
    identical_code: sharing(corpus.snippets, ({ id }) => id),
    truncated_queries: 0,
    truncated_snippets: 0,
    truncated_canonicals: 0,
    edits_beyond_limit: 0,
    edits_erased: 0,
    same_vector: 0,
    deceived: 0,
    deceived_unseen: 0,
    fp16_flips: 0,
    fp16_pairs: 0,
    tied_pairs: 0,
    skipped: "",
  };
  const skipped = evaluation.skipped.find((other) => other.system.id === system.id);
  if (skipped) return { ...empty, skipped: skipped.reason };
  const evaluated = evaluation.systems.find((other) => other.system.id === system.id)!;
  const file = await readVectors(vectorsPath(corpus.dataset.id, system.id));
  const queries = new Set(corpus.tasks.map(({ id }) => id));
  const passages = passagesOf(corpus, file.rows);
  const groups = own.map(([, ...distractors], query) => ({
    query: corpus.tasks[query]!.id,
    canonical: canonicals[query]!.id,
    distractors: distractors.map((index) => corpus.snippets[index]!.id),
  }));
  const { flips, orders } = countFp16Flips(file, groups, system.similarity);
  const triples = triplesOf(evaluation, evaluated);
  const sameVector = triples.filter(
    ({ query, distractor }) =>
      vectorKey(passages.get(distractor.id)!) === vectorKey(passages.get(canonicals[query]!.id)!),
  );
  const count = (rows: Iterable<VectorRow>): number => sum(rows, ({ truncated }) => Number(truncated));
  return {
    ...empty,
    truncated_queries: count(file.rows.filter(({ role, item }) => role === "query" && queries.has(item))),
    truncated_snippets: count(passages.values()),
    truncated_canonicals: count(canonicals.map(({ id }) => passages.get(id)!)),
    edits_beyond_limit: triples.filter(({ unseen }) => unseen).length,
    edits_erased: sameVector.filter(({ unseen }) => !unseen).length,
    same_vector: sharing([...passages.values()], vectorKey),
    deceived: triples.filter(({ deceived }) => deceived).length,
    deceived_unseen: triples.filter(({ deceived, unseen }) => deceived && unseen).length,
    fp16_flips: flips,
    fp16_pairs: orders,
    tied_pairs: evaluated.ranking.own.reduce(
      (pairs, [canonical, ...rest]) =>
        pairs + rest.filter(({ similarity }) => similarity === canonical!.similarity).length,
      0,
    ),
  };
}

export const modelAudit: Figure<ModelAuditRow> = {
  id: "method/model-audit",
  title: "What each model did not see, and what half floats changed",
  source: "loaders/analyses/model-audit.ts",
  inputs: EVALUATION_INPUTS,
  columns: columnsOf<ModelAuditRow>({
    dataset: ["utf8", "", "dataset id"],
    system: ["utf8", "", "system id"],
    queries: ["int32", "count", "queries"],
    snippets: ["int32", "count", "snippets in the search pool"],
    distractors: ["int32", "count", "selected distractors"],
    identical_code: ["int32", "count", "snippets whose code another snippet of the pool has"],
    truncated_queries: ["int32", "count", "queries longer than the token limit"],
    truncated_snippets: ["int32", "count", "snippets longer than the token limit"],
    truncated_canonicals: ["int32", "count", "canonicals among them"],
    edits_beyond_limit: ["int32", "count", "distractors whose edit the model never saw"],
    edits_erased: ["int32", "count", "distractors that the tokenizer turns into the canonical's tokens"],
    same_vector: ["int32", "count", "snippets whose vector another snippet of the pool has"],
    deceived: ["int32", "count", "distractors at least as similar as their canonical"],
    deceived_unseen: ["int32", "count", "of which the edit was never seen"],
    fp16_flips: ["int32", "count", "canonical-distractor orders that half floats change"],
    fp16_pairs: ["int32", "count", "orders compared"],
    tied_pairs: ["int32", "count", "pairs that are exactly equally similar"],
    skipped: ["utf8", "", "why the system does not stand on this dataset here, or empty"],
  }),
  compute: async () => {
    const rows: ModelAuditRow[] = [];
    for (const { id } of DATASETS) {
      const evaluation = await loadEvaluation(id);
      if (evaluation.corpus.tasks.length === 0) continue;
      for (const system of runSystems().filter(isDense)) rows.push(await modelAuditRow(evaluation, system));
    }
    return rows;
  },
};
