import { exactSimilarity } from "../retrieval/exact-similarity.ts";
import { decodeHalves } from "./half-float.ts";
import type { VectorFile, VectorRow } from "./vectors.ts";

/** How often storing half floats changes which of two near-clones is nearer to their query. */
export interface Fp16Flips {
  /** Canonical-distractor pairs compared. */
  orders: number;
  /** Pairs whose order (nearer, tied, farther) is another one under the frozen vectors. */
  flips: number;
  /** The largest change of a similarity. */
  largestChange: number;
}

/** A query with its canonical and its distractors, by id. */
export interface OwnGroup {
  query: string;
  canonical: string;
  distractors: readonly string[];
}

/**
 * Counts the canonical-distractor orders that fp16 storage flips against the float32 vectors, whose similarities were
 * frozen beside the vectors when they were made. Groups with an item that has no vector are left out.
 */
export function countFp16Flips(
  file: VectorFile,
  groups: readonly OwnGroup[],
  similarity: "cosine" | "dot",
): Fp16Flips {
  const rows = new Map(file.rows.map((row) => [`${row.role} ${row.item}`, row]));
  const result: Fp16Flips = { orders: 0, flips: 0, largestChange: 0 };
  for (const group of groups) {
    const query = rows.get(`query ${group.query}`);
    const canonical = rows.get(`passage ${group.canonical}`);
    if (!query || !canonical) continue;
    const q = decodeHalves(query.halves);
    const frozen = ({ halves }: VectorRow): number => exactSimilarity(q, decodeHalves(halves), similarity);
    const frozenCanonical = frozen(canonical);
    for (const id of group.distractors) {
      const distractor = rows.get(`passage ${id}`);
      if (!distractor || canonical.ownSimilarity === null || distractor.ownSimilarity === null) continue;
      const after = frozen(distractor);
      const before = Math.sign(distractor.ownSimilarity - canonical.ownSimilarity);
      result.orders++;
      if (before !== Math.sign(after - frozenCanonical)) result.flips++;
      result.largestChange = Math.max(result.largestChange, Math.abs(after - distractor.ownSimilarity));
    }
  }
  return result;
}
