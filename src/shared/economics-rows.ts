/** Rows of the economics page, by the rules of `rows.ts`. */

/** `near-clones/economics-published`: what the paper says its tasks cost, and what its own totals give. */
export interface EconomicsPublishedRow {
  quantity: string;
  label: string;
  /** `tokens`, `usd`, `usd_per_1m`, `rate`, `calls`, `s`. */
  unit: string;
  /** NaN where nothing is published. */
  published: number;
  /** NaN for a total that stands on its own. */
  recomputed: number;
  /** `given` (a total), `agrees`, `differs`, or `derived` (not published). */
  status: string;
  /** How it is recomputed. */
  formula: string;
}

/** `near-clones/economics-gates`: what our gates turn away, one row a dataset and share. */
export interface EconomicsGateRow {
  dataset: string;
  /** `survive` (pass every test), `crash` (crash on every input), `time_out`, `raise` (no wrong output), `exhaust` (memory), `valid`. */
  share: string;
  value: number;
  low: number;
  high: number;
  /** Mutants it is a share of. */
  mutants: number;
  /** Tasks, which are resampled. */
  n: number;
}

/** `near-clones/economics-stages`: how much work each stage did, one row a dataset and stage. */
export interface EconomicsStageRow {
  dataset: string;
  stage: string;
  unit: string;
  items: number;
}

/** `near-clones/economics-embedding`: what each dense system encoded, one row a dataset and system. */
export interface EconomicsEmbeddingRow {
  dataset: string;
  system: string;
  texts: number;
  /** Tokens of these texts, prefixes and special tokens included, and those within the model's limit. */
  tokens: number;
  tokens_read: number;
  dimensions: number;
  /** Half floats alone, without ids and digests. */
  vector_bytes: number;
  /** Texts outside the search pool (drawn and stacked mutants) of which only similarities are kept; their tokens are not. */
  texts_outside: number;
}

/** `near-clones/economics-usage`: calls of a metered model that wrote tasks, one row a dataset, model and endpoint. */
export interface EconomicsUsageRow {
  dataset: string;
  model: string;
  endpoint: string;
  calls: number;
  accepted: number;
  prompt_tokens: number;
  completion_tokens: number;
  reasoning_tokens: number;
  list_usd: number;
  /** NaN where no call recorded its time. */
  median_s: number;
  /** Calls that failed at each gate, as `gate 1: 2, gate 4: 7`; empty for none. */
  failed: string;
}
