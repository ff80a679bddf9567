/** `ablations/rerankers.parquet`: rank 1 before and after a second stage, paired by query. */
export interface RerankRow {
  dataset: string;
  /** The first stage. */
  system: string;
  /** Id of `ablations/reranker-names.parquet`. */
  reranker: string;
  /** How many of the first stage's results the second one sees; fusion sees all, and stands at every k. */
  k: number;
  /** What counts as working: see `VERDICTS`. */
  verdict: string;
  /** Queries measured, and those left out for want of outcomes, scores or tests. */
  n: number;
  left_out: number;
  before: number;
  after: number;
  after_low: number;
  after_high: number;
  /** after - before. */
  lift: number;
  low: number;
  high: number;
  /** Queries that only the second stage solves at rank 1, and those that only the first solves. */
  gained: number;
  lost: number;
  /** Exact McNemar, two-sided, and Holm-adjusted within one dataset, k and verdict; NaN where none applies. */
  p: number;
  p_holm: number;
  /** Means a query; NaN where nothing was measured or no price is registered. */
  executions: number;
  ms: number;
  tokens: number;
  usd: number;
}

/** Every test of the suite, or those that an execution-guided stage did not see. */
export const VERDICTS = ["suite", "held_out"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** `ablations/reranker-names.parquet`: every reranker that can be run, with what makes it run. */
export interface RerankerNameRow {
  reranker: string;
  label: string;
  /** See `RERANKER_KINDS`. */
  kind: string;
  /** What it asks for: a key, weights, a server; empty for what runs with the repository alone. */
  needs: string;
  command: string;
  /** Datasets with frozen scores, joined by blanks. */
  measured: string;
}

export const RERANKER_KINDS = [
  "ceiling",
  "execution",
  "fusion",
  "likelihood",
  "cross-encoder",
  "rerank-api",
  "llm-pointwise",
  "llm-listwise",
] as const;
export type RerankerKind = (typeof RERANKER_KINDS)[number];

/** `ablations/reranker-executions.parquet`: what was executed for the second stage. */
export interface RerankExecutionRow {
  dataset: string;
  /** (query, item) pairs of all top tens, and those whose function is another task's. */
  pairs: number;
  foreign: number;
  /** Pairs with a timeout, and with a process that died. */
  timeouts: number;
  faults: number;
  /** Functions of other tasks that pass the whole suite once they bear the asked name. */
  foreign_passes: number;
  /** Queries whose runs were timed. */
  timed: number;
  /** Mean wall-clock ms of a run of 1, 2, 3 tests that stops at the first failure. */
  ms1: number;
  ms2: number;
  ms3: number;
}

/** Second stages that need no model. */
export const ORACLE = "oracle";
export const FUSION = "fusion-bm25";
export const executionId = (shown: number): string => `execution-${shown}`;
/** In expectation over every set of that many tests. */
export const executionMeanId = (shown: number): string => `execution-${shown}-mean`;
