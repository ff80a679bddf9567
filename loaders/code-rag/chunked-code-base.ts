import { chunkFile, type Chunk, type Chunking } from "../kafka/chunk.ts";
import { tieOrder } from "../retrieval/ranking.ts";
import { sha256 } from "../store/digest.ts";
import type { CodeBase } from "./types.ts";

/** A code base cut by one chunking. */
export interface ChunkedCodeBase {
  fileCount: number;
  chunks: readonly Chunk[];
  /** First chunk of each file, and one more: those of file f are at starts[f] .. starts[f + 1]. */
  starts: Int32Array;
  /** File of each chunk. */
  fileOf: Int32Array;
  /** Place of each file, and of each chunk, in the order that decides ties for lists: by digest of the path. */
  fileTie: Int32Array;
  chunkTie: Int32Array;
}

/** Cuts every file. Ties go by the SHA-256 of paths, which favors nobody; chunks of one file keep their order. */
export function chunkCodeBase({ files }: CodeBase, chunking: Chunking): ChunkedCodeBase {
  const chunksOf = files.map((file) => chunkFile(file, chunking));
  const starts = new Int32Array(files.length + 1);
  chunksOf.forEach((chunks, file) => (starts[file + 1] = starts[file]! + chunks.length));
  const fileTie = tieOrder(files.map(({ path }) => sha256(path)));
  const chunkTie = new Int32Array(starts[files.length]!);
  const fileOf = new Int32Array(chunkTie.length);
  const order = Array.from(files.keys()).sort((a, b) => fileTie[a]! - fileTie[b]!);
  let place = 0;
  for (const file of order) {
    fileOf.fill(file, starts[file], starts[file + 1]);
    for (let chunk = starts[file]!; chunk < starts[file + 1]!; chunk++) chunkTie[chunk] = place++;
  }
  return { fileCount: files.length, chunks: chunksOf.flat(), starts, fileOf, fileTie, chunkTie };
}
