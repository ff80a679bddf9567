import { createHash } from "node:crypto";
import { join } from "node:path";
import { AppendLog, type LogEntry } from "./append-log.ts";
import { isOutcome } from "./outcome.ts";
import type { ExecutionRequest, Outcome } from "./types.ts";

/** What is known of a (candidate, suite) pair. */
export interface KnownOutcomes {
  outcomes: Outcome[];
  elapsedMs: number;
  /** The cap it ran under: a timeout is only known up to it. */
  capMs: number;
  /** True when the suite was stopped at its first failing test. */
  stopped: boolean;
}

/** SHA-256 of a text's UTF-8 bytes, in hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** Outcomes on disk, keyed by the digests of code and tests; the log adds the runner and the Python version. */
export class OutcomeCache {
  #known = new Map<string, KnownOutcomes>();
  #log: AppendLog;

  constructor(folder: string, pythonVersion: string, warn: (message: string) => void) {
    this.#log = new AppendLog(
      join(folder, "outcomes.jsonl"),
      pythonVersion,
      (entry) => this.#accept(entry),
      warn,
    );
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
    this.#log.append({
      code,
      tests,
      outcomes: known.outcomes,
      ms: Math.round(known.elapsedMs * 1000) / 1000,
      cap: known.capMs,
      ...(known.stopped ? { stopped: true } : {}),
    });
  }

  #accept({ code, tests, outcomes, ms, cap, stopped }: LogEntry): string | undefined {
    if (typeof code !== "string" || typeof tests !== "string" || !Array.isArray(outcomes)) {
      return "an entry without code, tests or outcomes";
    }
    const unknown = outcomes.find((outcome) => !isOutcome(outcome));
    if (unknown !== undefined) return `unknown outcome ${JSON.stringify(unknown)}`;
    this.#known.set(`${code} ${tests}`, {
      outcomes: outcomes.filter(isOutcome),
      elapsedMs: Number(ms),
      capMs: Number(cap),
      stopped: stopped === true,
    });
    return undefined;
  }
}
