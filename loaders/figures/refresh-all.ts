import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { UserError } from "../errors.ts";
import { unpackError } from "../packed-error.ts";
import { codeParts } from "../store/code-digest.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import type { Figure } from "./figure.ts";
import type { WantedState } from "./freshness.ts";
import { computeFigure, wantedState } from "./refresh.ts";
import type { ComputedFigure, RefreshResult, RefreshTask, RefreshWorkerData } from "./refresh-batch.ts";
import { batchesOf, workersFor } from "./schedule.ts";

export interface RefreshOptions {
  /** Threads; by default as many as the work is worth, at most one a core. With one, this thread computes. */
  workers?: number;
  /** Path of the module that a thread runs: a `refreshBatchOf` these figures. */
  worker?: string;
  /** Told each figure that is right now; those whose kept rows still were come first, all at once. */
  onProgress?: (done: number, total: number) => void;
  onComputed?: (figure: ComputedFigure) => void;
}

const WORKER = fileURLToPath(new URL("refresh-worker.ts", import.meta.url));
const CORPUS_MODULE = "loaders/tasks/load-corpus.ts";

/**
 * Computes and keeps every figure whose kept rows are not right any more, on several cores where that pays. The first
 * failure ends it: what is being computed then is finished and kept, nothing else is begun.
 * @returns how many were computed
 * @throws UserError as the figure's own computation throws it, in whichever thread that was
 */
export async function refreshFigures(
  figures: readonly Figure[],
  options: RefreshOptions = {},
): Promise<number> {
  const stale = new Map<string, { figure: Figure; wanted: WantedState }>();
  for (const figure of figures) {
    const wanted = wantedState(figure);
    if (wanted) stale.set(figure.id, { figure, wanted });
  }
  const right = figures.length - stale.size;
  if (right > 0) options.onProgress?.(right, figures.length);
  if (stale.size === 0) return 0;
  let computed = 0;
  const onComputed = (figure: ComputedFigure): void => {
    options.onComputed?.(figure);
    options.onProgress?.(right + ++computed, figures.length);
  };
  const chosen = [...stale.values()].map(({ figure }) => figure);
  const batches = batchesOf(chosen, (source) => codeParts(source).modules);
  const workers = options.workers ?? workersFor(batches, availableParallelism());
  if (workers > 1) {
    await keepCorpora(chosen);
    const tasks = batches.map((batch) =>
      batch.figures.map((figure) => ({ figure, wanted: stale.get(figure)!.wanted })),
    );
    await inThreads(tasks, workers, options.worker ?? WORKER, onComputed);
    return computed;
  }
  for (const { figure, wanted } of stale.values()) {
    const start = performance.now();
    await computeFigure(figure, wanted);
    onComputed({ figure: figure.id, milliseconds: performance.now() - start });
  }
  return computed;
}

/** Builds once what threads would each build: a corpus that is kept is only read. */
async function keepCorpora(figures: readonly Figure[]): Promise<void> {
  if (!figures.some(({ source }) => codeParts(source).modules.includes(CORPUS_MODULE))) return;
  for (const { id } of DATASETS) await loadCorpus(id);
}

async function inThreads(
  batches: readonly RefreshTask[][],
  workers: number,
  filename: string,
  onComputed: (figure: ComputedFigure) => void,
): Promise<void> {
  const stopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: RefreshWorkerData = { stopped };
  const pool = new Piscina<readonly RefreshTask[], RefreshResult>({
    filename,
    execArgv: ["--import", import.meta.resolve("tsx")],
    minThreads: workers,
    maxThreads: workers,
    workerData,
  });
  const told = new Set<string>();
  const tell = (computed: ComputedFigure): void => {
    if (told.has(computed.figure)) return;
    told.add(computed.figure);
    onComputed(computed);
  };
  pool.on("message", tell);
  const run = async (tasks: readonly RefreshTask[]): Promise<RefreshResult> => {
    const result = await pool.run(tasks).catch(endedEarly);
    // A figure's own message may come after the result of its batch.
    if (!("failed" in result)) result.forEach(tell);
    return result;
  };
  try {
    const results = await Promise.all(batches.map(run));
    const failure = results.find((result) => "failed" in result);
    if (failure) throw unpackError(failure.failed);
  } finally {
    await pool.destroy();
  }
}

/** What Node says of a thread that it ended, which is nearly always for want of memory. */
function endedEarly(error: unknown): never {
  throw new UserError(
    `A thread that computes figures ended early: ${(error as Error).message}.`,
    "Free some memory and run the same command again: what was computed is kept.",
  );
}
