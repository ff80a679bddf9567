/** Rows of the explorer's files, by the rules of `rows.ts`. */

/** `explorer/tasks-<shard>.parquet`: one row a task. */
export interface ExplorerTaskRow {
  dataset: string;
  query: string;
  domain: string;
  function_name: string;
  text: string;
  /** JSON array of test sources. */
  tests: string;
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
}
