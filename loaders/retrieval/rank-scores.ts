import { emptyRanking, tieOrder, type OwnSnippet, type Ranking, type RankingCorpus } from "./ranking.ts";

/**
 * Keeps the best `depth` of one query's exact scores, in the realized order, and fills `top` and `topSimilarity` from
 * `offset` on. Whole rows are never sorted: a binary heap of the kept ones, worst on top, sees each score once.
 */
export function selectTop(
  scores: Float64Array,
  tie: Int32Array,
  depth: number,
  top: Int32Array,
  topSimilarity: Float64Array,
  offset: number,
): void {
  const heap = new Int32Array(depth);
  let size = 0;
  const worse = (a: number, b: number): boolean =>
    scores[a]! < scores[b]! || (scores[a]! === scores[b]! && tie[a]! > tie[b]!);
  const sink = (length: number): void => {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= length) return;
      if (child + 1 < length && worse(heap[child + 1]!, heap[child]!)) child++;
      if (!worse(heap[child]!, heap[at]!)) return;
      [heap[at], heap[child]] = [heap[child]!, heap[at]!];
      at = child;
    }
  };
  let floor = -Infinity;
  for (let item = 0; item < scores.length; item++) {
    if (size === depth) {
      if (scores[item]! < floor || !worse(heap[0]!, item)) continue;
      heap[0] = item;
      sink(size);
      floor = scores[heap[0]]!;
      continue;
    }
    let at = size++;
    heap[at] = item;
    while (at > 0 && worse(heap[at]!, heap[(at - 1) >> 1]!)) {
      const parent = (at - 1) >> 1;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
    if (size === depth) floor = scores[heap[0]!]!;
  }
  for (let rank = size - 1; rank >= 0; rank--) {
    const item = heap[0]!;
    top[offset + rank] = item;
    topSimilarity[offset + rank] = scores[item]!;
    heap[0] = heap[rank]!;
    sink(rank);
  }
}

/** Rank of an item in the complete ranking of one query's exact scores. */
export function rankOf(item: number, scores: Float64Array, tie: Int32Array): number {
  const score = scores[item]!;
  let above = 0;
  for (let other = 0; other < scores.length; other++) {
    if (scores[other]! > score || (scores[other]! === score && tie[other]! < tie[item]!)) above++;
  }
  return above + 1;
}

/**
 * Ranking of a system whose scores are exact as they come (BM25, random order).
 * @param scoresOf fills `scores` (one a snippet) for a query
 */
export function rankScores(
  corpus: RankingCorpus,
  depth: number,
  scoresOf: (query: number, scores: Float64Array) => void,
): Ranking {
  const ranking = emptyRanking(corpus.own.length, corpus.digests.length, depth);
  const tie = tieOrder(corpus.digests);
  const scores = new Float64Array(corpus.digests.length);
  ranking.own = corpus.own.map((own, query): OwnSnippet[] => {
    scoresOf(query, scores);
    selectTop(scores, tie, ranking.depth, ranking.top, ranking.topSimilarity, query * ranking.depth);
    return own.map((snippet) => ({
      snippet,
      rank: rankOf(snippet, scores, tie),
      similarity: scores[snippet]!,
    }));
  });
  return ranking;
}
