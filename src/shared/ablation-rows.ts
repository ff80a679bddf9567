/** `ablations/controls.parquet`: exec@k when a part of the search pool is taken away. */
export interface ControlRow {
  dataset: string;
  /** A system id, or `all_families` for the mean over dense families. */
  system: string;
  /** What is left in the pool: see `POOLS`. */
  pool: string;
  k: number;
  value: number;
  low: number;
  high: number;
  n: number;
}

/** `ablations/control-costs.parquet`: what a kind of item takes from exec@k, paired by query. */
export interface ControlCostRow {
  dataset: string;
  system: string;
  /** See `COSTS`. */
  cost: string;
  k: number;
  /** exec@k without the items minus exec@k with them. */
  value: number;
  low: number;
  high: number;
  n: number;
}

/** The pools of the controls, from everything to canonicals alone. */
export const POOLS = ["full", "random_removed", "without_own", "canonicals_and_own", "canonicals"] as const;
export type Pool = (typeof POOLS)[number];

/** Each cost with the pool that lacks the items and the one that has them. */
export const COSTS = {
  /** Own near-clones in the whole pool. */
  own: ["without_own", "full"],
  /** Own near-clones where no other task has any. */
  own_alone: ["canonicals", "canonicals_and_own"],
  /** Near-clones of other tasks, while the question has none of its own. */
  others: ["canonicals", "without_own"],
  /** Near-clones of other tasks beside own ones. */
  others_with_own: ["canonicals_and_own", "full"],
  /** As many random items of other tasks as the question has near-clones: the pool is then as small as without own ones. */
  random: ["random_removed", "full"],
} as const satisfies Record<string, readonly [Pool, Pool]>;
export type Cost = keyof typeof COSTS;

/** `ablations/dtype.parquet`: exec@k of a model in fp32 and in int8, paired by query. */
export interface DtypeRow {
  dataset: string;
  /** Model family; `fp32_system` and `int8_system` are its two systems. */
  family: string;
  fp32_system: string;
  int8_system: string;
  k: number;
  fp32: number;
  int8: number;
  /** int8 minus fp32. */
  delta: number;
  low: number;
  high: number;
  both: number;
  fp32_only: number;
  int8_only: number;
  neither: number;
  /** Exact McNemar, two-sided. */
  p: number;
  /** Smallest true difference that n queries show with 80 % power. */
  detectable: number;
  n: number;
}

/** `ablations/dtype-order.parquet`: what int8 does to the order of own candidates, and how large its noise is. */
export interface DtypeOrderRow {
  dataset: string;
  family: string;
  /** Canonical-distractor pairs, those whose order flips, and which way. */
  pairs: number;
  flips: number;
  flips_to_canonical: number;
  flips_to_distractor: number;
  flip_share: number;
  flip_low: number;
  flip_high: number;
  /** Share of queries with another item at rank 1 of the whole pool. */
  rank1_changed: number;
  rank1_low: number;
  rank1_high: number;
  /** Mean similarity of the canonical minus that of the most similar own near-clone. */
  gap_fp32: number;
  gap_int8: number;
  gap_shift: number;
  gap_low: number;
  gap_high: number;
  /** Standard deviation of fp32 similarities among a query's own candidates. */
  spread: number;
  /** Within queries, int8 = slope x fp32 + noise with this standard deviation; their correlation. */
  slope: number;
  noise: number;
  correlation: number;
  /** Mean over queries of the canonical's residual minus the near-clones'; 0 for noise that favors nobody. */
  canonical_shift: number;
  shift_low: number;
  shift_high: number;
  /** Queries with a near-clone. */
  n: number;
}

/** `ablations/dtype-deception.parquet`: share of near-clones at least as similar as the canonical, by bug type. */
export interface DtypeDeceptionRow {
  dataset: string;
  family: string;
  bug_type: string;
  fp32: number;
  int8: number;
  /** int8 minus fp32. */
  delta: number;
  low: number;
  high: number;
  pairs: number;
  n: number;
}

/** `ablations/dtype-noise.parquet`: how often the canonical comes first among its own near-clones. */
export interface DtypeNoiseRow {
  dataset: string;
  family: string;
  /** `all`, or a third of the queries by the size of their fp32 gap: `small`, `middle`, `large`. */
  gap: string;
  fp32: number;
  fp32_low: number;
  fp32_high: number;
  int8: number;
  int8_low: number;
  int8_high: number;
  /** fp32 plus seeded Gaussian noise of int8's size, mean over draws. */
  noise: number;
  noise_low: number;
  noise_high: number;
  /** int8 minus fp32, and int8 minus the noise control, paired. */
  change: number;
  change_low: number;
  change_high: number;
  beyond_noise: number;
  beyond_low: number;
  beyond_high: number;
  /** If all candidates were alike: mean of 1/(d + 1). */
  chance: number;
  /** If each near-clone lay above or below its canonical by the toss of a coin: mean of 1/2^d. */
  coins: number;
  n: number;
}

/** `ablations/dtype-places.parquet`: where the canonical stands among its own candidates. */
export interface DtypePlaceRow {
  dataset: string;
  family: string;
  /** 1 for the most similar. */
  place: number;
  fp32: number;
  fp32_low: number;
  fp32_high: number;
  int8: number;
  int8_low: number;
  int8_high: number;
  noise: number;
  noise_low: number;
  noise_high: number;
  /** Share of this place if all candidates were alike, and if each near-clone lay above or below by the toss of a coin. */
  alike: number;
  coins: number;
  /** Near-clones of each of these queries. */
  rivals: number;
  n: number;
}

/** `ablations/overlap.parquet`: how what a system does goes with the words that question and canonical share. */
export interface OverlapRow {
  dataset: string;
  /** A system id, or `all_families`. */
  system: string;
  /** `containment`, `jaccard` or `names`. */
  measure: string;
  /** See `OUTCOMES`. */
  outcome: string;
  /** Spearman's, over queries, ties by average ranks. */
  rho: number;
  low: number;
  high: number;
  n: number;
}

/** `ablations/overlap-thirds.parquet`: the same by thirds of the queries. */
export interface OverlapThirdRow {
  dataset: string;
  system: string;
  measure: string;
  outcome: string;
  /** 1 for the third with the least overlap. */
  third: number;
  /** Smallest and largest overlap in it. */
  overlap_from: number;
  overlap_to: number;
  value: number;
  low: number;
  high: number;
  n: number;
}

/** `ablations/overlap-edits.parquet`: whether the edit of a near-clone touches the words at all. */
export interface OverlapEditRow {
  dataset: string;
  bug_type: string;
  /** Share of near-clones with their canonical's exact bag of words (identifiers, comments, strings). */
  same_words: number;
  words_low: number;
  words_high: number;
  /** The same with operators and numbers as tokens. */
  same_tokens: number;
  tokens_low: number;
  tokens_high: number;
  /** Share whose containment in the question is lower, or higher, than the canonical's. */
  overlap_lower: number;
  overlap_higher: number;
  pairs: number;
  n: number;
}

/** What is related to overlap, for one query under one system. */
export const OUTCOMES = ["exec1", "alone1", "exec10", "deception", "gap"] as const;
export type Outcome = (typeof OUTCOMES)[number];
