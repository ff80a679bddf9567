import { dot, norm } from "./exact-similarity.ts";
import {
  DEPTH,
  emptyRanking,
  tieOrder,
  type OwnSnippet,
  type Ranking,
  type RankingCorpus,
} from "./ranking.ts";
import { openSimilarities, type Matrix } from "./similarity-graph.ts";

export interface DenseInput extends RankingCorpus {
  /** Vectors as frozen (fp16 values in float32), a row a query and a row a snippet. */
  queries: Matrix;
  passages: Matrix;
  similarity: "cosine" | "dot";
}

/** Similarities a block, 32 MB in float32: every block lays out all passages anew for the product, so few are best. */
const BLOCK_VALUES = 8_000_000;

/** Items asked for beyond the kept ones, so that what ties with the last one is nearly always among them. */
const SPARE = 16;

/**
 * Ranking by vector similarity. The order is that of float64 similarities of the frozen vectors, ties by content
 * digest; float32 products only decide what need not be computed again.
 *
 * That is exact, not approximate: a float32 dot product of length d, in whatever order it is summed, is off by less
 * than (d + 4) * 2^-24 * |x| * |y| (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1, plus two
 * roundings of normalized inputs). Whatever lies within twice that margin of a decision is scored again in float64.
 */
export async function rankDense(input: DenseInput, depth = DEPTH): Promise<Ranking> {
  const { digests, own, similarity } = input;
  const queries = measure(input.queries, similarity);
  const passages = measure(input.passages, similarity);
  const ranking = emptyRanking(input.queries.rows, digests.length, depth);
  const tie = tieOrder(digests);
  const scorer = new Scorer(queries, passages);
  const unitMargin = (input.queries.columns + 4) * 2 ** -24;
  const engine = await openSimilarities(queries.scaled, passages.scaled);
  const block = Math.max(1, Math.floor(BLOCK_VALUES / Math.max(1, digests.length)));
  const asked = Math.min(ranking.depth + SPARE, digests.length);
  try {
    for (let from = 0; from < ranking.queryCount; from += block) {
      const to = Math.min(from + block, ranking.queryCount);
      const { similarities, largest, places } = await engine.run(from, to, asked);
      for (let query = from; query < to; query++) {
        const row = similarities.subarray(
          (query - from) * digests.length,
          (query - from + 1) * digests.length,
        );
        const first = (query - from) * asked;
        const margin = unitMargin * queries.scaledNorm[query]! * passages.largestScaledNorm;
        const threshold = largest[first + ranking.depth - 1]! - 2 * margin;
        const enough = asked === digests.length || largest[first + asked - 1]! < threshold;
        const items = enough ? above(threshold, largest, places, first, asked) : scan(row, threshold);
        scorer.take(query);
        keepTop(ranking, query, items, scorer, tie);
        ranking.own.push(
          own[query]!.map(
            (snippet) => kept(ranking, query, snippet) ?? place(snippet, row, margin, scorer, tie),
          ),
        );
      }
    }
  } finally {
    await engine.close();
  }
  return ranking;
}

interface Measured {
  original: Matrix;
  /** What float32 products are taken of: unit length for cosine, unchanged for dot. */
  scaled: Matrix;
  /** Float64 length of each original row, or 1 for dot: what an exact product is divided by. */
  divisor: Float64Array;
  scaledNorm: Float64Array;
  largestScaledNorm: number;
}

function measure(matrix: Matrix, similarity: "cosine" | "dot"): Measured {
  const { rows, columns, data } = matrix;
  const norms = Float64Array.from({ length: rows }, (_, row) => norm(rowOf(matrix, row)));
  const ones = new Float64Array(rows).fill(1);
  if (similarity === "dot") {
    const largestScaledNorm = norms.reduce((largest, norm) => Math.max(largest, norm), 0);
    return { original: matrix, scaled: matrix, divisor: ones, scaledNorm: norms, largestScaledNorm };
  }
  const unit = new Float32Array(data.length);
  for (let row = 0; row < rows; row++) {
    const scale = 1 / norms[row]!;
    for (let i = row * columns; i < (row + 1) * columns; i++) unit[i] = data[i]! * scale;
  }
  const scaled = { rows, columns, data: unit };
  return { original: matrix, scaled, divisor: norms, scaledNorm: ones, largestScaledNorm: 1 };
}

const rowOf = ({ data, columns }: Matrix, row: number): Float32Array =>
  data.subarray(row * columns, (row + 1) * columns);

/** Exact similarities of one query at a time. */
class Scorer {
  readonly #queries: Measured;
  readonly #passages: Measured;
  /** The query at hand, in float64 already: its values meet many snippets. */
  readonly #query: Float64Array;
  #divisor = 1;

  constructor(queries: Measured, passages: Measured) {
    this.#queries = queries;
    this.#passages = passages;
    this.#query = new Float64Array(queries.original.columns);
  }

  take(query: number): void {
    this.#query.set(rowOf(this.#queries.original, query));
    this.#divisor = this.#queries.divisor[query]!;
  }

  score(snippet: number): number {
    const { original, divisor } = this.#passages;
    return dot(this.#query, original.data, snippet * original.columns) / (this.#divisor * divisor[snippet]!);
  }
}

/** Items that may stand among the kept ones, from the largest similarities of a row. */
function above(
  threshold: number,
  largest: Float32Array,
  places: BigInt64Array,
  first: number,
  asked: number,
): number[] {
  const found: number[] = [];
  for (let i = first; i < first + asked && largest[i]! >= threshold; i++) found.push(Number(places[i]!));
  return found;
}

/** The same from the whole row, where so many tie that the largest do not hold them all. */
function scan(row: Float32Array, threshold: number): number[] {
  const found: number[] = [];
  for (let item = 0; item < row.length; item++) if (row[item]! >= threshold) found.push(item);
  return found;
}

/** Orders items by exact score and keeps the first; they come nearly in order, which insertion sort makes use of. */
function keepTop(ranking: Ranking, query: number, items: number[], scorer: Scorer, tie: Int32Array): void {
  const snippets = new Int32Array(items.length);
  const scores = new Float64Array(items.length);
  items.forEach((snippet, count) => {
    const score = scorer.score(snippet);
    let place = count;
    for (; place > 0; place--) {
      const before = scores[place - 1]!;
      if (before > score || (before === score && tie[snippets[place - 1]!]! < tie[snippet]!)) break;
      scores[place] = before;
      snippets[place] = snippets[place - 1]!;
    }
    scores[place] = score;
    snippets[place] = snippet;
  });
  ranking.top.set(snippets.subarray(0, ranking.depth), query * ranking.depth);
  ranking.topSimilarity.set(scores.subarray(0, ranking.depth), query * ranking.depth);
}

/** A snippet that stands among the kept ones: near-clones nearly always do. */
function kept(
  { top, topSimilarity, depth }: Ranking,
  query: number,
  snippet: number,
): OwnSnippet | undefined {
  const place = top.subarray(query * depth, (query + 1) * depth).indexOf(snippet);
  return place < 0
    ? undefined
    : { snippet, rank: place + 1, similarity: topSimilarity[query * depth + place]! };
}

/** Exact rank of one snippet: float32 counts what is surely above, float64 decides what is near. */
function place(
  snippet: number,
  row: Float32Array,
  margin: number,
  scorer: Scorer,
  tie: Int32Array,
): OwnSnippet {
  const similarity = scorer.score(snippet);
  let above = 0;
  for (let other = 0; other < row.length; other++) {
    const lead = row[other]! - similarity;
    above += Number(lead > margin); // counted without a branch, which half of the values would mispredict
    if (Math.abs(lead) <= margin && other !== snippet) {
      const score = scorer.score(other);
      if (score > similarity || (score === similarity && tie[other]! < tie[snippet]!)) above++;
    }
  }
  return { snippet, rank: above + 1, similarity };
}
