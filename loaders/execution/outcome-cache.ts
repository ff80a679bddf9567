import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isOutcome } from "./outcome.ts";
import type { ExecutionRequest, Outcome } from "./types.ts";

/**
 * Version of what decides an outcome: the Python files, the limits, the outcome names. Raise it when a change
 * there can change a verdict; cached outcomes of another version are not used.
 */
export const RUNNER_VERSION = 1;

/** What is known of a (candidate, suite) pair. */
export interface KnownOutcomes {
  outcomes: Outcome[];
  elapsedMs: number;
  /** The cap it ran under: a timeout is only known up to it. */
  capMs: number;
  /** True when the suite was stopped at its first failing test. */
  stopped: boolean;
}

const FILE = "outcomes.jsonl";

/** SHA-256 of a text's UTF-8 bytes, in hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/**
 * Outcomes on disk, keyed by the digests of code and tests, the runner version and the Python version: one
 * append-only file of one JSON object a line.
 *
 * Each line is one `write` in append mode, so several processes may write at once and an interrupted one loses
 * at most its last line. A line that cannot be used (torn, an unknown outcome, another runner version) is
 * reported once and its pair is executed again; the file is never rewritten.
 */
export class OutcomeCache {
  #known = new Map<string, KnownOutcomes>();
  #path: string;
  #python: string;

  /** @param warn receives at most one sentence for each kind of unusable line */
  constructor(folder: string, pythonVersion: string, warn: (message: string) => void) {
    mkdirSync(folder, { recursive: true });
    this.#path = join(folder, FILE);
    this.#python = pythonVersion;
    this.#read(warn);
  }

  /** Key of a pair. The suite's digest is over its JSON, so that no two suites share one. */
  static key(request: Pick<ExecutionRequest, "code" | "tests">): string {
    return `${sha256(request.code)} ${sha256(JSON.stringify(request.tests))}`;
  }

  /** Known outcomes that answer a request with this cap, or undefined. */
  get(key: string, capMs: number, stop: boolean): KnownOutcomes | undefined {
    const known = this.#known.get(key);
    if (known === undefined) return undefined;
    const timedOut = known.outcomes.includes("TIMEOUT");
    if (timedOut ? known.capMs < capMs : known.elapsedMs > capMs) return undefined;
    if (!stop) return known.stopped ? undefined : known;
    const firstFailure = known.outcomes.findIndex((outcome) => outcome !== "pass");
    return firstFailure < 0 ? known : { ...known, outcomes: known.outcomes.slice(0, firstFailure + 1) };
  }

  set(key: string, known: KnownOutcomes): void {
    const previous = this.#known.get(key);
    if (previous !== undefined && !previous.stopped && known.stopped) return;
    this.#known.set(key, known);
    const [code, tests] = key.split(" ");
    const line = JSON.stringify({
      runner: RUNNER_VERSION,
      python: this.#python,
      code,
      tests,
      outcomes: known.outcomes,
      ms: Math.round(known.elapsedMs * 1000) / 1000,
      cap: known.capMs,
      ...(known.stopped ? { stopped: true } : {}),
    });
    // A line that another process left torn must not swallow this one.
    appendFileSync(this.#path, (this.#endsTorn() ? "\n" : "") + line + "\n");
  }

  #torn: boolean | undefined;

  #endsTorn(): boolean {
    const torn = this.#torn ?? false;
    this.#torn = false;
    return torn;
  }

  #read(warn: (message: string) => void): void {
    let text: string;
    try {
      text = readFileSync(this.#path, "utf8");
    } catch {
      return;
    }
    this.#torn = text.length > 0 && !text.endsWith("\n");
    const problems = new Map<string, { count: number; line: number }>();
    text.split("\n").forEach((line, index) => {
      if (line === "") return;
      const problem = this.#accept(line);
      if (problem === undefined) return;
      const seen = problems.get(problem);
      if (seen) seen.count++;
      else problems.set(problem, { count: 1, line: index + 1 });
    });
    for (const [problem, { count, line }] of problems) {
      const where = count === 1 ? `line ${line}` : `${count} lines, the first is line ${line}`;
      warn(`${this.#path}: ${problem} (${where}); these pairs are executed again.`);
    }
  }

  /** Take one line in; returns what is wrong with it, if anything. */
  #accept(line: string): string | undefined {
    let entry: Record<string, unknown>;
    try {
      entry = JSON.parse(line) as Record<string, unknown>;
    } catch {
      return "not a complete entry";
    }
    if (entry.runner !== RUNNER_VERSION) {
      return `written by runner version ${String(entry.runner)}, this is ${RUNNER_VERSION}`;
    }
    if (entry.python !== this.#python) return undefined; // another Python's outcomes: valid, not ours
    const { code, tests, outcomes, ms, cap } = entry;
    if (typeof code !== "string" || typeof tests !== "string" || !Array.isArray(outcomes)) {
      return "an entry without code, tests or outcomes";
    }
    const unknown = outcomes.find((outcome) => !isOutcome(outcome));
    if (unknown !== undefined) return `unknown outcome ${JSON.stringify(unknown)}`;
    this.#known.set(`${code} ${tests}`, {
      outcomes: outcomes.filter(isOutcome),
      elapsedMs: Number(ms),
      capMs: Number(cap),
      stopped: entry.stopped === true,
    });
    return undefined;
  }
}
