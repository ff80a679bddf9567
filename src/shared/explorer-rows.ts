/** Rows of the explorer's files, by the rules of `rows.ts`. */

/** `explorer/index-<dataset>.parquet`: one row a task, small enough that a page loads all of them. */
export interface ExplorerIndexRow {
  /** Task id. */
  query: string;
  domain: string;
  /** Suffix of the explorer files that hold the task. */
  shard: string;
  /** Empty where the id ends with it. */
  function_name: string;
  /** The beginning of the question; empty when the text is not on this machine. */
  text: string;
  /** Lines of the canonical that are not blank. */
  lines: number;
  tests: number;
  mutants: number;
  /** Valid mutants, and those that pass every test. */
  valid: number;
  survivors: number;
  /** Bug types of the selected distractors as bits, see `explorer-index.ts`. */
  bug_types: number;
  /** Each system's rank of the first snippet that passes, and what stands at rank 1, in the order of the systems' file. */
  ranks: string;
  firsts: string;
}

/** `explorer/questions-<dataset>.parquet`: whole questions, loaded when a reader searches. */
export interface ExplorerQuestionRow {
  query: string;
  text: string;
}

/** `explorer/mutants-<shard>.parquet`: one row a mutant. */
export interface ExplorerMutantRow {
  query: string;
  snippet: string;
  bug_type: string;
  description: string;
  /** `distractor`, `pool`, `survivor` or `killed_not_valid`. */
  kind: string;
  failed_tests: number;
  /** Of a survivor: what the search for an input that tells it apart says; empty where it was not searched. */
  verdict: string;
  /** Why it is not valid; of a survivor, why no input tells it apart. */
  reason: string;
}

/** `explorer/tasks-<shard>.parquet`: one row a task. */
export interface ExplorerTaskRow {
  dataset: string;
  query: string;
  domain: string;
  function_name: string;
  text: string;
  /** JSON array of test sources. */
  tests: string;
  /** The blind audit: `passed` or `failed` at the first attempt, empty where there was none. */
  audit: string;
  /** What was mended after it. */
  mended: string;
}

/** `explorer/snippets-<shard>.parquet`: one row a snippet of the search pool (canonical or selected distractor). */
export interface ExplorerSnippetRow {
  dataset: string;
  snippet: string;
  /** The task it belongs to. */
  query: string;
  kind: "canonical" | "distractor";
  bug_type: string;
  bug_description: string;
  code: string;
  /** First failing test of its own task's suite: index (-1 for none), input, expected and got as Python reprs. */
  failing_test: number;
  failing_input: string;
  failing_expected: string;
  failing_got: string;
  failing_outcome: string;
}

/** `explorer/rankings-<shard>.parquet`: top ten of each query and system, ten rows a (query, system). */
export interface ExplorerRankingRow {
  dataset: string;
  system: string;
  query: string;
  rank: number;
  snippet: string;
  similarity: number;
  passes: boolean;
  /** Task the snippet belongs to, and `canonical`/`distractor`. */
  snippet_query: string;
  kind: string;
  bug_type: string;
  /** Its edit lies beyond what the system read, so that to the system it is its canonical. */
  unseen: boolean;
}
