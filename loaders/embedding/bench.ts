import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import {
  compareRounds,
  missingBenchPython,
  runReference,
  withBenchFolder,
  type BenchRow,
  type BenchSkip,
} from "../retrieval/bench-python.ts";
import { openEncoderPool } from "./encoder-pool.ts";
import { encodedText } from "./encoder.ts";
import type { OnnxSystem } from "./models.ts";
import { ensureWeights, hasWeights } from "./weights.ts";

const ROUNDS = 2;

/**
 * Embedding (tokenizing included) of the same passages here and in Python: a text at a time, on `threads` cores. Here a
 * thread takes a text each; onnxruntime in Python splits each text's arithmetic.
 */
export async function benchEmbedding(
  system: OnnxSystem,
  passages: readonly string[],
  threads = availableParallelism(),
): Promise<BenchRow | BenchSkip> {
  const name = `embedding, ${threads} ${threads === 1 ? "core" : "cores"}`;
  const skipped = missingBenchPython();
  if (skipped !== undefined) return { name, skipped };
  if (!hasWeights(system)) {
    return {
      name,
      skipped: `no weights: \`npm run embed -- --model ${system.id} --dataset near-miss\` fetches them`,
    };
  }
  const weights = await ensureWeights(system);
  const texts = passages.map((text) => encodedText(system, "passage", text));
  const pool = openEncoderPool(system, weights, threads);
  try {
    return await withBenchFolder(async (folder) => {
      const vectors = join(folder, "vectors.f32");
      const { token_limit, output, pooling } = system;
      const invocation = { token_limit, output, pooling, normalize: system.similarity === "cosine" };
      const request = { ...weights, ...invocation, texts, threads, rounds: ROUNDS, vectors };
      const ours = await pool.encode(texts);
      const { oursMs, answer, ratio } = await compareRounds(
        ROUNDS,
        () => pool.encode(texts),
        () => runReference<{ ms: number; version: string }>("loaders/embedding/bench.py", folder, request),
      );
      const theirs = floatsOf(vectors);
      const differences = ours.flatMap(({ vector }, i) =>
        Array.from(vector, (value, d) => Math.abs(value - theirs[i * system.dimensions + d]!)),
      );
      const largest = differences.reduce((most, difference) => Math.max(most, difference), 0);
      return {
        name,
        work: `${texts.length} functions, ${system.id}`,
        oursMs,
        referenceMs: answer.ms,
        reference: answer.version,
        ratio,
        agreement: `vectors differ by ${largest.toExponential(0)} at most`,
      };
    });
  } finally {
    await pool.close();
  }
}

function floatsOf(path: string): Float32Array {
  const bytes = readFileSync(path);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
