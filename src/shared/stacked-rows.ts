/** `near-clones/stacked.parquet`: deception by number of mutations in one snippet. */
export interface StackedRateRow {
  dataset: string;
  /** `selected` (the task's distractors, 2-4 combined) or `pool` (drawn from its valid mutants, 2-6 combined). */
  source: string;
  /** `failing` (everything that does not pass counts), or `valid` (only what gives wrong output and never times out). */
  variants: string;
  /** `matched` (the same queries at every count) or `all` (every query that has a variant at this count). */
  queries: string;
  /** A system id, or `all_families` for the mean over dense families. */
  system: string;
  /** Mutations in the snippet; 1 for the single mutants. */
  count: number;
  /** Share of variants at least as similar to the query as the canonical: mean per query, then over queries. */
  value: number;
  low: number;
  high: number;
  /** Difference from the single mutants of these very queries, paired. */
  delta: number;
  delta_low: number;
  delta_high: number;
  /** Smallest true change that these queries show with 80 % power; NaN at count 1. */
  detectable: number;
  /** Similarity of the canonical minus that of a variant, averaged likewise. */
  gap: number;
  gap_low: number;
  gap_high: number;
  /** Share of variants with the canonical's very similarity, averaged likewise; they count as deceived. */
  tied: number;
  /** Variants scored. */
  scored: number;
  /** Queries. */
  n: number;
}

/** `near-clones/stacked-made.parquet`: what became of the composed snippets. */
export interface StackedMadeRow {
  dataset: string;
  source: string;
  count: number;
  /** Composed and executed; the single mutants at count 1. */
  composed: number;
  /** Pass every test and are discarded. */
  passing: number;
  times_out: number;
  /** Crash on every input. */
  crashes: number;
  /** Fail only by exceptions that no test asks for. */
  raises: number;
  /** Fail with wrong output, as a single mutant must to be a distractor. */
  wrong_output: number;
  /** Queries with at least one failing variant of this count, and those that have one of every count. */
  queries: number;
  matched: number;
  /** Queries whose mutants were to be combined: all of the dataset, or those drawn of it. */
  tasks: number;
}

/** `near-clones/stacked-selection.parquet`: how deceptive the single edits of matched queries are beside those of all. */
export interface StackedSelectionRow {
  dataset: string;
  source: string;
  system: string;
  /** Deception of single mutants over matched queries, over all queries, and the first minus the second. */
  matched: number;
  all: number;
  difference: number;
  low: number;
  high: number;
  n_matched: number;
  n_all: number;
}
