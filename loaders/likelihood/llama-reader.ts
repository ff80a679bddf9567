import type { LlamaModel, LlamaSequence } from "./runtime.ts";
import type { Reader } from "./score-sequences.ts";

/** Tokens that fit into a model's memory at once: the longest query with the longest function takes about 700. */
export const CONTEXT_TOKENS = 2048;

/**
 * Part of every recipe. Flash attention is off and keys and values are kept in float32, so that a token's probability hardly
 * depends on how many tokens were read with it (with flash attention, sums moved by about a nat with the batch); one thread a
 * model, several models side by side.
 */
export const INVOCATION = {
  flashAttention: false,
  keysAndValues: "F32",
  promptsSpecialTokens: false,
} as const;

/** Opens a reader with its own memory on a loaded model. */
export async function openReader(model: LlamaModel): Promise<Reader> {
  const context = await model.createContext({
    contextSize: CONTEXT_TOKENS,
    batchSize: 64,
    sequences: 1,
    threads: 1,
    flashAttention: INVOCATION.flashAttention,
    // Sliding-window layers would otherwise have forgotten what going back needs.
    swaFullCache: true,
    experimentalKvCacheKeyType: INVOCATION.keysAndValues,
    experimentalKvCacheValueType: INVOCATION.keysAndValues,
  });
  return new LlamaReader(context.getSequence());
}

class LlamaReader implements Reader {
  readonly #sequence: LlamaSequence;
  #held = 0;

  constructor(sequence: LlamaSequence) {
    this.#sequence = sequence;
  }

  async keep(count: number): Promise<void> {
    if (count < this.#held) {
      await this.#sequence.eraseContextTokenRanges([{ start: count, end: this.#held }]);
    }
    this.#held = count;
  }

  async read(tokens: readonly number[], targets: readonly (number | undefined)[]): Promise<number[]> {
    if (this.#held + tokens.length > CONTEXT_TOKENS) {
      throw new Error(`${this.#held + tokens.length} tokens do not fit into a context of ${CONTEXT_TOKENS}`);
    }
    const input = tokens.map((token, at): Parameters<LlamaSequence["controlledEvaluate"]>[0][number] => {
      const target = targets[at];
      if (target === undefined) return token;
      const filter = { tokens: [target], includeSelected: true } as const;
      return [token, { generateNext: { logits: { filter }, totalLogitWeight: true } }];
    });
    const output = await this.#sequence.controlledEvaluate(input);
    this.#held += tokens.length;
    return targets.map((target, at) =>
      target === undefined ? Number.NaN : logProbability(output[at]?.next, target),
    );
  }
}

/** log softmax of one token: its logit, less the largest one, less the logarithm of all weights relative to the largest. */
function logProbability(
  next: { logits?: Map<number, number>; totalLogitWeight?: number } | undefined,
  target: number,
): number {
  const [logit, weight] = [next?.logits?.get(target), next?.totalLogitWeight];
  if (logit === undefined || weight === undefined) throw new Error("llama.cpp gave no logit for a token");
  // The sampler is greedy, so that the selected token is the one with the largest logit.
  return logit - Math.max(...next!.logits!.values()) - Math.log(weight);
}
