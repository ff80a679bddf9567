/**
 * Outcome of one test (paper, section 3.3): `pass`, `FAIL` (a bare assertion failure), `FAIL:<Exception>`,
 * `TIMEOUT`, `ERROR:<Exception>` (the candidate did not load, the process died, the protocol was broken).
 */
export type Outcome = "pass" | "FAIL" | "TIMEOUT" | `FAIL:${string}` | `ERROR:${string}`;

/** The wall-clock cap of a suite that defines a timeout, in ms. */
export const DEFAULT_CAP_MS = 5_000;

/** One (candidate, suite) pair to execute. */
export interface ExecutionRequest {
  /** Chosen by the caller, returned unchanged. */
  id: string;
  /** Python source of the candidate. */
  code: string;
  /** Python source of each test; each runs in a fresh namespace after the candidate. */
  tests: readonly string[];
  /** Wall-clock cap of the whole suite in ms; 5,000 is the definition. */
  capMs?: number;
  /** Stop at the first test that does not pass (sweeps that only ask "does it pass?"). */
  stopAtFirstFailure?: boolean;
}

/** What came of a pair. Without `stopAtFirstFailure`, `outcomes` has one entry a test. */
export interface ExecutionResult {
  id: string;
  outcomes: Outcome[];
  /** Wall-clock ms of the suite. */
  elapsedMs: number;
  /** True when the outcomes were read from the cache. */
  cached: boolean;
}

/** What a failing test expected and what the candidate gave, as Python `repr`s, cut to a few hundred characters. */
export interface FailureExplanation {
  /** Index into the suite. */
  test: number;
  outcome: Outcome;
  /** Source of the call under test, e.g. `f([1, 2])`. */
  input: string;
  expected: string;
  got: string;
}

/** One layer of isolation, and whether it is active on this machine. */
export interface IsolationLayer {
  name: string;
  active: boolean;
  /** What it does; when inactive, why it is missing. */
  detail: string;
}

/** A pair whose pass is to be confirmed by the sealed judge. */
export interface SealRequest extends ExecutionRequest {
  /** Name of the function under test; default: the one function of the candidate that the tests use. */
  entryPoint?: string;
  /** Code that is known to be right, normally the task's canonical: shows whether the suite can be sealed. */
  reference?: string;
}

/** Whether a pass stands when the candidate cannot reach the tests. */
export interface SealVerdict {
  id: string;
  seal: "sealed" | "unsealable" | "refuted";
  /** Why it is not sealed: the obstacle in the suite, or what the judge saw instead of a pass. Else empty. */
  reason: string;
}
