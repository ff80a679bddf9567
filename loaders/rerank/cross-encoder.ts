import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  AutoModelForSequenceClassification,
  AutoTokenizer,
  type PreTrainedModel,
  type PreTrainedTokenizer,
  type Tensor,
} from "@huggingface/transformers";
import { estimateTokens } from "../api/cost.ts";
import { UserError } from "../errors.ts";
import type { CrossEncoderEntry } from "./registry.ts";
import type { Reranker } from "./reranker.ts";

/** A tokenizer and its model. */
interface Loaded {
  tokenizer: PreTrainedTokenizer;
  model: PreTrainedModel;
}

/**
 * A sequence-classification model that reads query and code together, through transformers.js. One label: its logit is the
 * score; two: the second's minus the first's. One pair an inference, so that no score depends on its neighbors.
 */
export function openCrossEncoder(entry: CrossEncoderEntry): Reranker {
  let loading: Promise<Loaded> | undefined;
  const loaded = (): Promise<Loaded> => (loading ??= load(entry));
  return {
    id: entry.id,
    prepare: async () => void (await loaded()),
    estimate: (query, candidates) => ({ input: estimateTokens(candidates.map((code) => query + code)) }),
    async score(query, candidates, use) {
      const { tokenizer, model } = await loaded();
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
        scores.push(scoreOf(entry.id, Array.from(logits.data as Float32Array, Number)));
      }
      use?.({ input, output: 0, repaired: 0 });
      return scores;
    },
    close: async () => void (await (await loading)?.model.dispose()),
  };
}

/** @throws UserError when neither the folder nor the hub has the model */
async function load(entry: CrossEncoderEntry): Promise<Loaded> {
  const folder = existsSync(entry.model) ? resolve(entry.model) : undefined;
  const name = folder ?? entry.model;
  const where = folder ? { local_files_only: true } : { revision: entry.revision };
  try {
    const tokenizer = await AutoTokenizer.from_pretrained(name, where);
    const model = await AutoModelForSequenceClassification.from_pretrained(name, {
      ...where,
      dtype: entry.dtype,
    });
    return { tokenizer, model };
  } catch (error) {
    throw new UserError(
      `The cross-encoder ${entry.id} cannot be loaded from ${entry.model} (${(error as Error).message}).`,
      "Give `model` a hub id that this machine can reach, or a folder with config.json, tokenizer.json, tokenizer_config.json and onnx/model.onnx.",
    );
  }
}

function scoreOf(id: string, labels: readonly number[]): number {
  const [first, second] = labels;
  if (first === undefined || labels.length > 2 || !labels.every(Number.isFinite)) {
    throw new UserError(
      `The cross-encoder ${id} gives ${labels.length} labels (${labels.slice(0, 4).join(", ")}) where a reranker gives one score.`,
      "Choose a model with one label, or two of which the second means relevant.",
    );
  }
  return second === undefined ? first : second - first;
}
