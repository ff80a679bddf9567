/** `ablations/passage-text.parquet` and `ablations/prefix.parquet`: one measure of one variant, paired with the registered run. */
export interface VariantRow {
  dataset: string;
  /** A system id, or `all_families` for the mean over model families. */
  system: string;
  /** `as-is` is the registered run. */
  variant: string;
  /** See `VARIANT_MEASURES`. */
  measure: string;
  value: number;
  low: number;
  high: number;
  /** Variant minus `as-is`; 0 for `as-is` itself. */
  delta: number;
  delta_low: number;
  delta_high: number;
  /** Queries that only one of the two gets right; 0 for measures that are no yes or no. */
  variant_only: number;
  as_is_only: number;
  /** Exact McNemar, two-sided; NaN for measures that are no yes or no. */
  p: number;
  /** Smallest true difference that these queries show with 80 % power. */
  detectable: number;
  /** Mean of 1/(d + 1) for `canonical_first`, else NaN. */
  chance: number;
  n: number;
}

/** `ablations/passage-text-flips.parquet` and `ablations/prefix-flips.parquet`: what a variant moves, against `as-is`. */
export interface VariantFlipRow {
  dataset: string;
  system: string;
  variant: string;
  /** Rank 1 works in both. */
  kept: number;
  /** Rank 1 works only under the variant, or only as is. */
  gained: number;
  lost: number;
  /** Rank 1 works in neither: another snippet, or the same. */
  moved: number;
  stuck: number;
  /** Canonical-distractor pairs, and those whose order differs. */
  pairs: number;
  flips_to_canonical: number;
  flips_to_distractor: number;
  /** Snippets of the pool, those whose text the treatment changed, and those that share theirs with another. */
  snippets: number;
  changed: number;
  twins: number;
  /** Texts of which the model saw only the beginning. */
  truncated: number;
  /** Mean tokens of a text. */
  tokens: number;
  n: number;
}

/** The registered run, with which every variant is compared. */
export const AS_IS = "as-is";

/**
 * exec@k: code that works within the first k; `neighborhood`: rank 1 is one of the question's own snippets, working or
 * broken; `canonical_first`: the canonical comes before all of its own near-clones; `gap`: its similarity minus that of
 * the most similar one.
 */
export const VARIANT_MEASURES = [
  "exec1",
  "exec3",
  "exec5",
  "exec10",
  "neighborhood",
  "canonical_first",
  "gap",
] as const;
export type VariantMeasure = (typeof VARIANT_MEASURES)[number];
