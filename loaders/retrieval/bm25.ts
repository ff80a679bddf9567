import { codeTokens } from "../../src/shared/code-tokens.ts";
import { rankScores } from "./rank-scores.ts";
import { DEPTH, type Ranking, type RankingCorpus } from "./ranking.ts";

/**
 * BM25 as Lucene has computed it since version 8: idf = ln(1 + (N - df + 0.5) / (df + 0.5)), no (k1 + 1) factor, but
 * with exact document lengths (Lucene rounds them to a byte). A token that a query repeats counts each time.
 */
export interface Bm25Settings {
  k1: number;
  b: number;
  /** Turns a document or a query into tokens. */
  tokenize?: (text: string) => string[];
}

/** An inverted index that holds each posting's finished share of a score. */
export interface Bm25Index {
  documentCount: number;
  averageLength: number;
  settings: Required<Bm25Settings>;
  /** Token to its slot in `starts` and `idf`. */
  vocabulary: Map<string, number>;
  idf: Float64Array;
  /** Postings of slot t are at starts[t] .. starts[t + 1] of `documents` and `shares`. */
  starts: Int32Array;
  documents: Int32Array;
  shares: Float64Array;
}

const share = (
  idf: number,
  frequency: number,
  length: number,
  averageLength: number,
  { k1, b }: Bm25Settings,
): number => (idf * frequency) / (frequency + k1 * (1 - b + (b * length) / averageLength));

function countTokens(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/** Indexes documents (snippets' code, or the chunks of a code base). */
export function buildBm25(
  texts: readonly string[],
  { k1, b, tokenize = codeTokens }: Bm25Settings,
): Bm25Index {
  const vocabulary = new Map<string, number>();
  const [slots, owners, frequencies]: number[][] = [[], [], []];
  const lengths = texts.map((text, document) => {
    const tokens = tokenize(text);
    for (const [token, frequency] of countTokens(tokens)) {
      let slot = vocabulary.get(token);
      if (slot === undefined) vocabulary.set(token, (slot = vocabulary.size));
      slots!.push(slot);
      owners!.push(document);
      frequencies!.push(frequency);
    }
    return tokens.length;
  });
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(texts.length, 1);

  const starts = new Int32Array(vocabulary.size + 1);
  for (const slot of slots!) starts[slot + 1]!++;
  const idf = Float64Array.from({ length: vocabulary.size }, (_, slot) =>
    Math.log1p((texts.length - starts[slot + 1]! + 0.5) / (starts[slot + 1]! + 0.5)),
  );
  for (let slot = 0; slot < vocabulary.size; slot++) starts[slot + 1]! += starts[slot]!;

  const settings = { k1, b, tokenize };
  const next = starts.slice();
  const documents = new Int32Array(slots!.length);
  const shares = new Float64Array(slots!.length);
  slots!.forEach((slot, posting) => {
    const place = next[slot]!++;
    const document = owners![posting]!;
    documents[place] = document;
    shares[place] = share(idf[slot]!, frequencies![posting]!, lengths[document]!, averageLength, settings);
  });
  return { documentCount: texts.length, averageLength, settings, vocabulary, idf, starts, documents, shares };
}

/**
 * Scores of every document for one query, written into `scores`. Documents with one bag of tokens get bit-equal scores,
 * for each document's sum runs over the query's tokens in the same order.
 */
export function scoreBm25(
  index: Bm25Index,
  query: string,
  scores: Float64Array = new Float64Array(index.documentCount),
): Float64Array {
  scores.fill(0);
  for (const [token, repeats] of countTokens(index.settings.tokenize(query))) {
    const slot = index.vocabulary.get(token);
    if (slot === undefined) continue;
    const end = index.starts[slot + 1]!;
    for (let place = index.starts[slot]!; place < end; place++) {
      scores[index.documents[place]!]! += repeats * index.shares[place]!;
    }
  }
  return scores;
}

/**
 * Score of a text that is not in the corpus (a pool mutant) for a query, with the corpus's own statistics: what it would
 * score if it stood there and changed neither idf nor the average length.
 */
export function scoreOutside(index: Bm25Index, query: string, text: string): number {
  const tokens = index.settings.tokenize(text);
  const frequencies = countTokens(tokens);
  let score = 0;
  for (const [token, repeats] of countTokens(index.settings.tokenize(query))) {
    const slot = index.vocabulary.get(token);
    const frequency = frequencies.get(token);
    if (slot === undefined || frequency === undefined) continue;
    score += repeats * share(index.idf[slot]!, frequency, tokens.length, index.averageLength, index.settings);
  }
  return score;
}

export interface Bm25Input extends RankingCorpus, Bm25Settings {
  queries: readonly string[];
  snippets: readonly string[];
}

/** Ranking of every query over the snippets by BM25. */
export function rankBm25({ queries, snippets, ...rest }: Bm25Input, depth = DEPTH): Ranking {
  const index = buildBm25(snippets, rest);
  return rankScores(rest, depth, (query, scores) => scoreBm25(index, queries[query]!, scores));
}
