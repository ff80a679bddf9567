import { availableParallelism } from "node:os";
import { allPass, isOutcome } from "./outcome.ts";
import { OutcomeCache, type KnownOutcomes } from "./outcome-cache.ts";
import { findPython, type PythonInterpreter } from "./python-interpreter.ts";
import { ServerKilledError, Worker } from "./worker.ts";
import type {
  ExecutionRequest,
  ExecutionResult,
  FailureExplanation,
  IsolationLayer,
  Outcome,
} from "./types.ts";

/** The wall-clock cap of a suite that defines a timeout, in ms. */
export const DEFAULT_CAP_MS = 5_000;

export interface PoolOptions {
  /** Command of the Python to use; default NEAR_MISS_PYTHON, then python3, then python. */
  python?: string;
  /** Server processes; default one a core. */
  workers?: number;
  /** Folder of the outcome cache; null for none. */
  cacheDir?: string | null;
  /** Isolation layers to leave out, by name; for tests and to compare costs. */
  layersOff?: readonly string[];
  /** Receives one sentence about anything unusual; default standard error. */
  warn?: (message: string) => void;
}

export interface RunOptions {
  /** Called once a request, in the order of completion. */
  onResult?: (result: ExecutionResult, done: number, total: number) => void;
  signal?: AbortSignal;
  /** Run each suite that timed out once more, alone, before it counts; default true. */
  confirmTimeouts?: boolean;
}

/** Something worth knowing after a run that is no candidate's outcome, or an outcome that deserves a look. */
export interface LedgerEntry {
  kind: "timeout" | "timeout-not-confirmed" | "server-restart" | "server-killed" | "environment-fault";
  /** Request it concerns, or empty. */
  id: string;
  detail: string;
}

/** Pairs that share code, suite and settings: executed once. */
interface Job {
  key: string;
  request: ExecutionRequest;
  ids: string[];
  capMs: number;
  stop: boolean;
}

/**
 * Executes (candidate, suite) pairs on fork servers, one a core: each pair in a process of its own, each test in
 * a fresh namespace. Outcomes are cached; an interrupted run resumes from the cache.
 */
export class ExecutionPool {
  readonly python: PythonInterpreter;
  readonly workers: number;
  readonly #layersOff: readonly string[];
  /** Timeouts, restarts and faults since the pool was opened. */
  readonly ledger: LedgerEntry[] = [];
  #cache: OutcomeCache | undefined;
  #idle: Worker[] = [];
  #all = new Set<Worker>();
  #closed = false;

  private constructor(python: PythonInterpreter, options: PoolOptions) {
    this.python = python;
    this.#layersOff = options.layersOff ?? [];
    this.workers = options.workers ?? availableParallelism();
    const warn = options.warn ?? ((message: string) => void process.stderr.write(message + "\n"));
    const folder = options.cacheDir === undefined ? ".cache/execution" : options.cacheDir;
    if (folder !== null) this.#cache = new OutcomeCache(folder, python.version, warn);
  }

  /**
   * Find Python and open the cache; servers start when there is something to execute.
   *
   * @throws PythonNotFoundError when no usable Python is found.
   */
  static async open(options: PoolOptions = {}): Promise<ExecutionPool> {
    return new ExecutionPool(findPython(options.python), options);
  }

  /**
   * Execute every request; a suite that times out is run once more, alone, before the timeout counts.
   *
   * @returns results by request id, in the order of the requests
   * @throws EnvironmentFaultError when the machine, not a candidate, stands in the way; the signal's reason when
   *   aborted. Outcomes known by then are in the cache.
   */
  async run(
    requests: Iterable<ExecutionRequest>,
    options: RunOptions = {},
  ): Promise<Map<string, ExecutionResult>> {
    const results = new Map<string, ExecutionResult>();
    const jobs = this.#collect(requests, results);
    const total = results.size;
    let done = 0;
    const settle = (job: Job, known: KnownOutcomes, cached: boolean): void => {
      for (const id of job.ids) {
        const result = { id, outcomes: [...known.outcomes], elapsedMs: known.elapsedMs, cached };
        results.set(id, result);
        options.onResult?.(result, ++done, total);
      }
    };
    const open = jobs.filter((job) => {
      const known = this.#cache?.get(job.key, job.capMs, job.stop);
      if (known) settle(job, known, true);
      return known === undefined;
    });
    const suspects: Job[] = [];
    await this.#each(open, this.workers, options.signal, async (worker, job) => {
      const known = await this.#execute(worker, job, job.capMs);
      if (known.outcomes.includes("TIMEOUT") && options.confirmTimeouts !== false) suspects.push(job);
      else settle(job, this.#keep(job, known), false);
    });
    await this.#each(suspects, 1, options.signal, async (worker, job) => {
      const known = await this.#execute(worker, job, Math.max(job.capMs, DEFAULT_CAP_MS));
      const kind = known.outcomes.includes("TIMEOUT") ? "timeout" : "timeout-not-confirmed";
      for (const id of job.ids)
        this.ledger.push({ kind, id, detail: `${Math.round(known.elapsedMs)} ms alone` });
      settle(job, this.#keep(job, known), false);
    });
    return results;
  }

  /** First failing test of each request: what it called, what it expected, what it got; null when all pass. */
  async explain(requests: Iterable<ExecutionRequest>): Promise<Map<string, FailureExplanation | null>> {
    const list = [...requests];
    const explanations = new Map<string, FailureExplanation | null>(list.map(({ id }) => [id, null]));
    await this.#each(list, this.workers, undefined, async (worker, request) => {
      const frame = await worker.request({
        op: "explain",
        code: request.code,
        tests: request.tests,
        cap: request.capMs ?? DEFAULT_CAP_MS,
      });
      explanations.set(request.id, frame.explanation as FailureExplanation | null);
    });
    return explanations;
  }

  /** Each layer of isolation, and whether it is active here; for the execution page. */
  async describeLayers(): Promise<IsolationLayer[]> {
    const worker = this.#take();
    try {
      return await worker.layers();
    } finally {
      this.#idle.push(worker);
    }
  }

  /** End every server process; the pool can not be used afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    const workers = [...this.#all];
    this.#all.clear();
    this.#idle = [];
    await Promise.all(workers.map((worker) => worker.close()));
  }

  /** Process ids of the running servers. */
  serverPids(): number[] {
    return [...this.#all].flatMap((worker) => worker.pid ?? []);
  }

  #collect(requests: Iterable<ExecutionRequest>, results: Map<string, ExecutionResult>): Job[] {
    const jobs = new Map<string, Job>();
    for (const request of requests) {
      if (results.has(request.id)) throw new Error(`two execution requests have the id ${request.id}`);
      results.set(request.id, { id: request.id, outcomes: [], elapsedMs: 0, cached: false }); // keeps the order
      const key = OutcomeCache.key(request);
      const capMs = request.capMs ?? DEFAULT_CAP_MS;
      const stop = request.stopAtFirstFailure === true;
      const same = `${key} ${capMs} ${stop}`;
      const job = jobs.get(same);
      if (job) job.ids.push(request.id);
      else jobs.set(same, { key, request, ids: [request.id], capMs, stop });
    }
    return [...jobs.values()];
  }

  async #execute(worker: Worker, job: Job, capMs: number): Promise<KnownOutcomes> {
    const { code, tests } = job.request;
    const frame = await worker
      .request({ op: "run", code, tests, cap: capMs, stop: job.stop })
      .catch((error) => {
        if (!(error instanceof ServerKilledError)) throw error;
        this.ledger.push({ kind: "server-killed", id: job.ids[0]!, detail: error.message });
        return { outcomes: tests.slice(0, job.stop ? 1 : undefined).map(() => "ERROR:ProcessDied"), ms: 0 };
      });
    const outcomes = (frame.outcomes as unknown[]).map((outcome): Outcome => {
      return isOutcome(outcome) ? outcome : "ERROR:ProtocolError";
    });
    return { outcomes, elapsedMs: Number(frame.ms), capMs, stopped: job.stop && !allPass(outcomes) };
  }

  #keep(job: Job, known: KnownOutcomes): KnownOutcomes {
    this.#cache?.set(job.key, known);
    return known;
  }

  /** Give items to at most `parallel` workers until none is left, the signal fires or one of them throws. */
  async #each<T>(
    items: readonly T[],
    parallel: number,
    signal: AbortSignal | undefined,
    body: (worker: Worker, item: T) => Promise<void>,
  ): Promise<void> {
    if (this.#closed) throw new Error("this execution pool is closed");
    let next = 0;
    let failure: { error: unknown } | undefined;
    const lanes = Array.from({ length: Math.min(parallel, items.length) }, async () => {
      const worker = this.#take();
      const abort = (): void => {
        this.#all.delete(worker);
        void worker.close(); // ends the child at hand; the next run starts a new server
      };
      signal?.addEventListener("abort", abort, { once: true });
      try {
        while (next < items.length && !failure && !signal?.aborted) await body(worker, items[next++]!);
      } catch (error) {
        failure ??= { error };
      } finally {
        signal?.removeEventListener("abort", abort);
        if (this.#all.has(worker)) this.#idle.push(worker);
      }
    });
    await Promise.all(lanes);
    signal?.throwIfAborted();
    if (failure) throw failure.error;
  }

  #take(): Worker {
    const idle = this.#idle.pop();
    if (idle) return idle;
    const worker = new Worker(this.python, this.#layersOff, (kind, detail) =>
      this.ledger.push({ kind, id: "", detail }),
    );
    this.#all.add(worker);
    return worker;
  }
}
