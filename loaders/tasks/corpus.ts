import type { Outcome } from "../execution/types.ts";
import type { Classification } from "../mutation/classify.ts";
import type { Dataset } from "./datasets.ts";

/** What a snippet is to its task. Only `canonical` and `distractor` stand in the search pool. */
export type SnippetKind = "canonical" | "distractor" | "pool" | "survivor" | "killed_not_valid";

/** A canonical or one of its single-edit mutants, with what execution said of it. */
export interface Snippet {
  /** First 12 hex digits of the SHA-256 of its code; also the tie-break among equal similarities. */
  id: string;
  taskId: string;
  kind: SnippetKind;
  /** Why it is not valid, empty otherwise. */
  reason: string;
  bugType: string;
  rule: string;
  description: string;
  /** Null when the dataset's text is not on this machine. */
  code: string | null;
  /** One outcome a test of its own task's suite. */
  outcomes: Outcome[];
  /** Characters changed, and the same relative to the canonical's length; 0 for a canonical. */
  editCharacters: number;
  editRelative: number;
  /** Lines changed, and the one canonical line range (1-based, inclusive) when they are one contiguous block, else 0. */
  editLines: number;
  blockFrom: number;
  blockTo: number;
  /** UTF-16 offset in the canonical at which the edit starts. */
  editOffset: number;
  codeCharacters: number;
  codeLines: number;
}

export interface CorpusTask {
  id: string;
  domain: string;
  functionName: string;
  /** Null when the dataset's text is not on this machine. */
  query: string | null;
  tests: string[] | null;
  testCount: number;
}

/** A dataset as the analyses see it. */
export interface Corpus {
  dataset: Dataset;
  /** Digest of everything that decides the corpus; printed with each figure. */
  digest: string;
  hasText: boolean;
  tasks: CorpusTask[];
  /** The search pool, task by task: the canonical, then its selected distractors. */
  snippets: Snippet[];
  /** Valid mutants that were not selected. */
  pool: Snippet[];
  /** Survivors and mutants that were killed without being valid. */
  rejected: Snippet[];
}

/** The kind of a mutant that was not selected. */
export const kindOf = (classification: Classification): SnippetKind =>
  classification.status === "valid" ? "pool" : classification.status;

/** A text of a corpus that has its text. @throws Error when it is not there: callers look at `hasText` first */
export function present(text: string | null): string {
  if (text === null) throw new Error("the dataset's text is not on this machine");
  return text;
}
