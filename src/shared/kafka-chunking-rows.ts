/** Rows of the page on chunking, by the rules of `rows.ts`. Each row of a figure also says its study, as in `kafka-rows.ts`. */
import type { OfList } from "./kafka-rows.ts";

/** `kafka/chunkings.parquet`: a way to cut files, and into how many pieces it cuts the code base. */
export interface ChunkingRow {
  chunking: string;
  /** `window`, or `syntax` for pieces that end where code's own do. */
  splitter: string;
  /** Characters a chunk at most, and how many of them repeat the chunk before. */
  size: number;
  overlap: number;
  /** 0 where the chunks are not frozen. */
  chunks: number;
  /** Of the published study's own splitter over the same files; 0 for none. */
  published_chunks: number;
}

/** `kafka/chunking-differences.parquet`: a chunking minus the default one, paired by question. */
export interface ChunkingDifferenceRow extends OfList {
  protocol: string;
  form: string;
  /** `recall`, and of protocol `complete` also `span_hit`. */
  metric: string;
  k: number;
  value: number;
  low: number;
  high: number;
  n: number;
}

/** `kafka/published.parquet`: recall@10 of the published study's human form, where its article gives a number. */
export interface PublishedRecallRow {
  label: string;
  /** Empty for the study's baseline configuration. */
  chunking: string;
  /** How the study's code reads a ranking. */
  protocol: string;
  k: number;
  value: number;
  /** NaN where none was published. */
  low: number;
  high: number;
  n: number;
}
