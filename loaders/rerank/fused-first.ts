import type { EvaluatedSystem, Evaluation } from "../analyses/evaluation-types.ts";
import { type DenseSystem, isDense } from "../embedding/models.ts";
import { corpusMatrices, readVectors, vectorsPath } from "../embedding/vectors.ts";
import { dot, norm } from "../retrieval/exact-similarity.ts";
import { tieOrder } from "../retrieval/ranking.ts";
import type { CompleteRanking } from "./bm25-order.ts";
import { fusedFirst } from "./fusion.ts";

/**
 * What stands first, for each query, in the reciprocal rank fusion of a dense system's complete ranking with BM25's.
 * @param orders BM25's complete rankings
 * @returns snippet indices; undefined for a system without vectors
 */
export async function fusedFirstOf(
  evaluation: Evaluation,
  { system, ranking }: EvaluatedSystem,
  orders: readonly CompleteRanking[],
): Promise<Int32Array | undefined> {
  if (!isDense(system)) return undefined;
  const { corpus } = evaluation;
  const tie = tieOrder(corpus.snippets.map(({ id }) => id));
  const rankBelow = await rankInFull(evaluation, system, tie);
  return Int32Array.from(orders, ({ order, ranks }, query) => {
    const own = new Map(ranking.own[query]!.map(({ snippet, rank }) => [snippet, rank]));
    return fusedFirst({
      head: ranking.top.subarray(query * ranking.depth, (query + 1) * ranking.depth),
      rankBelow: (item) => own.get(item) ?? rankBelow(query, item),
      second: order,
      secondRank: ranks,
      tie,
    });
  });
}

/** The rank of an item in a dense system's complete ranking: float64 similarities of the frozen vectors, ties by digest. */
async function rankInFull(
  { corpus }: Evaluation,
  system: DenseSystem,
  tie: Int32Array,
): Promise<(query: number, item: number) => number> {
  const file = await readVectors(vectorsPath(corpus.dataset.id, system.id));
  const { queries, passages } = corpusMatrices(file, corpus);
  const { columns, data } = passages;
  const length = (row: number): number =>
    system.similarity === "dot" ? 1 : norm(data.subarray(row * columns, (row + 1) * columns));
  const lengths = Float64Array.from({ length: passages.rows }, (_, row) => length(row));
  const scores = new Float64Array(passages.rows);
  let scored = -1;
  return (query, item) => {
    if (scored !== query) {
      // The query's own length divides every score alike, but has its part in which of them are bit-equal.
      const vector = queries.data.subarray(query * columns, (query + 1) * columns);
      const divisor = system.similarity === "dot" ? 1 : norm(vector);
      const exact = new Float64Array(vector);
      for (let row = 0; row < passages.rows; row++)
        scores[row] = dot(exact, data, row * columns) / (divisor * lengths[row]!);
      scored = query;
    }
    let rank = 1;
    for (let other = 0; other < scores.length; other++) {
      const above =
        scores[other]! > scores[item]! || (scores[other]! === scores[item]! && tie[other]! < tie[item]!);
      if (above) rank++;
    }
    return rank;
  };
}
