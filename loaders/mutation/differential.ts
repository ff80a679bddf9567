import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Mutant, Task } from "../tasks/types.ts";

/** A mutant that passed every test of its task. */
export interface Survivor {
  task: Pick<Task, "function_name" | "canonical" | "tests">;
  mutant: Pick<Mutant, "id" | "code">;
}

export interface SearchOptions {
  /** Path of a Python 3.9+ interpreter. */
  python: string;
  /** Inputs on which both functions are compared, for each survivor. */
  inputs?: number;
  seed?: number;
  processes?: number;
  /** Time of one call, in ms. */
  callMs?: number;
  /** Time of one survivor, in ms. */
  itemMs?: number;
  memoryMb?: number;
  onResult?: (result: DifferenceResult, done: number, total: number) => void;
}

/** What the search found for one survivor. */
export interface DifferenceResult {
  mutantId: string;
  /** Distinct inputs on which the canonical behaves and the mutant was compared. */
  tried: number;
  /** The shortest telling input found as a Python call, and what each function gives; `null` hints at an equivalent mutant. */
  difference: { call: string; canonical: string; mutant: string } | null;
  /** Why fewer inputs were tried than asked for; empty otherwise. */
  note: string;
}

const DRIVER = fileURLToPath(new URL("./python/differential.py", import.meta.url));

/**
 * Searches, for each survivor, an input that tells mutant and canonical apart: a tool for authors, who turn such an input into
 * a test. Inputs are the tests' own arguments, those moved by one, then seeded random changes of them. An input counts where the canonical
 * returns, or raises an exception that it or a test names. Results are compared by `==`, so that what differs
 * is what an assert can see (floats to 1e-9; NaN equals NaN). Deterministic for a seed, except where a time limit strikes.
 * @returns one result a survivor, in order
 * @throws Error when the interpreter does not start
 */
export async function searchDifferences(
  items: readonly Survivor[],
  options: SearchOptions,
): Promise<DifferenceResult[]> {
  const results: DifferenceResult[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      // A driver that dies takes one item along; the next driver goes on behind it.
      await runDriver(options, () => {
        if (next >= items.length) return null;
        const at = next++;
        const report = (result: DifferenceResult): void => {
          results[at] = result;
          options.onResult?.(result, ++done, items.length);
        };
        return { line: requestLine(items[at]!, options), mutantId: items[at]!.mutant.id, report };
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.processes ?? 2, items.length) }, work));
  return results;
}

interface Job {
  line: string;
  mutantId: string;
  report: (result: DifferenceResult) => void;
}

function requestLine({ task, mutant }: Survivor, options: SearchOptions): string {
  return JSON.stringify({
    id: mutant.id,
    name: task.function_name,
    canonical: task.canonical,
    mutant: mutant.code,
    tests: task.tests,
    inputs: options.inputs ?? 2000,
    seed: options.seed ?? 1,
    callSeconds: (options.callMs ?? 200) / 1000,
    itemSeconds: (options.itemMs ?? 60_000) / 1000,
    memoryMb: options.memoryMb ?? 1024,
  });
}

/** Runs one driver, one job at a time, until there are no more jobs or the driver ends. */
function runDriver(options: SearchOptions, nextJob: () => Job | null): Promise<void> {
  return new Promise((resolve, reject) => {
    // A fixed hash seed makes the order of sets, and so the inputs, the same in every run.
    const driver = spawn(options.python, ["-s", "-B", DRIVER], {
      stdio: ["pipe", "pipe", "ignore"],
      env: { PYTHONHASHSEED: "0", PYTHONUTF8: "1", PATH: process.env.PATH ?? "" },
    });
    let job: Job | null = null;
    const advance = (): void => {
      job = nextJob();
      if (job === null) driver.stdin.end();
      else driver.stdin.write(`${job.line}\n`);
    };
    createInterface({ input: driver.stdout }).on("line", (line) => {
      const { tried, difference, note } = JSON.parse(line) as Omit<DifferenceResult, "mutantId">;
      if (job !== null) job.report({ mutantId: job.mutantId, tried, difference, note });
      advance();
    });
    driver.on("error", (error) =>
      reject(new Error(`the search cannot start ${options.python}: ${error.message}`)),
    );
    driver.stdin.on("error", () => undefined);
    driver.on("close", () => {
      if (job !== null) {
        job.report({
          mutantId: job.mutantId,
          tried: 0,
          difference: null,
          note: "the search process ended early",
        });
      }
      resolve();
    });
    advance();
  });
}
