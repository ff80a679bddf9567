import type { ModelAuditRow, ModelRow } from "../../src/shared/rows.ts";
import { countFp16Flips } from "../embedding/fp16-flips.ts";
import {
  type DenseSystem,
  isDense,
  MODELS_FILE,
  readModels,
  recipeDigest,
  sourceName,
  type System,
} from "../embedding/models.ts";
import { readVectors, vectorsPath } from "../embedding/vectors.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import { DATASETS } from "../tasks/datasets.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { loadEvaluation } from "./evaluation.ts";

const SOURCE = "loaders/analyses/method-models.ts";

function artifactOf(system: DenseSystem): string {
  const [first] = system.weights.sources;
  return first ? sourceName(first) : "";
}

function modelRow(system: System): ModelRow {
  const dense = isDense(system) ? system : null;
  return {
    system: system.id,
    label: system.label,
    class: system.class,
    family: system.family,
    provider: system.provider,
    artifact: dense ? artifactOf(dense) : "",
    weights_sha256: dense?.weights.onnx_sha256 ?? "",
    licence: system.licence,
    dimensions: dense?.dimensions ?? 0,
    dtype: dense?.dtype ?? "",
    pooling: dense?.pooling ?? "",
    query_prefix: dense?.query_prefix ?? "",
    passage_prefix: dense?.passage_prefix ?? "",
    similarity: dense?.similarity ?? "",
    token_limit: dense?.token_limit ?? 0,
    batch: dense?.batch ?? 0,
    source_url: system.source_url,
    recipe_digest: dense ? recipeDigest(dense).slice(0, 12) : "",
  };
}

const models: Figure<ModelRow> = {
  id: "method/models",
  title: "The systems and every invocation detail",
  source: SOURCE,
  inputs: [MODELS_FILE],
  columns: columnsOf<ModelRow>({
    system: ["utf8", "", "system id"],
    label: ["utf8", "", "name as printed"],
    class: ["utf8", "", "lexical, local_dense, hosted or baseline"],
    family: ["utf8", "", "one for all numeric types of a model"],
    provider: ["utf8", "", "what runs it"],
    artifact: ["utf8", "", "where the weights come from first"],
    weights_sha256: ["utf8", "", "SHA-256 of the weights"],
    licence: ["utf8", "", "licence of the weights"],
    dimensions: ["int32", "count", "dimensions of a vector, 0 for none"],
    dtype: ["utf8", "", "numeric type of the weights"],
    pooling: ["utf8", "", "how token vectors become one"],
    query_prefix: ["utf8", "", "put before a query"],
    passage_prefix: ["utf8", "", "put before a passage"],
    similarity: ["utf8", "", "cosine or dot"],
    token_limit: ["int32", "tokens", "longest text read whole, 0 for any length"],
    batch: ["int32", "count", "texts encoded together"],
    source_url: ["utf8", "", "model card or definition"],
    recipe_digest: ["utf8", "", "digest of all of this, on every vector file"],
  }),
  compute: () => Promise.resolve(readModels().map(modelRow)),
};

async function auditRow(evaluation: Evaluation, system: DenseSystem): Promise<ModelAuditRow> {
  const { corpus, own } = evaluation;
  const empty: ModelAuditRow = {
    dataset: corpus.dataset.id,
    system: system.id,
    queries: corpus.tasks.length,
    snippets: corpus.snippets.length,
    truncated_queries: 0,
    truncated_snippets: 0,
    edits_beyond_limit: 0,
    distractors: corpus.snippets.length - corpus.tasks.length,
    fp16_flips: 0,
    fp16_pairs: 0,
    tied_pairs: 0,
    skipped: "",
  };
  const skipped = evaluation.skipped.find((other) => other.system.id === system.id);
  if (skipped) return { ...empty, skipped: skipped.reason };
  const file = await readVectors(vectorsPath(corpus.dataset.id, system.id));
  const groups = own.map(([canonical, ...distractors], query) => ({
    query: corpus.tasks[query]!.id,
    canonical: corpus.snippets[canonical!]!.id,
    distractors: distractors.map((index) => corpus.snippets[index]!.id),
  }));
  const flips = countFp16Flips(file, groups, system.similarity);
  const inPool = new Set([...corpus.tasks.map(({ id }) => id), ...corpus.snippets.map(({ id }) => id)]);
  const truncated = (role: string) =>
    file.rows.filter((row) => row.role === role && row.truncated && inPool.has(row.item)).length;
  const passages = new Map(file.rows.filter(({ role }) => role === "passage").map((row) => [row.item, row]));
  const ranking = evaluation.systems.find((other) => other.system.id === system.id)!.ranking;
  const pairs = ranking.own.flatMap(([canonical, ...rest]) =>
    rest.map((item) => [canonical!, item] as const),
  );
  return {
    ...empty,
    truncated_queries: truncated("query"),
    truncated_snippets: truncated("passage"),
    edits_beyond_limit: corpus.snippets.filter(({ id, kind, editOffset }) => {
      const row = passages.get(id);
      return (
        kind === "distractor" && row !== undefined && row.truncated && editOffset >= row.visibleCharacters
      );
    }).length,
    fp16_flips: flips.flips,
    fp16_pairs: flips.orders,
    tied_pairs: pairs.filter(([canonical, item]) => canonical.similarity === item.similarity).length,
  };
}

const audit: Figure<ModelAuditRow> = {
  id: "method/model-audit",
  title: "What each model did not see, and what half floats changed",
  source: SOURCE,
  inputs: EVALUATION_INPUTS,
  columns: columnsOf<ModelAuditRow>({
    dataset: ["utf8", "", "dataset id"],
    system: ["utf8", "", "system id"],
    queries: ["int32", "count", "queries"],
    snippets: ["int32", "count", "snippets in the search pool"],
    truncated_queries: ["int32", "count", "queries longer than the token limit"],
    truncated_snippets: ["int32", "count", "snippets longer than the token limit"],
    edits_beyond_limit: ["int32", "count", "distractors whose edit the model never saw"],
    distractors: ["int32", "count", "selected distractors"],
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
      for (const system of readModels().filter(isDense)) rows.push(await auditRow(evaluation, system));
    }
    return rows;
  },
};

export const methodModels: Figure[] = [models, audit];
