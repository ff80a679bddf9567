import type { Outcome } from "./types.ts";

// \p{ID_Start} and \p{ID_Continue} are what Python allows in a class name, plus the underscore.
const OUTCOME = /^(?:pass|FAIL|TIMEOUT|(?:FAIL|ERROR):[\p{ID_Start}_][\p{ID_Continue}]*)$/u;

/** Is this text one of the outcome names? Anything read from a file or a process goes through here. */
export function isOutcome(text: unknown): text is Outcome {
  return typeof text === "string" && OUTCOME.test(text);
}

/** Exceptions that a later Python calls otherwise: `re.error` is `re.PatternError` from 3.13 on. */
const EARLIER_NAMES: Record<string, string> = { PatternError: "error" };

/** The outcome under the name that every supported Python can give it, so that outcomes are equal on all of them. */
export function underEarlierName(outcome: Outcome): Outcome {
  const [kind, exception] = outcome.split(":") as [string, string | undefined];
  const earlier = exception === undefined ? undefined : EARLIER_NAMES[exception];
  return earlier === undefined ? outcome : (`${kind}:${earlier}` as Outcome);
}

/** pass(c, T): every test of the suite passes. An empty suite decides nothing, so it does not pass. */
export function allPass(outcomes: readonly Outcome[]): boolean {
  return outcomes.length > 0 && outcomes.every((outcome) => outcome === "pass");
}
