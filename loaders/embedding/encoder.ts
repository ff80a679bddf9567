import { InferenceSession, Tensor } from "onnxruntime-node";
import { UserError } from "../errors.ts";
import { MODELS_FILE, type OnnxSystem } from "./models.ts";
import { LimitedTokenizer, type EncodedText } from "./tokenizer.ts";
import type { Weights } from "./weights.ts";

export { encodedText, type Role } from "./encoded-text.ts";

/** A text's vector and what the tokenizer did to the text. */
export interface Embedding {
  /** Length 1 for cosine systems, as pooled for dot-product systems. */
  vector: Float32Array;
  /** Tokens of the whole encoded text, special tokens included. */
  tokens: number;
  /** Whether `tokens` exceeds the model's limit, so that the text's end was not seen. */
  truncated: boolean;
  /** UTF-16 characters of the encoded text, prefix included, that the model saw in whole words. */
  visibleCharacters: number;
}

/** Turns texts into vectors on one core. */
export interface Encoder {
  /** @param texts exact encoded texts, prefixes included; results are in their order */
  encode(texts: readonly string[]): Promise<Embedding[]>;
  close(): Promise<void>;
}

/**
 * Opens a system's model. The feature-extraction pipeline of transformers.js is not used: it expects another output name
 * than MiniLM's, applies no token limit when the tokenizer file has none, and loses the final [SEP] when it does.
 */
export async function openEncoder(system: OnnxSystem, weights: Weights): Promise<Encoder> {
  const tokenizer = new LimitedTokenizer(weights.tokenizer, system.token_limit);
  const session = await InferenceSession.create(weights.onnx, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  if (!session.outputNames.includes(system.output)) {
    throw new UserError(
      `The graph of ${system.id} has no output "${system.output}" but ${session.outputNames.join(", ")}.`,
      `Set \`output\` of ${system.id} in ${MODELS_FILE} to the one that holds the token embeddings.`,
    );
  }
  return {
    async encode(texts) {
      const encoded = texts.map((text) => tokenizer.encode(text));
      const vectors: Float32Array[] = [];
      for (const batch of batches(encoded, system.batch)) {
        const rows = batch.map((index) => encoded[index]!);
        (await infer(session, system, rows)).forEach((vector, row) => (vectors[batch[row]!] = vector));
      }
      return encoded.map(({ tokens, truncated }, index) => ({
        vector: vectors[index]!,
        tokens,
        truncated,
        visibleCharacters: truncated ? tokenizer.visibleCharacters(texts[index]!) : texts[index]!.length,
      }));
    },
    close: () => session.release(),
  };
}

/** Indices in batches of texts of similar length: unsorted padded batches cost three to four times as much. */
function batches(encoded: EncodedText[], size: number): number[][] {
  const order = Array.from(encoded.keys());
  if (size > 1) order.sort((a, b) => encoded[a]!.ids.length - encoded[b]!.ids.length || a - b);
  return Array.from({ length: Math.ceil(order.length / size) }, (_, i) =>
    order.slice(i * size, (i + 1) * size),
  );
}

async function infer(
  session: InferenceSession,
  system: OnnxSystem,
  rows: EncodedText[],
): Promise<Float32Array[]> {
  const width = Math.max(...rows.map(({ ids }) => ids.length));
  const shape = [rows.length, width];
  const ids = new BigInt64Array(rows.length * width);
  const mask = new BigInt64Array(rows.length * width);
  rows.forEach((row, r) => {
    row.ids.forEach((id, column) => (ids[r * width + column] = BigInt(id)));
    mask.fill(1n, r * width, r * width + row.ids.length);
  });
  const available: Record<string, BigInt64Array> = {
    input_ids: ids,
    attention_mask: mask,
    token_type_ids: new BigInt64Array(ids.length),
  };
  const feeds = Object.fromEntries(
    session.inputNames.map((name) => [
      name,
      new Tensor("int64", available[name] ?? unknownInput(system, name), shape),
    ]),
  );
  const output = (await session.run(feeds, [system.output]))[system.output]!;
  const states = output.data as Float32Array;
  const dimensions = output.dims.at(-1)!;
  if (output.dims.length !== 3 || dimensions !== system.dimensions) {
    throw new UserError(
      `The output "${system.output}" of ${system.id} has shape ${output.dims.join(" x ")}, not texts x tokens x ${system.dimensions}.`,
      `Set \`output\` and \`dimensions\` of ${system.id} in ${MODELS_FILE} as its graph has them.`,
    );
  }
  return rows.map((row, r) => {
    const tokens = system.pooling === "cls" ? 1 : row.ids.length;
    return pool(states.subarray(r * width * dimensions), tokens, dimensions, system.similarity === "cosine");
  });
}

function unknownInput(system: OnnxSystem, name: string): never {
  throw new UserError(
    `The graph of ${system.id} asks for an input "${name}" that a text encoder does not have.`,
    "Use an export for feature extraction, whose inputs are input_ids, attention_mask and token_type_ids.",
  );
}

/** Mean of the first `tokens` states (one: the [CLS] state itself), scaled to length 1 when asked. */
function pool(states: Float32Array, tokens: number, dimensions: number, normalize: boolean): Float32Array {
  const sums = new Float64Array(dimensions);
  for (let token = 0; token < tokens; token++) {
    for (let i = 0; i < dimensions; i++) sums[i]! += states[token * dimensions + i]!;
  }
  const scale = normalize ? Math.hypot(...sums) : tokens;
  return Float32Array.from(sums, (sum) => sum / scale);
}
