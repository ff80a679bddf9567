import type { Described } from "../figures/figure.ts";

/** Which list of rankings a row is of. */
export const LIST = {
  system: ["utf8", "", "system id"],
  chunking: ["utf8", "", "chunking"],
  mode: ["utf8", "", "vector, bm25 or hybrid"],
} as const satisfies Record<string, Described>;

/** What was asked. */
export const ASKED = {
  question: ["utf8", "", "question id"],
  form: ["utf8", "", "form of the question"],
} as const satisfies Record<string, Described>;

export const PROTOCOL: Described = ["utf8", "", "complete or top_10_chunks"];
export const CUT_OFF: Described = ["int32", "count", "cut-off"];
export const QUESTIONS: Described = ["int32", "count", "questions"];
export const PRINTED_NAME: Described = ["utf8", "", "name as printed"];

/** The interval of a row's value. @param unit the value's */
export const boundsIn = (unit: string): Record<"low" | "high", Described> => ({
  low: ["float64", unit, "2.5 % bound of the bootstrap over questions"],
  high: ["float64", unit, "97.5 % bound"],
});
