import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { AutoModelForSequenceClassification, AutoTokenizer, type Tensor } from "@huggingface/transformers";
import { estimateTokens } from "../api/cost.ts";
import { UserError } from "../errors.ts";
import type { CrossEncoderEntry } from "./registry.ts";
import type { Reranker } from "./reranker.ts";

/**
 * A sequence-classification model that reads query and code together, through transformers.js. One label: its logit is the
 * score; two: the second's minus the first's. One pair an inference, so that no score depends on its neighbors.
 * @throws UserError when neither the folder nor the hub has the model
 */
export async function openCrossEncoder(entry: CrossEncoderEntry): Promise<Reranker> {
  const folder = existsSync(entry.model) ? resolve(entry.model) : undefined;
  const name = folder ?? entry.model;
  const where = folder ? { local_files_only: true } : { revision: entry.revision };
  const loaded = await Promise.all([
    AutoTokenizer.from_pretrained(name, where),
    AutoModelForSequenceClassification.from_pretrained(name, { ...where, dtype: entry.dtype }),
  ]).catch((error: unknown) => {
    throw new UserError(
      `The cross-encoder ${entry.id} cannot be loaded from ${entry.model} (${(error as Error).message}).`,
      "Give `model` a hub id that this machine can reach, or a folder with config.json, tokenizer.json, tokenizer_config.json and onnx/model.onnx.",
    );
  });
  const [tokenizer, model] = loaded;
  return {
    id: entry.id,
    estimate: (query, candidates) => ({ input: estimateTokens(candidates.map((code) => query + code)) }),
    async score(query, candidates, use) {
      const scores: number[] = [];
      let input = 0;
      for (const code of candidates) {
        const inputs = tokenizer(query, {
          text_pair: code,
          truncation: true,
          max_length: entry.token_limit,
        }) as Record<string, Tensor>;
        input += inputs.input_ids!.dims[1]!;
        const { logits } = (await model(inputs)) as { logits: Tensor };
        const values = Array.from(logits.data as Float32Array, Number);
        if (values.length > 2 || !values.every(Number.isFinite)) {
          throw new UserError(
            `The cross-encoder ${entry.id} gives ${values.length} labels (${values.slice(0, 4).join(", ")}) where a reranker gives one score.`,
            "Choose a model with one label, or two of which the second means relevant.",
          );
        }
        scores.push(values.length === 2 ? values[1]! - values[0]! : values[0]!);
      }
      use?.({ input, output: 0, repaired: 0 });
      return scores;
    },
    close: async () => void (await model.dispose()),
  };
}
