import type { Ask, Lanes } from "./lanes.ts";
import type { LedgerEntry } from "./ledger.ts";
import { allPass, isOutcome, underEarlierName } from "./outcome.ts";
import { OutcomeCache, type KnownOutcomes } from "./outcome-cache.ts";
import { DEFAULT_CAP_MS, type ExecutionRequest, type ExecutionResult, type Outcome } from "./types.ts";
import { ServerKilledError } from "./worker.ts";

export interface RunOptions {
  /** Called once a request, in the order of completion. */
  onResult?: (result: ExecutionResult, done: number, total: number) => void;
  signal?: AbortSignal;
  /** Run each suite that timed out once more, alone, before it counts; default true. */
  confirmTimeouts?: boolean;
}

/** What an isolated run works with. */
export interface RunHost {
  lanes: Lanes;
  cache: OutcomeCache | undefined;
  ledger: LedgerEntry[];
}

/** Pairs that share code, suite and settings: executed once. */
interface Job {
  key: string;
  request: ExecutionRequest;
  ids: string[];
  capMs: number;
  stop: boolean;
}

/** The work behind `ExecutionPool.run`: what the cache does not know is executed, suspected timeouts twice. */
export async function runIsolated(
  host: RunHost,
  requests: Iterable<ExecutionRequest>,
  options: RunOptions,
): Promise<Map<string, ExecutionResult>> {
  const { signal, confirmTimeouts = true } = options;
  const results = new Map<string, ExecutionResult>();
  const jobs = collect(requests, results);
  let done = 0;
  const settle = (job: Job, known: KnownOutcomes, cached: boolean): void => {
    if (!cached) host.cache?.set(job.key, known);
    for (const id of job.ids) {
      const result = { id, outcomes: [...known.outcomes], elapsedMs: known.elapsedMs, cached };
      results.set(id, result);
      options.onResult?.(result, ++done, results.size);
    }
  };
  const open = jobs.filter((job) => {
    const known = host.cache?.get(job.key, job.capMs, job.stop);
    if (known) settle(job, known, true);
    return known === undefined;
  });
  const suspects: Job[] = [];
  const first = async (ask: Ask, job: Job): Promise<void> => {
    const known = await execute(host, ask, job, job.capMs);
    if (confirmTimeouts && known.outcomes.includes("TIMEOUT")) suspects.push(job);
    else settle(job, known, false);
  };
  const again = async (ask: Ask, job: Job): Promise<void> => {
    const known = await execute(host, ask, job, Math.max(job.capMs, DEFAULT_CAP_MS));
    const kind = known.outcomes.includes("TIMEOUT") ? "timeout" : "timeout-not-confirmed";
    const detail = `${Math.round(known.elapsedMs)} ms alone`;
    for (const id of job.ids) host.ledger.push({ kind, id, detail });
    settle(job, known, false);
  };
  await host.lanes.each(open, first, { signal });
  await host.lanes.each(suspects, again, { signal, alone: true });
  return results;
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

async function execute({ ledger }: RunHost, ask: Ask, job: Job, capMs: number): Promise<KnownOutcomes> {
  const { code, tests } = job.request;
  const frame = await ask({ op: "run", code, tests, cap: capMs, stop: job.stop }).catch((error: unknown) => {
    if (!(error instanceof ServerKilledError)) throw error;
    ledger.push({ kind: "server-killed", id: job.ids[0]!, detail: error.message });
    return { outcomes: tests.slice(0, job.stop ? 1 : undefined).map(() => "ERROR:ProcessDied"), ms: 0 };
  });
  const outcomes = (frame.outcomes as unknown[]).map((outcome): Outcome =>
    isOutcome(outcome) ? underEarlierName(outcome) : "ERROR:ProtocolError",
  );
  return { outcomes, elapsedMs: Number(frame.ms), capMs, stopped: job.stop && !allPass(outcomes) };
}
