import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { UserError } from "../errors.ts";
import type { Figure } from "../figures/figure.ts";
import type { FigureState } from "../figures/freshness.ts";
import { CACHE, fromRoot, repositoryPath } from "../paths.ts";
import { decodeRows, type Row } from "../store/parquet.ts";

/** What the worker says: a figure that is done, or why it stopped. */
export type WorkerMessage =
  { figure: string; milliseconds: number } | { failed: string; remedy: string; stack: string };

/** Figures computed anew, apart from everything that is kept. */
export interface Recomputed {
  stateOf(figure: Figure): FigureState;
  rowsOf(figure: Figure): Promise<Row[]>;
  milliseconds: ReadonlyMap<string, number>;
  /** Removes what was computed. */
  dispose(): void;
}

export interface RecomputeOptions {
  /** Whether imported text is hidden, as on a machine where nothing was imported. */
  withoutText?: boolean;
  onProgress?: (done: number, total: number) => void;
}

const WORKER = fileURLToPath(new URL("recompute-worker.ts", import.meta.url));

/**
 * Computes figures from the committed inputs with an empty cache, in a process of their own.
 * @throws UserError when one cannot be computed
 */
export async function recompute(
  figures: readonly Figure[],
  { withoutText = false, onProgress }: RecomputeOptions = {},
): Promise<Recomputed> {
  mkdirSync(fromRoot(CACHE), { recursive: true });
  const scratch = mkdtempSync(fromRoot(CACHE, "recompute-"));
  const remove = (): void => rmSync(scratch, { recursive: true, force: true });
  const interrupt = (): void => process.exit(130);
  process.once("exit", remove).once("SIGINT", interrupt);
  const dispose = (): void => {
    process.off("exit", remove).off("SIGINT", interrupt);
    remove();
  };
  const path = (figure: Figure, ending: string): string => `${scratch}/figures/${figure.id}.${ending}`;
  try {
    const milliseconds = await runWorker(figures, repositoryPath(scratch), withoutText, onProgress);
    return {
      milliseconds,
      dispose,
      stateOf: (figure) => JSON.parse(readFileSync(path(figure, "json"), "utf8")) as FigureState,
      rowsOf: (figure) => decodeRows<Row>(readFileSync(path(figure, "parquet"))),
    };
  } catch (error) {
    dispose();
    throw error;
  }
}

async function runWorker(
  figures: readonly Figure[],
  scratch: string,
  withoutText: boolean,
  onProgress: RecomputeOptions["onProgress"],
): Promise<Map<string, number>> {
  const environment: NodeJS.ProcessEnv = { ...process.env, NEAR_MISS_CACHE: scratch };
  if (withoutText) environment.NEAR_MISS_IMPORTED = `${scratch}/nothing-imported`;
  const worker = fork(
    WORKER,
    figures.map(({ id }) => id),
    { cwd: fromRoot(), env: environment, execArgv: ["--import", "tsx"] },
  );
  const done = new Map<string, number>();
  let failure: UserError | undefined;
  worker.on("message", (message: WorkerMessage) => {
    if ("failed" in message) {
      if (message.stack) console.error(message.stack);
      failure = new UserError(
        `A figure could not be computed: ${message.failed}`,
        message.remedy || "This is a mistake in its analysis: mend it and run the same command again.",
      );
      return;
    }
    done.set(message.figure, message.milliseconds);
    onProgress?.(done.size, figures.length);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    worker.on("error", reject).on("exit", resolve);
  });
  if (failure) throw failure;
  if (code !== 0 || done.size < figures.length) {
    throw new UserError(
      `The process that computes the figures ended early (${done.size} of ${figures.length} done).`,
      "Free some memory, or name one figure with --only.",
    );
  }
  return done;
}
