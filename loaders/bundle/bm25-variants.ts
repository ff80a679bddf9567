import { codeTokens } from "../../src/shared/code-tokens.ts";
import { buildBm25, type Bm25Index, scoreBm25 } from "../retrieval/bm25.ts";
import type { BundleData } from "./read-data.ts";

/** A tokenizer and an idf that may have made the published BM25 scores: the paper gives k1 and b alone. */
export interface Bm25Variant {
  /** In words, for the report. */
  name: string;
  /** Scores of every snippet for a query, written into `scores`. */
  score(query: number, scores: Float64Array): void;
}

export const BM25_SETTINGS = { k1: 1.5, b: 0.75 } as const;

const TOKENIZERS: readonly { name: string; tokenize: (text: string) => string[] }[] = [
  { name: "runs of letters, digits and underscores", tokenize: (text) => matches(text, /[\p{L}\p{N}_]+/gu) },
  { name: "words between white space", tokenize: (text) => matches(text, /\S+/g) },
  { name: "runs of letters and digits", tokenize: (text) => matches(text, /[\p{L}\p{N}]+/gu) },
  { name: "identifiers and numbers", tokenize: (text) => matches(text, /[A-Za-z_]\w*|\d+/g) },
  { name: "the tokens of this workbook", tokenize: codeTokens },
];

const matches = (text: string, pattern: RegExp): string[] => text.toLowerCase().match(pattern) ?? [];

/** Every tokenizer with Lucene's idf and with that of BM25Okapi as the Python package rank_bm25 has it. */
export function bm25Variants({ snippets, queries }: BundleData): Bm25Variant[] {
  return TOKENIZERS.flatMap(({ name, tokenize }) => {
    const index = buildBm25(
      snippets.map(({ code }) => code),
      { ...BM25_SETTINGS, tokenize },
    );
    const variant = (idf: string, of: Bm25Index): Bm25Variant => ({
      name: `${name}, idf of ${idf}`,
      score: (query, scores) => void scoreBm25(of, queries[query]!.query, scores),
    });
    return [variant("rank_bm25", withOkapiIdf(index)), variant("Lucene", index)];
  });
}

/** Share of the average idf that a token in more than half of the documents gets (rank_bm25's default). */
const EPSILON = 0.25;

/** The same index with ln((N - df + 0.5) / (df + 0.5)), floored where it is negative, and the factor k1 + 1. */
function withOkapiIdf(index: Bm25Index): Bm25Index {
  const raw = index.idf.map((_, slot) => {
    const documents = index.starts[slot + 1]! - index.starts[slot]!;
    return Math.log(index.documentCount - documents + 0.5) - Math.log(documents + 0.5);
  });
  const average = raw.reduce((sum, value) => sum + value, 0) / Math.max(1, raw.length);
  const idf = raw.map((value) => (value < 0 ? EPSILON * average : value));
  const shares = new Float64Array(index.shares.length);
  idf.forEach((value, slot) => {
    const scale = (value * (index.settings.k1 + 1)) / index.idf[slot]!;
    for (let at = index.starts[slot]!; at < index.starts[slot + 1]!; at++) {
      shares[at] = index.shares[at]! * scale;
    }
  });
  return { ...index, idf, shares };
}
