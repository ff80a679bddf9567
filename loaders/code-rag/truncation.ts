import type { DenseSystem } from "../embedding/models.ts";
import type { Column } from "../store/parquet.ts";
import type { EmbeddingCache } from "./embedding-cache.ts";

/** What a system sees of a chunking's chunks: one row a (system, chunking) whose chunks are all embedded. */
export interface TruncationRow {
  system: string;
  chunking: string;
  token_limit: number;
  chunks: number;
  /** Chunks of which only the beginning was seen. */
  truncated: number;
  /** Tokens of all chunks, special tokens included, and how many of them the system saw. */
  tokens: number;
  tokens_seen: number;
  median_tokens: number;
}

export const TRUNCATION_COLUMNS: readonly Column[] = [
  { name: "system", type: "utf8", unit: "", description: "system of data/models.yaml" },
  { name: "chunking", type: "utf8", unit: "", description: "chunking" },
  { name: "token_limit", type: "int32", unit: "count", description: "tokens a text that the system sees" },
  { name: "chunks", type: "int32", unit: "count", description: "chunks of the corpus" },
  { name: "truncated", type: "int32", unit: "count", description: "chunks that exceed the limit" },
  { name: "tokens", type: "int32", unit: "count", description: "tokens of all chunks" },
  { name: "tokens_seen", type: "int32", unit: "count", description: "tokens within the limit" },
  { name: "median_tokens", type: "float64", unit: "count", description: "median tokens a chunk" },
];

/** Truncation over chunks; undefined unless every one is embedded. */
export function truncationOf(
  system: DenseSystem,
  chunking: string,
  texts: readonly string[],
  cache: EmbeddingCache,
): TruncationRow | undefined {
  const counts: number[] = [];
  for (const text of texts) {
    const embedding = cache.get("passage", text);
    if (!embedding) return undefined;
    counts.push(embedding.tokens);
  }
  counts.sort((a, b) => a - b);
  const middle = counts.length >> 1;
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return {
    system: system.id,
    chunking,
    token_limit: system.token_limit,
    chunks: counts.length,
    truncated: counts.filter((tokens) => tokens > system.token_limit).length,
    tokens: sum(counts),
    tokens_seen: sum(counts.map((tokens) => Math.min(tokens, system.token_limit))),
    median_tokens: counts.length % 2 === 1 ? counts[middle]! : (counts[middle - 1]! + counts[middle]!) / 2,
  };
}
