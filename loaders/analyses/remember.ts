import type { Evaluation } from "./evaluation-types.ts";

/** Computes once an evaluation what several figures of one process need. */
export function rememberPerEvaluation<T>(
  compute: (evaluation: Evaluation) => T,
): (evaluation: Evaluation) => T {
  const known = new WeakMap<Evaluation, { value: T }>();
  return (evaluation) => {
    let found = known.get(evaluation);
    if (!found) {
      found = { value: compute(evaluation) };
      known.set(evaluation, found);
    }
    return found.value;
  };
}
