import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { unpackError } from "../packed-error.ts";
import type { Embedding } from "./encoder.ts";
import type { EncoderWorkerData, EncoderWorkerResult } from "./encoder-worker.ts";
import type { OnnxSystem } from "./models.ts";
import type { Weights } from "./weights.ts";

/** Encodes on all cores: a thread a core, each with its own single-threaded session (no cross-core waiting inside a text). */
export interface EncoderPool {
  /**
   * Embeds texts, a batch a call of a thread.
   * @param onDone told each finished text, in any order, as soon as it is there
   */
  encode(
    texts: readonly string[],
    onDone?: (index: number, embedding: Embedding) => void,
  ): Promise<Embedding[]>;
  close(): Promise<void>;
}

/** Threads beyond eight cost memory (the weights, once each) for little: embedding is bound by memory bandwidth there. */
const MOST_THREADS = 8;

export function openEncoderPool(
  system: OnnxSystem,
  weights: Weights,
  threads = Math.min(availableParallelism(), MOST_THREADS),
): EncoderPool {
  const workerData: EncoderWorkerData = { system, weights };
  const pool = new Piscina<string[], EncoderWorkerResult>({
    filename: fileURLToPath(new URL("encoder-worker.ts", import.meta.url)),
    execArgv: ["--import", import.meta.resolve("tsx")],
    minThreads: threads,
    maxThreads: threads,
    workerData,
  });
  return {
    async encode(texts, onDone) {
      const results: Embedding[] = new Array<Embedding>(texts.length);
      const starts = Array.from(
        { length: Math.ceil(texts.length / system.batch) },
        (_, i) => i * system.batch,
      );
      const run = async (start: number): Promise<void> => {
        const result = await pool.run(texts.slice(start, start + system.batch));
        if ("failed" in result) throw unpackError(result.failed);
        result.forEach((embedding, offset) => {
          results[start + offset] = embedding;
          onDone?.(start + offset, embedding);
        });
      };
      await Promise.all(starts.map(run));
      return results;
    },
    close: () => pool.destroy(),
  };
}
