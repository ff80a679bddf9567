/**
 * A realized ranking of every query over a corpus: similarity descending, ties by the snippets' content digests, which
 * favor nobody (an order of ids with canonicals first would inflate exec@1).
 */

/** One of a query's own snippets (its canonical and its selected distractors). */
export interface OwnSnippet {
  /** Index into the corpus's snippets. */
  snippet: number;
  /** 1-based rank in the complete ranking, under the realized order. */
  rank: number;
  /** Float64. */
  similarity: number;
}

export interface Ranking {
  queryCount: number;
  snippetCount: number;
  /** How many items are kept a query: the depth asked for, or the corpus when it is smaller. */
  depth: number;
  /** queryCount x depth snippet indices, in rank order. */
  top: Int32Array;
  /** queryCount x depth, float64. */
  topSimilarity: Float64Array;
  /** For each query, its own snippets in the order in which they were given. */
  own: OwnSnippet[][];
}

/** How deep rankings are kept. */
export const DEPTH = 50;

/** What a ranking of any system needs to know of the corpus. */
export interface RankingCorpus {
  /**
   * Content digest of each snippet: SHA-256 hex of its code, or any prefix of it (the 12-digit id). Ties are ordered
   * by it, ascending; snippets with one digest keep the corpus's order.
   */
  digests: readonly string[];
  /** Indices of each query's own snippets. */
  own: readonly (readonly number[])[];
}

/** Position of each snippet in the order that decides ties. */
export function tieOrder(digests: readonly string[]): Int32Array {
  const sorted = Array.from(digests.keys()).sort((a, b) =>
    digests[a]! < digests[b]! ? -1 : digests[a]! > digests[b]! ? 1 : a - b,
  );
  const position = new Int32Array(digests.length);
  sorted.forEach((snippet, place) => (position[snippet] = place));
  return position;
}

/** An empty ranking to be filled query by query. */
export function emptyRanking(queryCount: number, snippetCount: number, depth: number): Ranking {
  const kept = Math.min(depth, snippetCount);
  return {
    queryCount,
    snippetCount,
    depth: kept,
    top: new Int32Array(queryCount * kept),
    topSimilarity: new Float64Array(queryCount * kept),
    own: [],
  };
}
