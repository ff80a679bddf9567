import { selectTop } from "../retrieval/rank-scores.ts";
import { averageRanks, fuse } from "./average-ranks.ts";
import type { ChunkLayout } from "./chunked-code-base.ts";

/** Files kept of a complete ranking, and chunks of the other protocol. */
export const KEPT_FILES = 20;
export const BEST_CHUNKS = 10;

/** Scores of one query by one mode. */
export interface ScoredFiles {
  chunkScores: Float64Array;
  /** Best chunk of each file (the first where several are best); -1 for a file without chunks. */
  best: Int32Array;
  /** A file's score is its best chunk's; -Infinity for a file without chunks. */
  fileScores: Float64Array;
  fileRanks: Float64Array;
}

/** With what fusion needs of chunks, for the other protocol. */
export interface FusibleFiles extends ScoredFiles {
  chunkRanks: Float64Array;
}

/** A complete ranking, with what is kept of it. */
export interface FileRanking {
  /** Rank of each file; equal scores share their average. */
  ranks: Float64Array;
  /**
   * The first files, in rank order, ties by path digest, and the place of each one's best chunk among its chunks (0 for
   * a file without chunks).
   */
  top: number[];
  topChunks: number[];
  /** The other protocol: the files of the ten best chunks, each where its best chunk stands. */
  listed: number[];
}

/** Ranks files by their best chunk. */
export function scoreFiles(code: ChunkLayout, chunkScores: Float64Array): FusibleFiles {
  const { starts, fileCount } = code;
  const best = new Int32Array(fileCount).fill(-1);
  const fileScores = new Float64Array(fileCount).fill(-Infinity);
  for (let file = 0; file < fileCount; file++) {
    for (let chunk = starts[file]!; chunk < starts[file + 1]!; chunk++) {
      if (best[file] !== -1 && chunkScores[chunk]! <= fileScores[file]!) continue;
      best[file] = chunk;
      fileScores[file] = chunkScores[chunk]!;
    }
  }
  const [chunkRanks, fileRanks] = [averageRanks(chunkScores), averageRanks(fileScores)];
  return { chunkScores, chunkRanks, best, fileScores, fileRanks };
}

/**
 * Reciprocal rank fusion of two modes over files, and over chunks for the other protocol. A file's best chunk is that
 * of the mode that ranks the file higher (the first mode's where both do alike).
 */
export function fuseFiles(one: FusibleFiles, other: FusibleFiles): ScoredFiles {
  const fileScores = fuse(one.fileRanks, other.fileRanks);
  const chunkScores = fuse(one.chunkRanks, other.chunkRanks);
  const best = one.best.map((chunk, file) =>
    one.fileRanks[file]! <= other.fileRanks[file]! ? chunk : other.best[file]!,
  );
  return { chunkScores, best, fileScores, fileRanks: averageRanks(fileScores) };
}

/** What is kept of one query's ranking. @param floor chunks that score no more are not listed: BM25 did not find them */
export function rankFiles(code: ChunkLayout, scored: ScoredFiles, floor = -Infinity): FileRanking {
  const top = topOf(scored.fileScores, code.fileTie, KEPT_FILES).items;
  const { items, scores } = topOf(scored.chunkScores, code.chunkTie, BEST_CHUNKS);
  const found = items.filter((_, place) => scores[place]! > floor);
  return {
    ranks: scored.fileRanks,
    top,
    topChunks: top.map((file) => Math.max(0, scored.best[file]! - code.starts[file]!)),
    listed: [...new Set(found.map((chunk) => code.fileOf[chunk]!))],
  };
}

function topOf(
  values: Float64Array,
  tie: Int32Array,
  count: number,
): { items: number[]; scores: Float64Array } {
  const kept = Math.min(count, values.length);
  const items = new Int32Array(kept);
  const scores = new Float64Array(kept);
  selectTop(values, tie, kept, items, scores, 0);
  return { items: [...items], scores };
}
