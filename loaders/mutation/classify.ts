import type { Outcome } from "../execution/types.ts";

/** What execution says of a mutant. */
export interface Classification {
  status: "valid" | "survivor" | "killed_not_valid";
  /** Why it may not be a distractor; empty when it may. */
  reason:
    | ""
    | "passes every test"
    | "times out"
    | "exhausts memory"
    | "crashes on every input"
    | "no wrong output, only exceptions";
}

/** Outcomes that depend on how much memory a machine grants: an allocation refused, or a process killed for it. */
const OUT_OF_MEMORY: ReadonlySet<Outcome> = new Set<Outcome>([
  "FAIL:MemoryError",
  "ERROR:MemoryError",
  "ERROR:ProcessDied",
]);

/**
 * Judges a mutant by the outcomes of its task's suite. It is *valid* (may be a distractor) when it is killed, gives a wrong output
 * at least once (a bare `FAIL`) and neither times out nor exhausts memory, which another machine could judge otherwise. It *crashes on every input* when not one test ends in `pass` or a bare
 * `FAIL`: each raises an exception that the test did not ask for, or the candidate did not even load.
 * @throws Error when there are no outcomes
 */
export function classify(outcomes: readonly Outcome[]): Classification {
  if (outcomes.length === 0)
    throw new Error("a mutant without outcomes cannot be classified; execute it first");
  if (outcomes.every((outcome) => outcome === "pass"))
    return { status: "survivor", reason: "passes every test" };
  const reason = whyNotValid(outcomes);
  return { status: reason === "" ? "valid" : "killed_not_valid", reason };
}

function whyNotValid(outcomes: readonly Outcome[]): Classification["reason"] {
  if (outcomes.includes("TIMEOUT")) return "times out";
  if (outcomes.some((outcome) => OUT_OF_MEMORY.has(outcome))) return "exhausts memory";
  if (!outcomes.some((outcome) => outcome === "pass" || outcome === "FAIL")) return "crashes on every input";
  return outcomes.includes("FAIL") ? "" : "no wrong output, only exceptions";
}
