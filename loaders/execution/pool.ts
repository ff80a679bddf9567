import { availableParallelism } from "node:os";
import { auditedSweep, type RenameRequest, type SweepOptions, type SweepReport } from "./audited-sweep.ts";
import { runIsolated, type RunOptions } from "./isolated-run.ts";
import { Lanes } from "./lanes.ts";
import type { LedgerEntry } from "./ledger.ts";
import { OutcomeCache } from "./outcome-cache.ts";
import { findPython, type PythonInterpreter } from "./python-interpreter.ts";
import { forkServerLaunch, type Frame } from "./python-server.ts";
import { RAY_DEPTH, rayLaunch, requireRay } from "./ray.ts";
import { confirmPasses, SealCache, type SealOptions } from "./seal.ts";
import { SweepCache, type SweepPlan } from "./sweep.ts";
import { EnvironmentFaultError } from "./worker.ts";
import {
  DEFAULT_CAP_MS,
  type ExecutionRequest,
  type ExecutionResult,
  type FailureExplanation,
  type IsolationLayer,
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
  /** PYTHONHASHSEED of the servers, 0 unless told; outcomes under another one are never cached. */
  hashSeed?: number;
  /** Address of a Ray cluster that executes instead of this machine; `python` must then be one that has Ray. */
  rayAddress?: string;
  /** Receives one sentence about anything unusual; default standard error. */
  warn?: (message: string) => void;
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
    if (folder !== null && (options.hashSeed ?? 0) === 0) {
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
          ? {
              launch: forkServerLaunch(python, script, off, options.hashSeed),
              workers: this.workers,
              depth: 2,
            }
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
   * @throws PythonNotFoundError when no usable Python is found, or it lacks Ray where that is asked for;
   *   EnvironmentFaultError on Windows.
   */
  static async open(options: PoolOptions = {}): Promise<ExecutionPool> {
    if (process.platform === "win32") {
      throw new EnvironmentFaultError(
        "Candidates are executed by forking, which Windows does not have: run Near Miss in WSL, on Linux or on macOS.",
      );
    }
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
    return runIsolated(
      { lanes: this.runners, cache: this.#outcomes, ledger: this.ledger },
      requests,
      options,
    );
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
