import { Piscina } from "piscina";
import { openEncoder, type Embedding, type Encoder } from "./encoder.ts";
import type { DenseSystem } from "./models.ts";
import type { Weights } from "./weights.ts";

/** What a thread of `encoder-pool.ts` starts with. */
export interface EncoderWorkerData {
  system: DenseSystem;
  weights: Weights;
}

let opened: Promise<Encoder> | undefined;

/** One call of the pool: exact encoded texts in, embeddings out. */
export default async function encode(texts: string[]): Promise<Embedding[]> {
  const { system, weights } = Piscina.workerData as EncoderWorkerData;
  opened ??= openEncoder(system, weights);
  return (await opened).encode(texts);
}
