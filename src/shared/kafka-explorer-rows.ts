/**
 * Rows of the Kafka explorer, by the rules of `kafka-rows.ts`. A page loads an index of all questions, and of one shard its
 * texts and the rankings over the default chunking; those over other chunkings are a file of their own. Lists are packed as
 * text, as `kafka-explorer-pack.ts` reads them.
 */
import type { OfList } from "./kafka-rows.ts";

/** `kafka-explorer/index.parquet`: one row a question, in the order of the gold file. */
export interface KafkaIndexRow {
  question: string;
  area: string;
  human: string;
  /** Number of the shard that holds it, from 1. */
  shard: number;
}

/** `kafka-explorer/files.parquet`: what file indices stand for. */
export interface KafkaFileRow {
  file: number;
  path: string;
}

/** `kafka-explorer/ranks.parquet`: one row a list of rankings and form. */
export interface KafkaRanksRow extends OfList {
  form: string;
  /** Rank of each question's first primary in the complete ranking, in the order of the index; 0 without the form. */
  ranks: string;
}

/** `kafka-explorer/texts-<shard>.parquet`: one row a question and form. */
export interface KafkaTextRow {
  question: string;
  form: string;
  text: string;
  /** Of the form with a wrong term: that term, and the right one; empty for others. */
  wrong_term: string;
  right_term: string;
}

/** `kafka-explorer/top-<shard>.parquet` (default chunking), `more-<shard>.parquet` (others): one row a ranking. */
export interface KafkaTopRow extends OfList {
  question: string;
  form: string;
  /** The first ten files, each with the lines of its best chunk. */
  top: string;
  /** Rank of each labelled file in the complete ranking, in the order of `kafka/gold-files`; halves for ties. */
  labelled: string;
  /** Files of the ten best chunks. */
  listed: number;
}
