import type { EncodeTexts } from "../loaders/embedding/embed-vectors.ts";
import { type EncoderPool, openEncoderPool } from "../loaders/embedding/encoder-pool.ts";
import type { DenseSystem } from "../loaders/embedding/models.ts";
import { ensureWeights } from "../loaders/embedding/weights.ts";
import { progressBar } from "../loaders/progress.ts";

export const say = (message: string): void => void process.stderr.write(`${message}\n`);

export interface EncoderOptions {
  /** Folder that holds the model's files. */
  weights?: string | undefined;
  /** Encoders at the same time; one a core unless told. */
  threads?: number | undefined;
}

/**
 * Opens a system's encoders when the first text is missing, since without one no weights are needed, and closes them.
 * @param body gets the encoder behind a progress bar of the label that it names
 */
export async function withEncoder(
  system: DenseSystem,
  { weights: folder, threads }: EncoderOptions,
  body: (encodeAs: (label: string) => EncodeTexts) => Promise<void>,
): Promise<void> {
  let pool: EncoderPool | undefined;
  const encodeAs =
    (label: string): EncodeTexts =>
    async (texts, onDone) => {
      if (texts.length === 0) return;
      pool ??= openEncoderPool(system, await ensureWeights(system, { folder, say }), threads);
      const bar = progressBar(label);
      let done = 0;
      await pool.encode(texts, (index, embedding) => {
        onDone(index, embedding);
        bar.update(++done, texts.length);
      });
      bar.stop();
    };
  try {
    await body(encodeAs);
  } finally {
    await pool?.close();
  }
}

/** Says at an interrupt that nothing is lost: every command that runs a model keeps a checkpoint. */
export function sayOnInterrupt(): void {
  process.once("SIGINT", () => {
    say("\nInterrupted. What was computed is kept: the same command goes on from here.");
    process.exit(130);
  });
}
