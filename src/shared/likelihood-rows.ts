/**
 * Scores that a language model gives a snippet. `conditional` and `unconditional` are log-probabilities of the code after its
 * query and alone, `pmi` the first less the second; the means divide by the code's tokens.
 */
export const LIKELIHOOD_SCORES = [
  "conditional",
  "unconditional",
  "pmi",
  "conditional_mean",
  "unconditional_mean",
] as const;
export type LikelihoodScore = (typeof LIKELIHOOD_SCORES)[number];

/** What the pairs are grouped by. */
export const PAIR_GROUPINGS = ["all", "bug_type", "length_change", "edit_size", "code_length"] as const;
export type PairGrouping = (typeof PAIR_GROUPINGS)[number];

/** What an edit does to the number of tokens of the code. */
export const LENGTH_CHANGES = ["shorter", "same", "longer"] as const;

/** Tokens of the canonical, the same ranges for every dataset, so that datasets can be compared at one length. */
export const CODE_LENGTHS = ["1-63", "64-127", "128-191", "192-255", "256+"] as const;

/** Stands for all dense systems pooled. */
export const ALL_DENSE = "all_dense";

/** `ablations/likelihood.parquet`: how often the canonical comes first among its own five. */
export interface LikelihoodFirstRow {
  dataset: string;
  /** One of `LIKELIHOOD_SCORES`, or a system id. */
  score: string;
  value: number;
  low: number;
  high: number;
  /** Conditional sum minus this score, over the same queries and resamples. */
  above: number;
  above_low: number;
  above_high: number;
  /** Mean of 1/(d + 1): all candidates alike. */
  chance: number;
  /** Queries that are scored whole, and those of the dataset that have a near-clone. */
  n: number;
  queries: number;
}

/** `ablations/likelihood-pairs.parquet`: how often a canonical is preferred to one of its near-clones. */
export interface LikelihoodPairRow {
  dataset: string;
  /** One of `LIKELIHOOD_SCORES`, a system id, or `all_dense`. */
  score: string;
  grouping: string;
  /** A bug type, a length change, an edit-size bucket, a range of `CODE_LENGTHS`, or `all`. */
  group: string;
  value: number;
  /** NaN in groups of fewer than 30 pairs. */
  low: number;
  high: number;
  pairs: number;
  n: number;
  /** Pairs whose sums differ by less than `CLOSE` nats; 0 for means and systems. */
  close: number;
}

/** Nats within which the rounding of activations may decide a pair: what it moved sums of near-clones apart by, about. */
export const CLOSE = 1;
