import { Piscina } from "piscina";
import { type PackedError, packError } from "../packed-error.ts";
import { openEncoder, type Embedding, type Encoder } from "./encoder.ts";
import type { OnnxSystem } from "./models.ts";
import type { Weights } from "./weights.ts";

/** What a thread of `encoder-pool.ts` starts with. */
export interface EncoderWorkerData {
  system: OnnxSystem;
  weights: Weights;
}

let opened: Promise<Encoder> | undefined;

/** Embeddings, or why there are none. */
export type EncoderWorkerResult = Embedding[] | { failed: PackedError };

/** One call of the pool: exact encoded texts in, embeddings out. */
export default async function encode(texts: string[]): Promise<EncoderWorkerResult> {
  const { system, weights } = Piscina.workerData as EncoderWorkerData;
  try {
    opened ??= openEncoder(system, weights);
    return await (await opened).encode(texts);
  } catch (error) {
    return { failed: packError(error) };
  }
}
