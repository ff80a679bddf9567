import { createHash } from "node:crypto";
import { join } from "node:path";
import { AppendLog, type LogEntry } from "./append-log.ts";
import type { Ask, Lanes } from "./lanes.ts";
import { isOutcome } from "./outcome.ts";
import { sha256 } from "./outcome-cache.ts";
import type { Outcome } from "./types.ts";

/** A candidate of a sweep; with `functionName` it runs under the name that each suite calls. */
export interface SweepCandidate {
  id: string;
  code: string;
  functionName?: string;
}

/** A suite of a sweep. Compiled once for all candidates. */
export interface SweepSuite {
  id: string;
  tests: readonly string[];
  functionName?: string;
}

/** Which candidates meet which suites. */
export interface SweepPlan {
  candidates: readonly SweepCandidate[];
  suites: readonly SweepSuite[];
  /** Indices into `suites` for a candidate, by its index. */
  suitesFor(candidate: number): readonly number[];
}

export interface BatchOptions {
  /** How long one test may take before the pair is put aside, in ms. */
  capMs: number;
  stopAtFirstFailure: boolean;
  signal?: AbortSignal | undefined;
  onProgress?: ((donePairs: number, totalPairs: number) => void) | undefined;
}

/** What batch mode says of one candidate: suite index and outcomes, in the order of the plan. */
export interface BatchRow {
  candidate: number;
  outcomes: readonly (readonly [suite: number, outcomes: readonly Outcome[]])[];
}

/** Rows on disk, one line a candidate, so that an interrupted sweep goes on where it stopped. */
export class SweepCache {
  #known = new Map<string, string[]>();
  #log: AppendLog;

  constructor(folder: string, pythonVersion: string, warn: (message: string) => void) {
    this.#log = new AppendLog(
      join(folder, "sweeps.jsonl"),
      pythonVersion,
      (entry) => this.#accept(entry),
      warn,
    );
  }

  /** Outcomes of each suite, joined by blanks. */
  get(key: string): readonly string[] | undefined {
    return this.#known.get(key);
  }

  set(key: string, outcomes: string[]): void {
    this.#known.set(key, outcomes);
    this.#log.append({ key, outcomes: encodeRuns(outcomes) });
  }

  #accept({ key, outcomes }: LogEntry): string | undefined {
    if (typeof key !== "string" || !Array.isArray(outcomes)) return "an entry without key or outcomes";
    const decoded = decodeRuns(outcomes);
    const unknown = decoded?.flatMap((row) => row.split(" ")).find((outcome) => !isOutcome(outcome));
    if (decoded === undefined) return "an entry with broken outcomes";
    if (unknown !== undefined) return `unknown outcome ${JSON.stringify(unknown)}`;
    this.#known.set(key, decoded);
    return undefined;
  }
}

/**
 * Run every pair of a plan in batch mode: one process a candidate, over all its suites. What it says is
 * provisional; `audited-sweep.ts` runs again what a figure will rest on.
 *
 * @param onRow receives each candidate's row once; rows are not kept, so memory stays bounded
 */
export async function runBatch(
  lanes: Lanes,
  cache: SweepCache | undefined,
  plan: SweepPlan,
  options: BatchOptions,
  onRow: (row: BatchRow) => void,
): Promise<void> {
  const set = digestOf(plan.suites);
  const total = plan.candidates.reduce((sum, _, index) => sum + plan.suitesFor(index).length, 0);
  let done = 0;
  const settle = (candidate: number, outcomes: readonly string[]): void => {
    const suites = plan.suitesFor(candidate);
    onRow({
      candidate,
      outcomes: suites.map((suite, n) => [suite, outcomes[n]!.split(" ").filter(isOutcome)]),
    });
    done += suites.length;
    options.onProgress?.(done, total);
  };
  const keyOf = ({ code, functionName }: SweepCandidate, suites: readonly number[]): string =>
    sha256(JSON.stringify([set, code, functionName, suites, options.capMs, options.stopAtFirstFailure]));
  const open: number[] = [];
  plan.candidates.forEach((candidate, index) => {
    const suites = plan.suitesFor(index);
    if (suites.length === 0) return;
    const known = cache?.get(keyOf(candidate, suites));
    if (known?.length === suites.length) settle(index, known);
    else open.push(index);
  });
  const suiteFrame = {
    op: "suites",
    set,
    suites: plan.suites.map(({ tests, functionName }) => ({ tests, name: functionName ?? null })),
  };
  const runOne = async (ask: Ask, index: number): Promise<void> => {
    const candidate = plan.candidates[index]!;
    const suites = plan.suitesFor(index);
    const request = {
      op: "sweep",
      set,
      code: candidate.code,
      name: candidate.functionName ?? null,
      suites,
      cap: options.capMs,
      stop: options.stopAtFirstFailure,
    };
    let frame = await ask(request);
    if (frame.needs_suites === true) {
      await ask(suiteFrame);
      frame = await ask(request);
    }
    const rows = (frame.outcomes as string[][]).map((outcomes) => outcomes.join(" "));
    cache?.set(keyOf(candidate, suites), rows);
    settle(index, rows);
  };
  await lanes.each(open, runOne, { signal: options.signal });
}

function digestOf(suites: readonly SweepSuite[]): string {
  const hash = createHash("sha256");
  for (const { tests, functionName } of suites) hash.update(JSON.stringify([tests, functionName]));
  return hash.digest("hex");
}

/** Equal neighbors as [text, count]: most pairs of a sweep end in the same outcome. */
function encodeRuns(values: readonly string[]): [string, number][] {
  const runs: [string, number][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.[0] === value) last[1]++;
    else runs.push([value, 1]);
  }
  return runs;
}

function decodeRuns(runs: readonly unknown[]): string[] | undefined {
  const values: string[] = [];
  for (const run of runs) {
    if (!Array.isArray(run) || typeof run[0] !== "string" || !Number.isInteger(run[1])) return undefined;
    for (let n = 0; n < run[1]; n++) values.push(run[0]);
  }
  return values;
}
