import type { Frame, ServerLaunch } from "./python-server.ts";
import { SharedLock } from "./shared-lock.ts";
import type { IsolationLayer } from "./types.ts";
import { Worker, type WorkerNote } from "./worker.ts";

/** Sends a frame to a server and waits for its answer. */
export type Ask = (frame: Omit<Frame, "id">) => Promise<Frame>;

/** How a set of servers is started. */
export interface LaneSettings {
  launch: ServerLaunch;
  /** Processes at most. */
  workers: number;
  /**
   * Requests that a process is given at once. A fork server gets two, so that it never waits for the pool; what
   * passes them on to a cluster gets many.
   */
  depth: number;
  note: WorkerNote;
  /** Told the isolation of each server that starts. */
  onLayers: (layers: IsolationLayer[]) => void;
}

/** Python servers of one kind, started when first needed and shared by everything that runs. */
export class Lanes {
  #idle: Worker[] = [];
  #all = new Set<Worker>();
  #closed = false;
  #leaving: Promise<void>[] = [];
  /** Runs that must have the machine for themselves wait for the others, and hold them up. */
  #lock = new SharedLock();

  constructor(private readonly settings: LaneSettings) {}

  /** Process ids of the running servers. */
  get pids(): number[] {
    return [...this.#all].flatMap((worker) => worker.pid ?? []);
  }

  async layers(): Promise<IsolationLayer[]> {
    const worker = this.#take();
    try {
      return await worker.layers();
    } finally {
      this.#idle.push(worker);
    }
  }

  /**
   * Give every item to a server until none is left, the signal fires or one of them throws.
   *
   * With `alone` the items run one at a time while nothing else does.
   */
  async each<T>(
    items: readonly T[],
    body: (ask: Ask, item: T) => Promise<void>,
    options: { signal?: AbortSignal | undefined; alone?: boolean } = {},
  ): Promise<void> {
    if (this.#closed) throw new Error("this execution pool is closed");
    const { signal, alone } = options;
    signal?.throwIfAborted();
    if (items.length === 0) return;
    const release = await this.#lock.acquire(alone === true);
    let next = 0;
    let failure: { error: unknown } | undefined;
    const drain = async (worker: Worker): Promise<void> => {
      try {
        while (next < items.length && !failure && !signal?.aborted) {
          await body((frame) => worker.request(frame), items[next++]!);
        }
      } catch (error) {
        failure ??= { error };
      }
    };
    const workers = alone ? 1 : Math.min(this.settings.workers, items.length);
    await Promise.all(
      Array.from({ length: Math.min(workers, items.length) }, async () => {
        const worker = this.#take();
        const abort = (): void => this.#discard(worker);
        signal?.addEventListener("abort", abort, { once: true });
        await Promise.all(Array.from({ length: alone ? 1 : this.settings.depth }, () => drain(worker)));
        signal?.removeEventListener("abort", abort);
        if (this.#all.has(worker)) this.#idle.push(worker);
      }),
    );
    release();
    signal?.throwIfAborted();
    if (failure) throw failure.error;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const workers = [...this.#all];
    this.#all.clear();
    this.#idle = [];
    await Promise.all([...this.#leaving, ...workers.map((worker) => worker.close())]);
  }

  #take(): Worker {
    const idle = this.#idle.pop();
    if (idle) return idle;
    const { launch, note, onLayers } = this.settings;
    const worker = new Worker(launch, note, onLayers);
    this.#all.add(worker);
    return worker;
  }

  /** End the child at hand and its server; the next run starts a new one. */
  #discard(worker: Worker): void {
    this.#all.delete(worker);
    this.#leaving.push(worker.close());
  }
}
