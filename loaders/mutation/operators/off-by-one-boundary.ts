import type { Edit, Operator } from "./edit.ts";
import { literalShifts } from "./shift-literal.ts";
import { boundShifts, computedShifts } from "./shift-value.ts";

/**
 * `off_by_one_boundary`: moves a bound by one. Bounds are the start and stop of `range`, `islice` and slices, indices, the limits of
 * `<`, `<=`, `>` and `>=`, and what sets one up: a value given to a name that stands in a bound or in the comparison of
 * a `while` condition (`hi = len(x) - 1`, `n -= 1`).
 */
export const offByOneBoundary: Operator = (snippet) =>
  [
    ...literalShifts(snippet).filter(({ literal }) => snippet.bounds.terms.has(literal)),
    ...boundShifts(snippet),
    ...computedShifts(snippet, true),
  ].map(({ rule, span, replacement }): Edit => ({ bugType: "off_by_one_boundary", rule, span, replacement }));
