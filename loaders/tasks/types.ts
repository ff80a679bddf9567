import type { BugType } from "../../src/shared/vocabulary.ts";

/** A task: a developer's question, a canonical function and the suite that decides what works. */
export interface Task {
  /** `<domain>/<function_name>`; never changes once released. */
  id: string;
  function_name: string;
  /** One to three sentences; never names the function. */
  query: string;
  domain: string;
  /** Python source of the canonical; passes every test. */
  canonical: string;
  /** 7-10 statements in our own data, each an assert (or a `pytest.raises` block) that calls the function. */
  tests: string[];
}

/** A half-open range of UTF-16 offsets into the canonical's source. */
export interface Span {
  from: number;
  to: number;
}

/** One single-edit mutant of a canonical, before anything is executed. */
export interface Mutant {
  /** First 12 hex digits of the SHA-256 of `code` (UTF-8). */
  id: string;
  taskId: string;
  bugType: BugType;
  /** Which rule made it, e.g. `comparison:<:<=`; finer than the bug type. */
  rule: string;
  /** One line in words: what was changed into what, and on which line. */
  description: string;
  /** What the edit replaces in the canonical, and by what. */
  span: Span;
  replacement: string;
  code: string;
}
