/** One query's first k candidates as an execution-guided stage sees them, in the first stage's order. */
export interface Candidates {
  /** Whether each candidate, under the asked name, passes each test. */
  passed: readonly (readonly boolean[])[];
  /** Whether each counts as code that works: the leaderboard's verdict over the whole suite. */
  passes: readonly boolean[];
  /**
   * Whether each may pass at all: false for a function of another task that the leaderboard does not count, since it bears
   * another name. A filter may take it for right, the verdict never does.
   */
  eligible: readonly boolean[];
}

/** What a stage puts first for a query. */
export interface Chosen {
  /** Verdict over the whole suite, and over the tests that the stage did not see. */
  suite: number;
  heldOut: number;
  /** Candidates executed until one was accepted, or all. */
  executions: number;
}

/**
 * Puts the first candidate that passes every shown test on top; where none does, the first stage's order stays. Executing in
 * the first stage's order and stopping at the first that is accepted gives this, so that is what it costs.
 */
export function executionGuided(candidates: Candidates, shown: readonly number[]): Chosen {
  const accepted = candidates.passed.findIndex((passed) => shown.every((test) => passed[test]));
  const first = accepted < 0 ? 0 : accepted;
  return {
    suite: Number(candidates.passes[first]!),
    heldOut: Number(passesRest(candidates, first, shown)),
    executions: accepted < 0 ? candidates.passed.length : accepted + 1,
  };
}

/** Does a candidate pass every test that is not shown? What works must, whatever was shown. */
export function passesRest(
  { passed, eligible }: Candidates,
  candidate: number,
  shown: readonly number[],
): boolean {
  return eligible[candidate]! && passed[candidate]!.every((passes, test) => passes || shown.includes(test));
}

/** The same in expectation over every set of `count` tests: exact, each set counted once. */
export function expectedOverSets(candidates: Candidates, count: number): Chosen & { heldOutBefore: number } {
  const sum = { suite: 0, heldOut: 0, executions: 0, heldOutBefore: 0 };
  let sets = 0;
  for (const shown of subsets(candidates.passed[0]!.length, count)) {
    const chosen = executionGuided(candidates, shown);
    sum.suite += chosen.suite;
    sum.heldOut += chosen.heldOut;
    sum.executions += chosen.executions;
    sum.heldOutBefore += Number(passesRest(candidates, 0, shown));
    sets++;
  }
  return {
    suite: sum.suite / sets,
    heldOut: sum.heldOut / sets,
    executions: sum.executions / sets,
    heldOutBefore: sum.heldOutBefore / sets,
  };
}

/** Every set of `count` of the first `size` numbers. */
export function* subsets(size: number, count: number, from = 0): Generator<number[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (let first = from; first <= size - count; first++) {
    for (const rest of subsets(size, count - 1, first + 1)) yield [first, ...rest];
  }
}

/** Place in the first stage's order of what a score puts first: the highest, and among equals the one that came first. */
export function firstByScore(scores: readonly number[]): number {
  let first = 0;
  scores.forEach((score, place) => {
    if (score > scores[first]!) first = place;
  });
  return first;
}
