import type { Edit, Operator } from "./edit.ts";
import { literalShifts } from "./shift-literal.ts";
import { computedShifts, returnShifts } from "./shift-value.ts";

/**
 * `off_by_one`: shifts an integer literal that sets no bound, or adds 1 to (takes 1 from) a number that is returned or
 * computed. What sets a bound is `off_by_one_boundary`; a literal on either side of `==` or `!=` is a value, not a bound.
 */
export const offByOne: Operator = (snippet) =>
  [
    ...literalShifts(snippet).filter(({ literal }) => !snippet.bounds.terms.has(literal)),
    ...computedShifts(snippet, false),
    ...returnShifts(snippet),
  ].map(({ rule, span, replacement }): Edit => ({ bugType: "off_by_one", rule, span, replacement }));
