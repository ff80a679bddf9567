import { parentPort } from "node:worker_threads";
import { Piscina } from "piscina";
import { type PackedError, packError } from "../packed-error.ts";
import type { Figure } from "./figure.ts";
import type { WantedState } from "./freshness.ts";
import { computeFigure } from "./refresh.ts";

/** What a thread starts with. */
export interface RefreshWorkerData {
  /** Not 0 once a figure failed: no other is begun then. */
  stopped: Int32Array<SharedArrayBuffer>;
}

/** A figure to compute, with what decides it: found once, by whoever asks. */
export interface RefreshTask {
  figure: string;
  wanted: WantedState;
}

export interface ComputedFigure {
  figure: string;
  milliseconds: number;
}

/** All that was computed, or why one figure could not be. */
export type RefreshResult = ComputedFigure[] | { failed: PackedError };

/**
 * The function of a thread that computes batches of these figures: it posts each figure as it is done, and returns
 * them all. What figures share is remembered in the thread from one batch to the next.
 */
export const refreshBatchOf =
  (figures: readonly Figure[]) =>
  async (tasks: readonly RefreshTask[]): Promise<RefreshResult> => {
    const { stopped } = Piscina.workerData as RefreshWorkerData;
    const byId = new Map(figures.map((figure) => [figure.id as string, figure]));
    const computed: ComputedFigure[] = [];
    try {
      for (const { figure, wanted } of tasks) {
        if (Atomics.load(stopped, 0) !== 0) break;
        const start = performance.now();
        await computeFigure(byId.get(figure)!, wanted);
        const done: ComputedFigure = { figure, milliseconds: performance.now() - start };
        computed.push(done);
        parentPort!.postMessage(done);
      }
    } catch (error) {
      Atomics.store(stopped, 0, 1);
      return { failed: packError(error) };
    }
    return computed;
  };
