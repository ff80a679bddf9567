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
import { type Batch, batchesOf, workersFor } from "./schedule.ts";

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

/** A figure to compute, with what decides its rows. */
interface Stale {
  figure: Figure;
  wanted: WantedState;
}

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
  const stale = figures.flatMap((figure): Stale[] => {
    const wanted = wantedState(figure);
    return wanted ? [{ figure, wanted }] : [];
  });
  const right = figures.length - stale.length;
  if (right > 0) options.onProgress?.(right, figures.length);
  let computed = 0;
  const onComputed = (figure: ComputedFigure): void => {
    computed++;
    options.onComputed?.(figure);
    options.onProgress?.(right + computed, figures.length);
  };
  const chosen = stale.map(({ figure }) => figure);
  const batches = batchesOf(chosen, (source) => codeParts(source).modules);
  const workers = options.workers ?? workersFor(batches, availableParallelism());
  if (workers > 1 && stale.length > 0) {
    await keepCorpora(chosen);
    await inThreads(tasksOf(batches, stale), workers, options.worker ?? WORKER, onComputed);
  } else {
    await inThisThread(stale, onComputed);
  }
  return computed;
}

function tasksOf(batches: readonly Batch[], stale: readonly Stale[]): RefreshTask[][] {
  const wanted = new Map<string, WantedState>(stale.map(({ figure, wanted: state }) => [figure.id, state]));
  return batches.map(({ figures }) => figures.map((figure) => ({ figure, wanted: wanted.get(figure)! })));
}

async function inThisThread(
  stale: readonly Stale[],
  onComputed: (figure: ComputedFigure) => void,
): Promise<void> {
  for (const { figure, wanted } of stale) {
    const start = performance.now();
    await computeFigure(figure, wanted);
    onComputed({ figure: figure.id, milliseconds: performance.now() - start });
  }
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
  // A batch is handed over when a thread is free: the pool would not keep their order.
  const waiting = batches.values();
  const runOne = async (): Promise<void> => {
    for (const tasks of waiting) {
      const result = await pool.run(tasks).catch(endedEarly);
      if ("failed" in result) throw unpackError(result.failed);
      // A figure's own message may come after the result of its batch.
      result.forEach(tell);
    }
  };
  try {
    const ends = await Promise.allSettled(Array.from({ length: workers }, runOne));
    const failure = ends.find((end) => end.status === "rejected");
    if (failure) throw failure.reason as Error;
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
