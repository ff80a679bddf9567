import type { Outcome } from "./types.ts";

// \p{ID_Start} and \p{ID_Continue} are what Python allows in a class name, plus the underscore.
const OUTCOME = /^(?:pass|FAIL|TIMEOUT|(?:FAIL|ERROR):[\p{ID_Start}_][\p{ID_Continue}]*)$/u;

/** Is this text one of the outcome names? Anything read from a file or a process goes through here. */
export function isOutcome(text: unknown): text is Outcome {
  return typeof text === "string" && OUTCOME.test(text);
}

/** pass(c, T): every test of the suite passes. An empty suite decides nothing, so it does not pass. */
export function allPass(outcomes: readonly Outcome[]): boolean {
  return outcomes.length > 0 && outcomes.every((outcome) => outcome === "pass");
}
