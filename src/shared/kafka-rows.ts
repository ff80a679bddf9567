/**
 * Rows of the Kafka pages' figures, by the rules of `rows.ts`; intervals are over questions, B = 2,000. A system, chunking
 * or mode that is not ranked has no rows: `kafka/cells` says so. Ranks are halves where files tie, 0 where there is none.
 *
 * Each row of a figure is {@link OfStudy}: `study` names the code base and its questions.
 */

/** A row that says which study it belongs to. */
export type OfStudy<Row> = { study: string } & Row;

/** What says which list of rankings a row is of. */
export interface OfList {
  system: string;
  chunking: string;
  /** `vector`, `bm25` or `hybrid`. */
  mode: string;
}

/** `kafka/studies.parquet`: a code base and its gold questions; the first one is the default. */
export interface StudyRow {
  study: string;
  label: string;
  /** Address that a file's path is appended to, lines as `#L1-L2`; empty where there is none. */
  link: string;
  files: number;
  bytes: number;
  questions: number;
  default_chunking: string;
}

/** `kafka/cells.parquet`: every (system, chunking) that the study wants, and where it stands. */
export interface KafkaCellRow {
  system: string;
  label: string;
  /** `lexical` or `local_dense`. */
  class: string;
  chunking: string;
  /** `ranked`, `missing` or `out_of_date` (made of other questions, texts or settings). */
  state: string;
  chunks: number;
  /** 0 for a system without a limit. */
  token_limit: number;
  /** Share of chunks that exceed it, and share of all tokens that are seen; NaN where unknown. */
  truncated: number;
  tokens_seen: number;
}

/** `kafka/per-question.parquet`: one row a ranking, from which a page recomputes any metric. */
export interface KafkaQuestionRow extends OfList {
  question: string;
  form: string;
  /** In the complete ranking. */
  first_primary: number;
  first_adversarial: number;
  /** First primary whose best chunk overlaps the owner's lines, within the first 20 files. */
  first_span: number;
  primaries: number;
  primaries_1: number;
  primaries_3: number;
  primaries_5: number;
  primaries_10: number;
  /** Among the files of the ten best chunks. */
  listed_files: number;
  listed_primary: number;
  listed_adversarial: number;
  listed_primaries: number;
}

/** `kafka/metrics.parquet`: one row a list of rankings, protocol, form, metric and k. */
export interface KafkaMetricRow extends OfList {
  /** `complete` or `top_10_chunks`. */
  protocol: string;
  /** A form; `all` pools the forms of each question. */
  form: string;
  /**
   * `recall`, `primary_share`, `mrr`, `span_hit`, `displacement` and its parts `displacement_primary_lower` and
   * `displacement_no_primary`, `rank_gap_mean`, `rank_gap_median`; of every form but human `recall_lost`: recall of the
   * human form minus that of this one, over questions that have both; of form `all` also `quorum_any`, `quorum_all` and
   * `paraphrase_drop` (`recall_lost` of wrong_terminology at 10).
   */
  metric: string;
  /** 0 where the metric has no cut-off. */
  k: number;
  value: number;
  low: number;
  high: number;
  n: number;
}

/** `kafka/standings.parquet`: recall@10 of the human form beside the leader's. */
export interface KafkaStandingRow {
  chunking: string;
  protocol: string;
  /** Among what it stands: `vector` (dense systems) or `all` (every system and mode). */
  among: string;
  system: string;
  mode: string;
  value: number;
  low: number;
  high: number;
  n: number;
  rank: number;
  rank_low: number;
  rank_high: number;
  /** Leader minus this one, paired. */
  behind: number;
  behind_low: number;
  behind_high: number;
  /** Whether `behind` contains 0. */
  top_cluster: boolean;
  /** Questions that only the leader, or only this one, solves: ids with spaces between. */
  leader_only: string;
  own_only: string;
  /** Smallest true difference to the leader that n questions show; NaN where both solve the same. */
  detectable: number;
}

/** `kafka/interference.parquet`: displacement by adversarial files of one kind, over all forms; default chunking only. */
export interface KafkaInterferenceRow extends OfList {
  /** `strength`, `confusion` or `relation`, and one of its values; `any` and `any` for every adversarial file. */
  group: string;
  kind: string;
  k: number;
  /** Share of forms in which a file of this kind stands in the top k above every primary, and its two parts. */
  value: number;
  low: number;
  high: number;
  primary_lower: number;
  primary_lower_low: number;
  primary_lower_high: number;
  no_primary: number;
  no_primary_low: number;
  no_primary_high: number;
  /** Rank of the first file of this kind minus rank of the first primary, over forms; the same for every k. */
  rank_gap_mean: number;
  rank_gap_mean_low: number;
  rank_gap_mean_high: number;
  rank_gap_median: number;
  rank_gap_median_low: number;
  rank_gap_median_high: number;
  /** Questions with such a file, and forms. */
  n: number;
  forms: number;
}

/** `kafka/labelled-ranks.parquet`: where each labelled file stands in the complete ranking, default chunking only. */
export interface KafkaLabelledRankRow {
  system: string;
  mode: string;
  question: string;
  form: string;
  /** Which of the question's files, from 0: in the order of `kafka/gold-files`. */
  file: number;
  /** Halves where files tie. */
  rank: number;
}

/** `kafka/claims.parquet`: a published claim beside what our data says of it, by each protocol. */
export interface KafkaClaimRow {
  claim: string;
  protocol: string;
  text: string;
  page: string;
  published: string;
  ours: number;
  low: number;
  high: number;
  n: number;
  /** `rate`, `difference` or `half_width`. */
  unit: string;
  systems: string;
  rule: string;
  /** `holds`, `does_not_hold`, `cannot_tell`. */
  verdict: string;
  note: string;
}
