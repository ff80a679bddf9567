import { sha256 } from "../store/digest.ts";

/** How many tests an execution-guided second stage may see. */
export const SHOWN_TESTS = [1, 2, 3] as const;

const SEED = "near-miss rerank 1";

/**
 * Order in which a task's tests are shown: by the digest of seed, task and position, so that it favors no test and
 * needs no text. The first t are shown, the rest are held out.
 */
export const testOrder = (task: string, testCount: number): number[] =>
  Array.from({ length: testCount }, (_, test) => ({ test, digest: sha256(`${SEED} ${task} ${test}`) }))
    .sort((a, b) => (a.digest < b.digest ? -1 : 1))
    .map(({ test }) => test);
