import type { BugType } from "../../../src/shared/vocabulary.ts";
import type { Span } from "../../tasks/types.ts";
import type { Snippet } from "../snippet.ts";

/** One replacement in a source, not applied yet. */
export interface Edit {
  bugType: BugType;
  /** Which rule made it, e.g. `comparison:<:<=`. */
  rule: string;
  span: Span;
  replacement: string;
}

/** A mutation operator: a pure function from a parsed source to every edit of one bug type, in any order. */
export type Operator = (snippet: Snippet) => Edit[];
