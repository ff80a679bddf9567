import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Lanes } from "./lanes.ts";
import { allPass } from "./outcome.ts";
import { runBatch, type BatchRow, type SweepCache, type SweepPlan } from "./sweep.ts";
import { DEFAULT_CAP_MS, type ExecutionRequest, type ExecutionResult, type Outcome } from "./types.ts";

/** A pair of a plan, by index. */
export interface SweepPair {
  candidate: number;
  suite: number;
}

export interface SweepOptions {
  /** How long one test may take in batch mode before its pair is put aside, in ms; default 100. */
  lookMs?: number;
  /** Cap of a suite when a pair is run again in isolation, in ms; default 500. */
  capMs?: number;
  /** Stop a suite at its first failing test; default true. */
  stopAtFirstFailure?: boolean;
  /** Share of the pairs that are run again although nothing speaks for it; default 0.01. */
  auditShare?: number;
  /** Seed of the audit sample. */
  seed?: number;
  /** Run pairs that time out at `capMs` once more, alone, under the definition's cap; default false. */
  confirmTimeouts?: boolean;
  signal?: AbortSignal;
  onProgress?: (stage: "batch" | "isolated", done: number, total: number) => void;
}

/** What a sweep found. Only isolated runs speak in `passes` and `timeouts`. */
export interface SweepReport {
  pairs: number;
  /** Pairs by the outcome that decided them: the first that is no pass, or `pass`. */
  counts: Partial<Record<Outcome, number>>;
  passes: SweepPair[];
  timeouts: SweepPair[];
  /** Pairs that batch mode could not be believed on: run again, whatever it said. */
  rerun: number;
  audit: { sampled: number; differences: (SweepPair & { batch: Outcome; isolated: Outcome })[] };
  elapsedMs: number;
}

/** What an audited sweep needs of a pool. */
export interface SweepHost {
  lanes: Lanes;
  cache: SweepCache | undefined;
  run(
    requests: ExecutionRequest[],
    options: {
      signal?: AbortSignal;
      confirmTimeouts?: boolean;
      onResult?: (result: ExecutionResult, done: number, total: number) => void;
    },
  ): Promise<Map<string, ExecutionResult>>;
  /** Source in which a function has another name; null when it does not parse. */
  rename(sources: readonly RenameRequest[], signal?: AbortSignal): Promise<(string | null)[]>;
}

export interface RenameRequest {
  code: string;
  from: string;
  to: string;
}

// Batch mode runs many suites in one process: what depends on its state is not believed from there.
const DOUBTFUL = new Set<Outcome>([
  "pass",
  "TIMEOUT",
  "ERROR:ProcessDied",
  "ERROR:ProtocolError",
  "FAIL:MemoryError",
]);

/**
 * Sweep a plan in batch mode, then run again in isolation every pass, every timeout, whatever a shared process
 * could have caused, and a random sample of the rest, whose differences are listed.
 */
export async function auditedSweep(
  host: SweepHost,
  plan: SweepPlan,
  options: SweepOptions = {},
): Promise<SweepReport> {
  const started = performance.now();
  const { signal, onProgress, auditShare = 0.01, stopAtFirstFailure = true, seed = 1 } = options;
  const counts: SweepReport["counts"] = {};
  const again: (SweepPair & { batch: Outcome; sampled: boolean })[] = [];
  const count = (outcome: Outcome): void => void (counts[outcome] = (counts[outcome] ?? 0) + 1);
  let pairs = 0;
  await runBatch(
    host.lanes,
    host.cache,
    plan,
    {
      capMs: options.lookMs ?? 100,
      stopAtFirstFailure,
      signal,
      onProgress: (done, total) => onProgress?.("batch", done, total),
    },
    (row: BatchRow) => {
      // Seeded by the candidate, so that the sample does not depend on the order in which candidates finish.
      const random = xoroshiro128plus(seed * 1_000_003 + row.candidate);
      for (const [suite, outcomes] of row.outcomes) {
        const batch = decisive(outcomes);
        const sampled = uniformFloat64(random) < auditShare;
        pairs++;
        const doubtful = DOUBTFUL.has(batch);
        if (doubtful || sampled) again.push({ candidate: row.candidate, suite, batch, sampled: !doubtful });
        if (!doubtful) count(batch);
      }
    },
  );
  again.sort((a, b) => a.candidate - b.candidate || a.suite - b.suite); // they came as they were finished
  const results = await isolate(host, plan, again, options);
  await confirmAudited(host, plan, again, results, options);
  const report: SweepReport = {
    pairs,
    counts,
    passes: [],
    timeouts: [],
    rerun: again.filter((pair) => !pair.sampled).length,
    audit: { sampled: again.filter((pair) => pair.sampled).length, differences: [] },
    elapsedMs: 0,
  };
  again.forEach(({ candidate, suite, batch, sampled }, index) => {
    const isolated = decisive(results[index]!);
    if (!sampled) count(isolated);
    if (isolated === "pass") report.passes.push({ candidate, suite });
    if (isolated === "TIMEOUT") report.timeouts.push({ candidate, suite });
    if (sampled && isolated !== batch) report.audit.differences.push({ candidate, suite, batch, isolated });
  });
  report.elapsedMs = performance.now() - started;
  return report;
}

/** The first outcome that is no pass, or `pass`. */
export function decisive(outcomes: readonly Outcome[]): Outcome {
  if (allPass(outcomes)) return "pass";
  return outcomes.find((outcome) => outcome !== "pass") ?? "ERROR:ProtocolError";
}

/**
 * Gives audited pairs that the short isolated cap stopped the definition's cap, alone if need be: on a busy machine the
 * short one would be taken for a difference. Replaces their outcomes in `results`.
 */
async function confirmAudited(
  host: SweepHost,
  plan: SweepPlan,
  pairs: readonly (SweepPair & { sampled: boolean })[],
  results: Outcome[][],
  options: SweepOptions,
): Promise<void> {
  const stopped = pairs.flatMap(({ sampled }, index) =>
    sampled && decisive(results[index]!) === "TIMEOUT" ? [index] : [],
  );
  if (stopped.length === 0) return;
  const confirmed = await isolate(
    host,
    plan,
    stopped.map((index) => pairs[index]!),
    { ...options, capMs: DEFAULT_CAP_MS, confirmTimeouts: true },
  );
  stopped.forEach((index, n) => (results[index] = confirmed[n]!));
}

async function isolate(
  host: SweepHost,
  plan: SweepPlan,
  pairs: readonly SweepPair[],
  options: SweepOptions,
): Promise<Outcome[][]> {
  const renames: { index: number; request: RenameRequest }[] = [];
  const codes = pairs.map(({ candidate, suite }, index) => {
    const { code, functionName: from } = plan.candidates[candidate]!;
    const to = plan.suites[suite]!.functionName;
    if (from && to && from !== to) renames.push({ index, request: { code, from, to } });
    return code;
  });
  const renamed = await host.rename(
    renames.map((rename) => rename.request),
    options.signal,
  );
  // Source that does not parse keeps its name: it does not load under any.
  renames.forEach(({ index }, n) => (codes[index] = renamed[n] ?? codes[index]!));
  const requests = pairs.map(({ suite }, index) => ({
    id: String(index),
    code: codes[index]!,
    tests: plan.suites[suite]!.tests,
    capMs: options.capMs ?? 500,
    stopAtFirstFailure: options.stopAtFirstFailure ?? true,
  }));
  const results = await host.run(requests, {
    confirmTimeouts: options.confirmTimeouts ?? false,
    ...(options.signal ? { signal: options.signal } : {}),
    onResult: (_, done, total) => options.onProgress?.("isolated", done, total),
  });
  return requests.map(({ id }) => results.get(id)!.outcomes);
}
