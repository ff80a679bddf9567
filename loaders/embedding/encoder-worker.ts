import { Piscina } from "piscina";
import { UserError } from "../errors.ts";
import { openEncoder, type Embedding, type Encoder } from "./encoder.ts";
import type { OnnxSystem } from "./models.ts";
import type { Weights } from "./weights.ts";

/** What a thread of `encoder-pool.ts` starts with. */
export interface EncoderWorkerData {
  system: OnnxSystem;
  weights: Weights;
}

let opened: Promise<Encoder> | undefined;

/** Embeddings, or a user's mistake: an error would lose its class and its remedy on the way out of a thread. */
export type EncoderWorkerResult = Embedding[] | { message: string; remedy: string };

/** One call of the pool: exact encoded texts in, embeddings out. */
export default async function encode(texts: string[]): Promise<EncoderWorkerResult> {
  const { system, weights } = Piscina.workerData as EncoderWorkerData;
  try {
    opened ??= openEncoder(system, weights);
    return await (await opened).encode(texts);
  } catch (error) {
    if (error instanceof UserError) return { message: error.message, remedy: error.remedy };
    throw error;
  }
}
