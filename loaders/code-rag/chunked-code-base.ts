import { chunkFile, type Chunk, type Chunking } from "../kafka/chunk.ts";
import { tieOrder } from "../retrieval/ranking.ts";
import { sha256 } from "../store/digest.ts";
import type { CodeBase } from "./types.ts";

/** Which chunk belongs to which file, and the order that decides ties: all that a ranking needs besides scores. */
export interface ChunkLayout {
  fileCount: number;
  /** First chunk of each file, and one more: those of file f are at starts[f] .. starts[f + 1]. */
  starts: Int32Array;
  /** File of each chunk. */
  fileOf: Int32Array;
  /** Place of each file, and of each chunk, in the order that decides ties for lists: by digest of the path. */
  fileTie: Int32Array;
  chunkTie: Int32Array;
}

/** A code base cut by one chunking. */
export interface ChunkedCodeBase extends ChunkLayout {
  chunks: readonly Chunk[];
}

/**
 * Lays out chunks, file after file. Ties go by the SHA-256 of paths, which favors nobody; chunks of one file keep their
 * order.
 * @param counts chunks of each file
 */
export function layOut(paths: readonly string[], counts: readonly number[]): ChunkLayout {
  const starts = new Int32Array(paths.length + 1);
  counts.forEach((count, file) => (starts[file + 1] = starts[file]! + count));
  const fileTie = tieOrder(paths.map(sha256));
  const chunkTie = new Int32Array(starts[paths.length]!);
  const fileOf = new Int32Array(chunkTie.length);
  const order = Array.from(paths.keys()).sort((a, b) => fileTie[a]! - fileTie[b]!);
  let place = 0;
  for (const file of order) {
    fileOf.fill(file, starts[file], starts[file + 1]);
    for (let chunk = starts[file]!; chunk < starts[file + 1]!; chunk++) chunkTie[chunk] = place++;
  }
  return { fileCount: paths.length, starts, fileOf, fileTie, chunkTie };
}

/** Cuts every file. */
export function chunkCodeBase({ files }: CodeBase, chunking: Chunking): ChunkedCodeBase {
  const chunksOf = files.map((file) => chunkFile(file, chunking));
  const layout = layOut(
    files.map(({ path }) => path),
    chunksOf.map((chunks) => chunks.length),
  );
  return { ...layout, chunks: chunksOf.flat() };
}
