import { InvalidArgumentError } from "commander";
import type { EncodeTexts } from "../loaders/embedding/embed-vectors.ts";
import { type EncoderPool, openEncoderPool } from "../loaders/embedding/encoder-pool.ts";
import { isOnnx, isRemote, type DenseSystem } from "../loaders/embedding/models.ts";
import { openRemoteEncoder } from "../loaders/embedding/remote-encoder.ts";
import { runCommand } from "../loaders/embedding/registered.ts";
import { ensureWeights } from "../loaders/embedding/weights.ts";
import { UserError } from "../loaders/errors.ts";
import { progressBar } from "../loaders/progress.ts";

export const say = (message: string): void => void process.stderr.write(`${message}\n`);

export interface EncoderOptions {
  /** Folder that holds the model's files. */
  weights?: string | undefined;
  /** Encoders at the same time; one a core unless told. */
  threads?: number | undefined;
  /** Of a model behind HTTP: in place of the registered address. */
  baseUrl?: string | undefined;
  /** Of a model behind HTTP: US dollars that the run may cost. */
  maxCost?: number | undefined;
  /** Takes the place of what the system's provider opens, as for vectors that were read from files. */
  open?: (() => EncoderPool) | undefined;
}

async function openEncoders(system: DenseSystem, options: EncoderOptions): Promise<EncoderPool> {
  const { weights: folder, threads, baseUrl, maxCost, open } = options;
  if (open) return open();
  if (isOnnx(system)) return openEncoderPool(system, await ensureWeights(system, { folder, say }), threads);
  if (isRemote(system)) return openRemoteEncoder(system, { baseUrl, maxCost, say });
  throw new UserError(
    `The vectors of ${system.id} were made elsewhere and are read from files.`,
    `Name them: \`${runCommand(system)}\`.`,
  );
}

/**
 * Opens a system's encoders when the first text is missing, since without one no weights are needed, and closes them.
 * @param body gets the encoder behind a progress bar of the label that it names
 */
export async function withEncoder(
  system: DenseSystem,
  options: EncoderOptions,
  body: (encodeAs: (label: string) => EncodeTexts) => Promise<void>,
): Promise<void> {
  let pool: EncoderPool | undefined;
  const encodeAs =
    (label: string): EncodeTexts =>
    async (texts, onDone) => {
      if (texts.length === 0) return;
      pool ??= await openEncoders(system, options);
      const bar = progressBar(label);
      let done = 0;
      try {
        await pool.encode(texts, (index, embedding) => {
          onDone(index, embedding);
          bar.update(++done, texts.length);
        });
      } finally {
        bar.stop(); // a bar that goes on would keep the process alive
      }
    };
  try {
    await body(encodeAs);
  } finally {
    await pool?.close();
  }
}

/** A cost cap of a command line. @throws InvalidArgumentError (exit code 2) for anything but dollars */
export function parseDollars(text: string): number {
  const dollars = Number(text);
  if (text.trim() === "" || !Number.isFinite(dollars) || dollars < 0) {
    throw new InvalidArgumentError("wants US dollars, as 2.50");
  }
  return dollars;
}

/** Says at an interrupt that nothing is lost: every command that runs a model keeps a checkpoint. */
export function sayOnInterrupt(): void {
  process.once("SIGINT", () => {
    say("\nInterrupted. What was computed is kept: the same command goes on from here.");
    process.exit(130);
  });
}
