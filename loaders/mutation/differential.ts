import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { digestOf } from "../store/digest.ts";
import type { Mutant, Task } from "../tasks/types.ts";

/** A mutant that passed every test of its task. */
export interface Survivor {
  task: Pick<Task, "function_name" | "canonical" | "tests">;
  mutant: Pick<Mutant, "id" | "code">;
  /**
   * What the query allows, as a Python expression over the function's parameters: a difference on an input for which it is false
   * is noted, but does not count. Absent or empty, every input counts.
   */
  contract?: string;
}

export interface SearchOptions {
  /** Path of a Python 3.9+ interpreter. */
  python: string;
  /** Inputs on which both functions are compared, for each survivor. */
  inputs?: number;
  seed?: number;
  processes?: number;
  /** Processor time of one call, in ms. */
  callMs?: number;
  /** Processor time of one survivor, in ms. */
  itemMs?: number;
  memoryMb?: number;
  /** Receives each result with the position of its item. */
  onResult?: (result: DifferenceResult, at: number) => void;
}

/** The shortest telling input found as a Python call, and what each function gives. */
export interface Difference {
  call: string;
  canonical: string;
  mutant: string;
  /** The assert that the canonical passes and the mutant fails; empty where the result cannot be written as source. */
  test: string;
}

/** What the search found for one survivor. */
export interface DifferenceResult {
  mutantId: string;
  /** Distinct inputs within the contract on which the canonical behaves and the mutant was compared. */
  tried: number;
  /** Of these, both gave the same value, and both raised the same expected exception. */
  agreed: number;
  raised: number;
  /** Within the contract; `null` hints at an equivalent mutant. */
  difference: Difference | null;
  /** Outside of the contract. */
  outside: Difference | null;
  /** Why fewer inputs were tried than asked for; empty otherwise. */
  note: string;
}

const DRIVER = fileURLToPath(new URL("./python/differential.py", import.meta.url));

export const DEFAULT_INPUTS = 2000;

/** The driver's note where twenty draws for each input asked for gave too few different ones. */
export const NO_MORE_INPUTS = "too few distinct inputs";

const DEFAULT_SEED = 1;

let engine: string | undefined;

/** Digest of what decides the inputs and the comparison: the Python files of the search and its seed. */
export const searchEngineDigest = (): string => (engine ??= digestEngine());

function digestEngine(): string {
  const folder = dirname(DRIVER);
  const files = readdirSync(folder).filter((name) => name.endsWith(".py"));
  const sources = files.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]);
  return digestOf([sources, DEFAULT_SEED]);
}

/**
 * Searches, for each survivor, an input that tells mutant and canonical apart: a tool for authors, who turn such an input into
 * a test. Inputs are the tests' own arguments, those moved by one, then seeded random changes of them and of what gave
 * something new. An input counts where the canonical returns, or raises an exception that it or a test names; exceptions count for
 * half of the inputs at most. Results are compared by `==`, so that what differs is what an assert can see (floats to 1e-9; NaN
 * equals NaN; a subclass of the exception passes). Deterministic for a seed, except where a time limit strikes.
 * @returns one result a survivor, in order
 * @throws Error when the interpreter does not start
 */
export async function searchDifferences(
  items: readonly Survivor[],
  options: SearchOptions,
): Promise<DifferenceResult[]> {
  const results: DifferenceResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      // A driver that dies takes one item along; the next driver goes on behind it.
      await runDriver(options, () => {
        if (next >= items.length) return null;
        const at = next++;
        const report = (result: DifferenceResult): void => {
          results[at] = result;
          options.onResult?.(result, at);
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

function requestLine({ task, mutant, contract }: Survivor, options: SearchOptions): string {
  return JSON.stringify({
    id: mutant.id,
    name: task.function_name,
    canonical: task.canonical,
    mutant: mutant.code,
    tests: task.tests,
    contract: contract ?? "",
    inputs: options.inputs ?? DEFAULT_INPUTS,
    seed: options.seed ?? DEFAULT_SEED,
    callSeconds: (options.callMs ?? 200) / 1000,
    itemSeconds: (options.itemMs ?? 120_000) / 1000,
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
      const { tried, agreed, raised, difference, outside, note } = JSON.parse(line) as DifferenceResult;
      const result = { tried, agreed, raised, difference, outside, note };
      if (job !== null) job.report({ mutantId: job.mutantId, ...result });
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
          agreed: 0,
          raised: 0,
          difference: null,
          outside: null,
          note: "the search process ended early",
        });
      }
      resolve();
    });
    advance();
  });
}
