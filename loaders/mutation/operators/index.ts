import type { Operator } from "./edit.ts";
import { offByOne } from "./off-by-one.ts";
import { offByOneBoundary } from "./off-by-one-boundary.ts";
import { removeEdgeCaseCheck } from "./remove-edge-case-check.ts";
import { swapArguments } from "./swap-arguments.ts";
import { wrongComparison } from "./wrong-comparison.ts";
import { wrongOperator } from "./wrong-operator.ts";

/**
 * All operators, in order of precedence: where two make the same code, the earlier one names the bug (the more specific
 * label first).
 */
export const OPERATORS: readonly Operator[] = [
  removeEdgeCaseCheck,
  swapArguments,
  wrongComparison,
  wrongOperator,
  offByOneBoundary,
  offByOne,
];
