/** Rows of the dataset's own figures, by the rules of `rows.ts`. */

/** What is measured of each task. */
export const SIZE_MEASURES = [
  "query_words",
  "canonical_lines",
  "tests",
  "distractors",
  "valid_pool",
  "overlap_of_query",
  "overlap_of_names",
] as const;
export type SizeMeasure = (typeof SIZE_MEASURES)[number];

/** `method/sizes.parquet`: one row a dataset and measure over its tasks; no row where the text is needed and absent. */
export interface SizeRow {
  dataset: string;
  measure: SizeMeasure;
  n: number;
  least: number;
  q1: number;
  median: number;
  q3: number;
  most: number;
}

/** `method/size-histogram.parquet`: one row a dataset, measure and bin `[low, high)`. */
export interface SizeBinRow {
  dataset: string;
  measure: SizeMeasure;
  low: number;
  high: number;
  tasks: number;
}

/** `method/distractor-kinds.parquet`: selected distractors by domain, bug type and size of the edit. */
export interface DistractorKindRow {
  dataset: string;
  domain: string;
  bug_type: string;
  /** A bucket of `EDIT_SIZE_BUCKETS`, in characters. */
  edit: string;
  distractors: number;
}

/** `method/closest.parquet`: the pairs of tasks whose questions, or canonicals, are closest. */
export interface ClosePairRow {
  dataset: string;
  /** `query` or `canonical`. */
  kind: string;
  rank: number;
  cosine: number;
  a: string;
  b: string;
  /** The questions; empty where the text is not on this machine. */
  text_a: string;
  text_b: string;
  /** From this cosine on, two questions are one in other words; pairs of the dataset from there on. */
  limit: number;
  beyond: number;
}

/** `method/overlap.parquet`: tasks whose question shares many words with the names in the code. */
export interface OverlapRow {
  dataset: string;
  task: string;
  query_words: number;
  name_words: number;
  shared: string;
  of_query: number;
  of_names: number;
}

/** `method/versions.parquet`: released versions of our own tasks, oldest first. */
export interface VersionRow {
  version: string;
  date: string;
  tasks: number;
  sha256: string;
  note: string;
  added: number;
  removed: number;
  changed: number;
  /** One change a line. */
  changes: string;
}

/** `method/inputs.parquet`: committed inputs by folder. */
export interface InputRow {
  folder: string;
  files: number;
  bytes: number;
}

/** `method/environment.parquet`: what the frozen files were made with. */
export interface EnvironmentRow {
  item: string;
  value: string;
}
