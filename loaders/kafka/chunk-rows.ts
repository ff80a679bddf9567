import type { Column } from "../store/parquet.ts";

/** `data/frozen/kafka/chunks/<chunking>.parquet`: where each chunk lies, so that pages need no text for it. */
export interface ChunkRow {
  /** Index of the file in the manifest, and the chunk's place in it from 0. */
  file: number;
  index: number;
  /** First and last line that it touches, from 1. */
  line_from: number;
  line_to: number;
}

export const CHUNK_COLUMNS: readonly Column[] = [
  { name: "file", type: "int32", unit: "count", description: "index of the file in the manifest" },
  { name: "index", type: "int32", unit: "count", description: "place in the file, from 0" },
  { name: "line_from", type: "int32", unit: "count", description: "first line that the chunk touches" },
  { name: "line_to", type: "int32", unit: "count", description: "last line that it touches" },
];
