import { exactSimilarity, norm } from "../retrieval/exact-similarity.ts";
import { rankDense } from "../retrieval/rank-dense.ts";
import { rankScores } from "../retrieval/rank-scores.ts";
import { DEPTH, type Ranking, type RankingCorpus } from "../retrieval/ranking.ts";
import type { Matrix } from "../retrieval/similarity-graph.ts";
import type { SystemVectors } from "./matrices.ts";
import type { Bm25Variant } from "./bm25-variants.ts";
import { printedLike } from "./printed.ts";
import type { BundleData } from "./read-data.ts";
import type { PublishedResults } from "./read-results.ts";
import { TIE_RULES } from "./tie-rules.ts";

/** A system's recomputed rankings, one a tie rule, and what they are compared with. */
export interface RankedSystem {
  /** By the tie rule's id; one and the same ranking where nothing ties. */
  byRule: Map<string, Ranking>;
  /** Float64 similarity of each published top result: by query, then by place. */
  ofPublished: number[][];
  /** How far two similarities may lie apart and still be one that was computed in float32. */
  margin: number;
}

/**
 * A float32 dot product of length d of unit vectors is off by about sqrt(d) 2^-24, and by more than eight times that as
 * good as never (Higham and Mary, 2019, "A new approach to probabilistic rounding error analysis").
 */
const marginOf = (dimensions: number, scale: number): number => 8 * Math.sqrt(dimensions) * 2 ** -24 * scale;

/** Ranks a dense system from its vectors under every tie rule. */
export async function rankVectors(
  { queries, corpus }: SystemVectors,
  similarity: "cosine" | "dot",
  data: BundleData,
  published: PublishedResults,
): Promise<RankedSystem> {
  const scale = similarity === "cosine" ? 1 : largestNorm(queries) * largestNorm(corpus);
  const rank = (base: RankingCorpus) => rankDense({ ...base, queries, passages: corpus, similarity });
  return {
    byRule: await underEveryRule(data, rank),
    ofPublished: published.top.map((top, query) =>
      (top ?? []).map(({ snippet }) =>
        exactSimilarity(rowOf(queries, query), rowOf(corpus, snippet), similarity),
      ),
    ),
    margin: marginOf(corpus.columns, scale),
  };
}

/** Ranks BM25 under every tie rule. */
export async function rankLexical(
  variant: Bm25Variant,
  data: BundleData,
  published: PublishedResults,
): Promise<RankedSystem> {
  const rank = (base: RankingCorpus) => Promise.resolve(rankScores(base, DEPTH, variant.score));
  const ofPublished = publishedScores(variant, data, published);
  const largest = ofPublished.flat().reduce((most, score) => Math.max(most, Math.abs(score)), 0);
  return { byRule: await underEveryRule(data, rank), ofPublished, margin: 1e-12 * largest };
}

/** The variant under which most published scores come out as printed, and their share. */
export function bestVariant(
  variants: readonly Bm25Variant[],
  data: BundleData,
  published: PublishedResults,
): { variant: Bm25Variant; share: number } {
  const expected = published.top.map((top) => (top ?? []).map(({ similarity }) => similarity));
  const { tolerance } = printedLike(expected.flat());
  const shares = variants.map((variant) => {
    const scores = publishedScores(variant, data, published);
    const places = expected.flatMap((row, query) =>
      row.map((value, place) => value - scores[query]![place]!),
    );
    const same = places.filter((difference) => Math.abs(difference) <= tolerance(1)).length;
    return { variant, share: same / Math.max(1, places.length) };
  });
  return shares.reduce((a, b) => (b.share > a.share ? b : a));
}

function publishedScores(variant: Bm25Variant, data: BundleData, published: PublishedResults): number[][] {
  const scores = new Float64Array(data.snippets.length);
  return published.top.map((top, query) => {
    variant.score(query, scores);
    return (top ?? []).map(({ snippet }) => scores[snippet]!);
  });
}

/** The first rule's ranking, and those of the others where something ties. */
async function underEveryRule(
  { snippets, queries }: BundleData,
  rank: (base: RankingCorpus) => Promise<Ranking>,
): Promise<Map<string, Ranking>> {
  const own = queries.map((query) => query.own);
  const byRule = new Map<string, Ranking>();
  for (const rule of TIE_RULES) {
    const first = byRule.get(TIE_RULES[0]!.id);
    const settled = first !== undefined && !ties(first);
    byRule.set(rule.id, settled ? first : await rank({ digests: rule.keys(snippets), own }));
  }
  return byRule;
}

/** Whether any kept similarities are equal, or those of two own snippets. */
function ties({ top, topSimilarity, depth, own }: Ranking): boolean {
  for (let place = 1; place < top.length; place++) {
    if (place % depth !== 0 && topSimilarity[place] === topSimilarity[place - 1]) return true;
  }
  return own.some((items) => new Set(items.map(({ similarity }) => similarity)).size < items.length);
}

const rowOf = ({ data, columns }: Matrix, row: number): Float32Array =>
  data.subarray(row * columns, (row + 1) * columns);

function largestNorm(matrix: Matrix): number {
  let largest = 0;
  for (let row = 0; row < matrix.rows; row++) {
    largest = Math.max(largest, norm(rowOf(matrix, row)));
  }
  return largest;
}
