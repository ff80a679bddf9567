import type { ModelRow } from "../../src/shared/rows.ts";
import {
  isOnnx,
  isDense,
  recipeDigest,
  sourceName,
  type DenseSystem,
  type System,
} from "../embedding/models.ts";
import { runSystems } from "../embedding/registered.ts";
import { columnsOf, type Figure, SYSTEM_INPUTS } from "../figures/figure.ts";
import { modelAudit } from "./model-audit.ts";
import { registered } from "./registered.ts";

/** What makes the vectors, in words. */
function artifactOf(system: DenseSystem): string {
  if (system.provider === "onnx") return sourceName(system.weights.sources[0]!);
  if (system.provider === "precomputed") return system.files.map(({ name }) => name).join(", ");
  const tasks = system.provider === "gemini" ? [system.query_task, system.passage_task] : [];
  const types = tasks.filter((task) => task !== undefined);
  return `${system.model} at ${system.base_url}${types.length > 0 ? `, task types ${types.join(" and ")}` : ""}`;
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
    weights_sha256: weightsOf(system),
    licence: system.licence,
    dimensions: dense?.dimensions ?? 0,
    dtype: dense?.dtype ?? "",
    pooling: dense?.pooling ?? "",
    query_prefix: dense?.query_prefix ?? "",
    passage_prefix: dense?.passage_prefix ?? "",
    similarity: dense?.similarity ?? "",
    token_limit: dense?.token_limit ?? 0,
    batch: "batch" in system ? system.batch : 0,
    source_url: system.source_url,
    recipe_digest: dense ? recipeDigest(dense).slice(0, 12) : "",
  };
}

function weightsOf(system: System): string {
  if (isOnnx(system)) return system.weights.onnx_sha256 ?? "";
  return system.provider === "precomputed" ? system.files.map(({ sha256 }) => sha256).join(" ") : "";
}

const models: Figure<ModelRow> = {
  id: "method/models",
  title: "The systems and every invocation detail",
  source: "loaders/analyses/method-models.ts",
  inputs: SYSTEM_INPUTS,
  columns: columnsOf<ModelRow>({
    system: ["utf8", "", "system id"],
    label: ["utf8", "", "name as printed"],
    class: ["utf8", "", "lexical, local_dense, hosted or baseline"],
    family: ["utf8", "", "one for all numeric types of a model"],
    provider: ["utf8", "", "what runs it"],
    artifact: ["utf8", "", "where the weights come from first, or who is asked"],
    weights_sha256: ["utf8", "", "SHA-256 of the weights, or of the files that vectors were read from"],
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
  compute: () => Promise.resolve(runSystems().map(modelRow)),
};

export const methodModels: Figure[] = [models, modelAudit, registered];
