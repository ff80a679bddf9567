/**
 * Rows of figures: what loaders write to Parquet and pages read, here and in the other `*-rows.ts`. Column types are int32,
 * float32, float64, bool and utf8 only (no BigInt in the browser). Rates are 0..1, times in ms, sizes in bytes or characters
 * as the name says. A `low`/`high` pair is the 95 % percentile-bootstrap interval over queries of the value beside it, unless
 * the rows say otherwise.
 */
import type { BugType, Metric } from "./vocabulary.ts";

export type * from "./economics-rows.ts";
export type * from "./explorer-rows.ts";
export type * from "./method-rows.ts";
export type * from "./stacked-rows.ts";

/** `near-clones/datasets.parquet` */
export interface DatasetRow {
  dataset: string;
  label: string;
  digest: string;
  tasks: number;
  snippets: number;
  distractors: number;
  /** Valid mutants beyond the selected distractors. */
  pool: number;
  tests: number;
  /** False when the text is not on this machine: figures stand, text views say how to import it. */
  has_text: boolean;
  /** The command that brings the text, empty when it is committed. */
  import_command: string;
  /** Where the tasks come from, in words, and under whose terms. */
  origin: string;
  licence: string;
  /** Somebody's own data, imported on the machine that built this. */
  imported: boolean;
  /** What its import left out: a reason and a count each, joined by semicolons; empty for nothing. */
  left_out: string;
}

/** `near-clones/systems.parquet` */
export interface SystemRow {
  system: string;
  label: string;
  /** `lexical`, `local_dense`, `hosted`, `published`, `baseline`. */
  class: string;
  /** fp32 and int8 of one model share it. */
  family: string;
  dtype: string;
  dimensions: number;
  token_limit: number;
}

/** `near-clones/leaderboard.parquet`: one row a (dataset, system, metric, k). */
export interface LeaderboardRow {
  dataset: string;
  system: string;
  metric: Metric;
  k: number;
  value: number;
  low: number;
  high: number;
  n: number;
  /** Rank of the system by this metric and its 95 % interval from the same resamples. */
  rank: number;
  rank_low: number;
  rank_high: number;
  /** Share of queries with a tie that changes the value, and the value under the best, expected and worst order. */
  tie_share: number;
  tie_best: number;
  tie_expected: number;
  tie_worst: number;
  /** What an order of ties by an id that puts canonicals before near-clones would have given. */
  tie_canonicals_first: number;
}

/** `near-clones/per-query-<dataset>.parquet`: one row a (query, system), from which a page recomputes anything. */
export interface PerQueryRow {
  dataset: string;
  system: string;
  /** Task id. */
  query: string;
  domain: string;
  /** 1-based ranks in the complete realized ranking; 0 where nothing passes. */
  first_passing_rank: number;
  canonical_rank: number;
  canonical_similarity: number;
  best_distractor_similarity: number;
  /** Own distractors above the first passing item (what else stands above it is other tasks'), and own distractors in all. */
  own_above: number;
  distractors: number;
  /** Bit i is set when rank i+1 passes (i = 0..9). */
  passing_top10: number;
  /** What stands at rank 1: `passing`, `own_distractor`, `other_canonical`, `other_distractor`. */
  rank1_kind: string;
}

/**
 * `near-clones/density.parquet` (selected) and `density-pool.parquet` (both pools): exact expectation when a query keeps
 * d of its own near-clones.
 */
export interface DensityRow {
  dataset: string;
  system: string;
  /** `selected` (the shipped four), `pool_all` (drawn valid mutants, clipped), `pool_matched` (queries with all 16). */
  source: "selected" | "pool_all" | "pool_matched";
  k: number;
  d: number;
  value: number;
  low: number;
  high: number;
  /** What the d-th near-clone costs: value at d - 1 minus value at d, paired interval; NaN at d = 0. */
  cost: number;
  cost_low: number;
  cost_high: number;
  n: number;
  /** Queries that have at least d near-clones; the others keep all they have. */
  full: number;
  /** A random order of own candidates: min(1, k/(d+1)), mean over queries. */
  chance: number;
}

/** `near-clones/deception.parquet`: share of (query, distractor) pairs in which the distractor is at least as similar. */
export interface DeceptionRow {
  dataset: string;
  /** A system id, or `all_dense` for all dense systems pooled. */
  system: string;
  /** A domain, or `all`. */
  domain: string;
  bug_type: BugType | "all";
  value: number;
  low: number;
  high: number;
  pairs: number;
  n: number;
  /** Pairs whose edit lies beyond what the system read: deceived by necessity, and counted in `value`. */
  unseen: number;
  /** The rate over the other pairs; NaN where there are none. */
  value_seen: number;
}

/** One entry of `<group>/provenance.json`: where a figure's numbers come from. */
export interface FigureProvenance {
  /** `<group>/<name>`, as in `near-clones/density`. */
  figure: string;
  title: string;
  /** Digest of everything that decides the rows: code, inputs, settings. */
  digest: string;
  rows: number;
  /** Digest of the rows themselves, as `data/figure-digests.json` has it. */
  rows_digest: string;
  columns: { name: string; type: string; unit: string; description: string }[];
  datasets: { dataset: string; digest: string }[];
  systems: string[];
  /** ISO date of the computation. */
  computed: string;
  command: string;
  /** Repository path of the analysis. */
  source: string;
  inputs: string[];
}

/** `near-clones/paired.parquet`: one row a pair of systems, metric and k; a before b in the registry's order. */
export interface PairedRow {
  dataset: string;
  a: string;
  b: string;
  metric: Metric;
  k: number;
  both: number;
  a_only: number;
  b_only: number;
  neither: number;
  /** Exact McNemar and its Holm adjustment over all pairs of this metric and k; NaN for continuous metrics. */
  p: number;
  p_holm: number;
  /** Mean of a - b with its paired interval. */
  delta: number;
  low: number;
  high: number;
  n: number;
  /** Smallest true difference that n queries show with 80 % power. */
  detectable: number;
}

/** `near-clones/edit-size.parquet`: deception over dense families by size of the edit. */
export interface EditSizeRow {
  dataset: string;
  /** `all`, `one_line`, `multi_line`. */
  lines: string;
  /** A bug type, or `all`. */
  bug_type: string;
  bucket: string;
  value: number;
  low: number;
  high: number;
  pairs: number;
  n: number;
}

/** `near-clones/edit-size-correlation.parquet`: tie-aware Spearman of edit size and share of families deceived. */
export interface EditSizeCorrelationRow {
  dataset: string;
  lines: string;
  bug_type: string;
  /** `absolute` (characters) or `relative` (over the canonical's length). */
  measure: string;
  rho: number;
  low: number;
  high: number;
  pairs: number;
  n: number;
}

/** `near-clones/claims.parquet`: a published claim beside what our data says of it. */
export interface ClaimRow {
  dataset: string;
  claim: string;
  /** The claim in our words. */
  text: string;
  page: string;
  published: string;
  ours: number;
  low: number;
  high: number;
  n: number;
  /** How `ours` is read: `rate`, `difference`, `rho`. */
  unit: string;
  /** What `ours` was measured on. */
  systems: string;
  rule: string;
  /** `holds`, `does_not_hold`, `cannot_tell`. */
  verdict: string;
  note: string;
}
