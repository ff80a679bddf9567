import { CostMeter, costSentence, estimateTokens } from "../api/cost.ts";
import { forEachLimited } from "../api/concurrency.ts";
import { deadline, endpointKey, openAiClient, postJson, type Endpoint } from "../api/request.ts";
import { withRetries, type RetryOptions } from "../api/retry.ts";
import { UserError } from "../errors.ts";
import { encodedText, splitTask } from "./encoded-text.ts";
import type { Embedding } from "./encoder.ts";
import type { EncoderPool } from "./encoder-pool.ts";
import { MODELS_FILE, type GeminiSystem, type OpenAiSystem, type RemoteSystem } from "./models.ts";
import { readGeminiAnswer, readOpenAiAnswer, type Answer } from "./remote-answer.ts";

export interface RemoteOptions {
  /** In place of the registered one, for a server of one's own. */
  baseUrl?: string | undefined;
  /** US dollars that a run may cost. */
  maxCost?: number | undefined;
  timeoutMs?: number | undefined;
  retry?: Omit<RetryOptions, "service" | "say">;
  /** Told in one sentence what is tried again. */
  say?: (message: string) => void;
}

/** Asks a service for the vectors of texts once; no retries. */
type Ask = (encoded: readonly string[]) => Promise<Answer>;

export const endpointOf = (system: RemoteSystem, { baseUrl, timeoutMs }: RemoteOptions): Endpoint => ({
  service: system.label,
  baseUrl: baseUrl ?? system.base_url,
  keyVariable: system.key,
  timeoutMs,
});

/** @throws UserError when the key is not set */
export function openAsk(system: RemoteSystem, options: RemoteOptions): Ask {
  const endpoint = endpointOf(system, options);
  return system.provider === "openai" ? askOpenAi(system, endpoint) : askGemini(system, endpoint);
}

function askOpenAi(system: OpenAiSystem, endpoint: Endpoint): Ask {
  const client = openAiClient(endpoint);
  const { model, encoding, dimensions_field, dimensions } = system;
  const asked = dimensions_field === undefined ? {} : { [dimensions_field]: dimensions };
  return async (encoded) => {
    const body = { model, input: [...encoded], encoding_format: encoding, ...asked };
    const answer = await client.embeddings.create(body, { signal: deadline(endpoint) });
    return readOpenAiAnswer(answer, encoded.length);
  };
}

function askGemini(system: GeminiSystem, endpoint: Endpoint): Ask {
  const key = endpointKey(endpoint);
  const headers: Record<string, string> = key === undefined ? {} : { "x-goog-api-key": key };
  const model = `models/${system.model}`;
  return async (encoded) => {
    const requests = encoded.map((one) => {
      const { task, text } = splitTask(one);
      const request = { model, content: { parts: [{ text }] }, outputDimensionality: system.dimensions };
      return task === undefined ? request : { ...request, taskType: task };
    });
    return readGeminiAnswer(
      await postJson(endpoint, `${model}:batchEmbedContents`, { requests }, headers),
      encoded.length,
    );
  };
}

/**
 * Encodes over HTTP: batches, several at the same time, repeated while a failure may pass, under a cost cap. Each text is
 * told as soon as its batch is there, so that nothing that was paid for is lost.
 * @throws UserError when the key is not set
 */
export function openRemoteEncoder(system: RemoteSystem, options: RemoteOptions = {}): EncoderPool {
  const ask = openAsk(system, options);
  const meter = new CostMeter(system.price, options.maxCost);
  const retry = { service: system.label, say: options.say, ...options.retry };
  return {
    async encode(texts, onDone) {
      const results: Embedding[] = new Array<Embedding>(texts.length);
      const starts = Array.from(
        { length: Math.ceil(texts.length / system.batch) },
        (_, i) => i * system.batch,
      );
      await forEachLimited(starts, system.concurrency, async (start) => {
        const batch = texts.slice(start, start + system.batch);
        const estimate = estimateTokens(batch);
        const settle = meter.reserve({ input: estimate });
        const answer = await withRetries(() => ask(batch), retry).catch((error: unknown) => {
          settle();
          throw error;
        });
        settle({ input: answer.tokens ?? estimate });
        const bad: UserError[] = [];
        batch.forEach((text, row) => {
          const fault = faultOf(system, answer.vectors[row]!, text);
          if (fault) return void bad.push(fault);
          results[start + row] = embeddingOf(system, answer, batch, row);
          onDone?.(start + row, results[start + row]!);
        });
        if (bad[0]) throw bad[0];
      });
      return results;
    },
    close: () => {
      if (meter.tokens.input > 0)
        options.say?.(`${system.label}: ${costSentence(system.price, meter.tokens)}`);
      return Promise.resolve();
    },
  };
}

/** What is wrong with a vector that asking again would not mend. */
function faultOf(system: RemoteSystem, vector: Float64Array, encoded: string): UserError | undefined {
  const { label, id, dimensions } = system;
  if (vector.length !== dimensions) {
    return new UserError(
      `${label} answers ${vector.length} dimensions, but ${id} is registered with ${dimensions}.`,
      `Set \`dimensions\` of ${id} in ${MODELS_FILE} to ${vector.length}, or \`dimensions_field\` if the service can be asked for fewer.`,
    );
  }
  const text = JSON.stringify(splitTask(encoded).text.slice(0, 60));
  if (!vector.every(Number.isFinite)) {
    return new UserError(
      `${label} answers a value that is not finite for the text that begins ${text}.`,
      "Half floats overflow on some texts: serve the model in bf16 or fp32, and run the same command again.",
    );
  }
  if (vector.every((value) => value === 0)) {
    return new UserError(
      `${label} answers a vector of zeros for the text that begins ${text}.`,
      "Such a text has no direction to compare: ask the service why, and run the same command again.",
    );
  }
  return undefined;
}

/** A vector as it is stored, and what can be known of its text: a service counts tokens by the request. */
function embeddingOf(system: RemoteSystem, answer: Answer, batch: readonly string[], row: number): Embedding {
  const encoded = batch[row]!;
  const share = estimateTokens([encoded]) / estimateTokens(batch);
  const tokens = answer.tokens === undefined ? estimateTokens([encoded]) : Math.round(answer.tokens * share);
  const truncated = tokens > system.token_limit;
  return {
    vector: storedVector(answer.vectors[row]!, system.similarity),
    tokens,
    truncated,
    visibleCharacters: truncated
      ? Math.floor((encoded.length * system.token_limit) / tokens)
      : encoded.length,
  };
}

/** Relative to 1: beyond what float16 and float32 leave of a length. */
const ROUNDED_LENGTH = 1e-3;

/**
 * Scaled to length 1 for cosine, unchanged for a dot product. What a service has scaled is kept to the last bit: scaling
 * it once more would only round it once more.
 */
export function storedVector(vector: Float64Array, similarity: "cosine" | "dot"): Float32Array {
  const length = Math.hypot(...vector);
  const asIs = similarity === "dot" || Math.abs(length - 1) < ROUNDED_LENGTH;
  return Float32Array.from(vector, (value) => (asIs ? value : value / length));
}

/**
 * How many dimensions a service answers with: one text, sent before anything is written, says whether address, key and
 * model are right. @throws UserError when they are not
 */
export async function probeDimensions(system: RemoteSystem, options: RemoteOptions = {}): Promise<number> {
  const ask = openAsk(system, options);
  const retry = { service: system.label, say: options.say, ...options.retry };
  const { vectors } = await withRetries(() => ask([encodedText(system, "query", "a")]), retry);
  return vectors[0]!.length;
}
