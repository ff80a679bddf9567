import { availableParallelism } from "node:os";
import { auditedSweep, type RenameRequest, type SweepOptions, type SweepReport } from "./audited-sweep.ts";
import { Lanes, type Ask } from "./lanes.ts";
import type { LedgerEntry } from "./ledger.ts";
import { allPass, isOutcome } from "./outcome.ts";
import { OutcomeCache, type KnownOutcomes } from "./outcome-cache.ts";
import { findPython, type PythonInterpreter } from "./python-interpreter.ts";
import { forkServerLaunch, type Frame } from "./python-server.ts";
import { RAY_DEPTH, rayLaunch, requireRay } from "./ray.ts";
import { confirmPasses, SealCache, type SealOptions } from "./seal.ts";
import { SweepCache, type SweepPlan } from "./sweep.ts";
import { ServerKilledError } from "./worker.ts";
import {
  DEFAULT_CAP_MS,
  type ExecutionRequest,
  type ExecutionResult,
  type FailureExplanation,
  type IsolationLayer,
  type Outcome,
  type SealRequest,
  type SealVerdict,
} from "./types.ts";

export interface PoolOptions {
  /** Command of the Python to use; default NEAR_MISS_PYTHON, then python3, then python. */
  python?: string;
  /** Server processes; default one a core. */
  workers?: number;
  /** Folder of the caches; null for none. */
  cacheDir?: string | null;
  /** Isolation layers to leave out, by name; for tests and to compare costs. */
  layersOff?: readonly string[];
  /** Address of a Ray cluster that executes instead of this machine; `python` must then be one that has Ray. */
  rayAddress?: string;
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
  /** Timeouts, restarts and faults since the pool was opened. */
  readonly ledger: LedgerEntry[] = [];
  #outcomes: OutcomeCache | undefined;
  #seals: SealCache | undefined;
  #sweeps: SweepCache | undefined;
  /** The fork servers, for what runs beside `run` (sweeps, measurements). */
  readonly runners: Lanes;
  #judges: Lanes;

  private constructor(python: PythonInterpreter, options: PoolOptions) {
    this.python = python;
    this.workers = options.workers ?? availableParallelism();
    const warn = options.warn ?? ((message: string) => void process.stderr.write(message + "\n"));
    const folder = options.cacheDir === undefined ? ".cache/execution" : options.cacheDir;
    if (folder !== null) {
      this.#outcomes = new OutcomeCache(folder, python.version, warn);
      this.#seals = new SealCache(folder, python.version, warn);
      this.#sweeps = new SweepCache(folder, python.version, warn);
    }
    const note = (kind: LedgerEntry["kind"], detail: string) =>
      void this.ledger.push({ kind, id: "", detail });
    const off = options.layersOff ?? [];
    const lanesOf = (script: string): Lanes =>
      new Lanes({
        ...(options.rayAddress === undefined
          ? { launch: forkServerLaunch(python, script, off), workers: this.workers, depth: 2 }
          : { launch: rayLaunch(python, options.rayAddress, script, off), workers: 1, depth: RAY_DEPTH }),
        note,
        onLayers: (layers) =>
          tellMissing(
            layers.filter((layer) => !off.includes(layer.name)),
            warn,
          ),
      });
    this.runners = lanesOf("server.py");
    this.#judges = lanesOf("judge_server.py");
  }

  /**
   * Find Python and open the caches; servers start when there is something to execute.
   *
   * @throws PythonNotFoundError when no usable Python is found, or it lacks Ray where that is asked for.
   */
  static async open(options: PoolOptions = {}): Promise<ExecutionPool> {
    const python = findPython(options.python);
    if (options.rayAddress !== undefined) requireRay(python);
    return new ExecutionPool(python, options);
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
    const jobs = collect(requests, results);
    const total = results.size;
    let done = 0;
    const settle = (job: Job, known: KnownOutcomes, cached: boolean): void => {
      if (!cached) this.#outcomes?.set(job.key, known);
      for (const id of job.ids) {
        const result = { id, outcomes: [...known.outcomes], elapsedMs: known.elapsedMs, cached };
        results.set(id, result);
        options.onResult?.(result, ++done, total);
      }
    };
    const open = jobs.filter((job) => {
      const known = this.#outcomes?.get(job.key, job.capMs, job.stop);
      if (known) settle(job, known, true);
      return known === undefined;
    });
    const { signal, confirmTimeouts = true } = options;
    const suspects: Job[] = [];
    const first = async (ask: Ask, job: Job): Promise<void> => {
      const known = await this.#execute(ask, job, job.capMs);
      if (confirmTimeouts && known.outcomes.includes("TIMEOUT")) suspects.push(job);
      else settle(job, known, false);
    };
    const again = async (ask: Ask, job: Job): Promise<void> => {
      const known = await this.#execute(ask, job, Math.max(job.capMs, DEFAULT_CAP_MS));
      const kind = known.outcomes.includes("TIMEOUT") ? "timeout" : "timeout-not-confirmed";
      const detail = `${Math.round(known.elapsedMs)} ms alone`;
      for (const id of job.ids) this.ledger.push({ kind, id, detail });
      settle(job, known, false);
    };
    await this.runners.each(open, first, { signal });
    await this.runners.each(suspects, again, { signal, alone: true });
    return results;
  }

  /** First failing test of each request: what it called, what it expected, what it got; null when all pass. */
  async explain(requests: Iterable<ExecutionRequest>): Promise<Map<string, FailureExplanation | null>> {
    const list = [...requests];
    const explanations = new Map<string, FailureExplanation | null>(list.map(({ id }) => [id, null]));
    await this.runners.each(list, async (ask, { id, code, tests, capMs }) => {
      const frame = await ask({ op: "explain", code, tests, cap: capMs ?? DEFAULT_CAP_MS });
      explanations.set(id, frame.explanation as FailureExplanation | null);
    });
    return explanations;
  }

  /** Have the sealed judge confirm pairs that pass: see `seal.ts`. */
  async confirmPasses(
    requests: Iterable<SealRequest>,
    options: SealOptions = {},
  ): Promise<Map<string, SealVerdict>> {
    return confirmPasses(this.#judges, this.#seals, [...requests], options);
  }

  /** Run every pair of a plan in batch mode, and what counts again in isolation: see `audited-sweep.ts`. */
  async sweep(plan: SweepPlan, options: SweepOptions = {}): Promise<SweepReport> {
    const host = {
      lanes: this.runners,
      cache: this.#sweeps,
      run: this.run.bind(this),
      rename: this.rename.bind(this),
    };
    return auditedSweep(host, plan, options);
  }

  /** Each source with a module-level function renamed by Python's own rules; null where it does not parse. */
  async rename(requests: readonly RenameRequest[], signal?: AbortSignal): Promise<(string | null)[]> {
    const frames = await this.#askAll(
      requests.map(({ code, from, to }) => ({ op: "rename", code, from, to })),
      signal,
    );
    return frames.map(({ code }) => (typeof code === "string" ? code : null));
  }

  /** Fewest and most positional arguments of functions; null where there is none of that name. */
  async positionalRanges(
    requests: readonly { code: string; name: string }[],
  ): Promise<(readonly [fewest: number, most: number] | null)[]> {
    const frames = await this.#askAll(requests.map(({ code, name }) => ({ op: "signature", code, name })));
    return frames.map(({ range }) => (Array.isArray(range) ? [Number(range[0]), Number(range[1])] : null));
  }

  /** Bare forks a second on all servers at once, nothing run in them: the floor of isolation. */
  async forkRate(forksEach: number): Promise<number> {
    const started = performance.now();
    await this.#askAll(Array.from({ length: this.workers }, () => ({ op: "fork", count: forksEach })));
    return (this.workers * forksEach * 1000) / (performance.now() - started);
  }

  /** Each layer of isolation, and whether it is active here; for the execution page. */
  async describeLayers(): Promise<IsolationLayer[]> {
    return this.runners.layers();
  }

  /** Process ids of the running servers. */
  serverPids(): number[] {
    return [...this.runners.pids, ...this.#judges.pids];
  }

  /** End every server process; the pool cannot be used afterwards. */
  async close(): Promise<void> {
    await Promise.all([this.runners.close(), this.#judges.close()]);
  }

  async #askAll(bodies: readonly Omit<Frame, "id">[], signal?: AbortSignal): Promise<Frame[]> {
    const answers: Frame[] = [];
    const numbered = bodies.map((body, index) => ({ body, index }));
    await this.runners.each(
      numbered,
      async (ask, { body, index }) => {
        answers[index] = await ask(body);
      },
      { signal },
    );
    return answers;
  }

  async #execute(ask: Ask, job: Job, capMs: number): Promise<KnownOutcomes> {
    const { code, tests } = job.request;
    const frame = await ask({ op: "run", code, tests, cap: capMs, stop: job.stop }).catch(
      (error: unknown) => {
        if (!(error instanceof ServerKilledError)) throw error;
        this.ledger.push({ kind: "server-killed", id: job.ids[0]!, detail: error.message });
        return { outcomes: tests.slice(0, job.stop ? 1 : undefined).map(() => "ERROR:ProcessDied"), ms: 0 };
      },
    );
    const outcomes = (frame.outcomes as unknown[]).map((outcome): Outcome =>
      isOutcome(outcome) ? outcome : "ERROR:ProtocolError",
    );
    return { outcomes, elapsedMs: Number(frame.ms), capMs, stopped: job.stop && !allPass(outcomes) };
  }
}

let missingTold = false;

/** Say once which protection this machine does not offer: an outcome is as good without it, the machine less safe. */
function tellMissing(layers: readonly IsolationLayer[], warn: (message: string) => void): void {
  const missing = layers.filter((layer) => !layer.active);
  if (missingTold || missing.length === 0) return;
  missingTold = true;
  const list = missing.map(({ name, detail }) => `${name} (${detail})`).join("; ");
  warn(`Candidates run without these layers of isolation on this machine: ${list}.`);
}

/** Group requests into jobs; `results` gets a placeholder for each, which keeps their order. */
function collect(requests: Iterable<ExecutionRequest>, results: Map<string, ExecutionResult>): Job[] {
  const jobs = new Map<string, Job>();
  for (const request of requests) {
    if (results.has(request.id)) throw new Error(`two execution requests have the id ${request.id}`);
    results.set(request.id, { id: request.id, outcomes: [], elapsedMs: 0, cached: false });
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
