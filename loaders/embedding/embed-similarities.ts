import { buildBm25, scoreOutside } from "../retrieval/bm25.ts";
import { exactSimilarity } from "../retrieval/exact-similarity.ts";
import { digestOf } from "../store/digest.ts";
import type { Corpus, Snippet } from "../tasks/corpus.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { corpusItems, present, type EmbedOutcome } from "./embed-corpus.ts";
import { checkFidelity, encodeMissing, planEmbedding, sampleOf, type EncodeTexts } from "./embed-vectors.ts";
import { encodedText } from "./encoder.ts";
import { decodeHalves, encodeHalves } from "./half-float.ts";
import { recipeDigest, type Bm25System, type DenseSystem } from "./models.ts";
import {
  heldSimilarities,
  pairKey,
  readSimilarities,
  similaritiesPath,
  writeSimilarities,
  type SimilarityGroup,
  type SimilarityRow,
} from "./similarities.ts";
import { readVectors, textDigest, vectorsPath, type VectorFile } from "./vectors.ts";

/** A snippet outside the search pool, to be compared with the query of its own task. */
export type OutsideSnippet = Pick<Snippet, "id" | "taskId" | "code">;

/** `textDigest` of each query as a dense system encoded it, by task id. */
export const queryDigestsOf = ({ rows }: VectorFile): Map<string, string> =>
  new Map(rows.filter(({ role }) => role === "query").map((row) => [row.item, row.textDigest]));

/**
 * Freezes a dense system's similarities of snippets outside the search pool to their own queries, from vectors that are
 * rounded to half floats like the frozen ones and not kept. The file then holds these items and no other; what it held
 * already is not embedded again. The queries' vectors must be frozen.
 */
export async function embedSimilarities(
  group: SimilarityGroup,
  corpus: Corpus,
  system: DenseSystem,
  items: readonly OutsideSnippet[],
  encode: EncodeTexts,
): Promise<EmbedOutcome> {
  const dataset = corpus.dataset.id;
  const path = similaritiesPath(group, dataset, system.id);
  const recipe = recipeDigest(system);
  const vectors = await readVectors(vectorsPath(dataset, system.id));
  const before = await readSimilarities(group, dataset, system.id);
  const held = heldSimilarities(before, recipe, queryDigestsOf(vectors));
  const missing = items
    .filter(({ taskId, id }) => !held.has(pairKey(taskId, id)))
    .map((item) => {
      const encoded = encodedText(system, "passage", present(item.code));
      return { ...item, encoded, digest: textDigest(encoded) };
    });
  if (missing.length === 0 && before?.rows.length === items.length) {
    return { path, rows: items.length, added: 0 };
  }
  const checkpoint = openCheckpoint(dataset, system, group);
  if (missing.length > 0) {
    const plan = planEmbedding(system, corpusItems(corpus), vectors);
    await checkFidelity(system, dataset, { ...plan, sample: sampleOf(plan.items) }, encode, checkpoint);
    await encodeMissing(missing, encode, checkpoint);
  }
  const queries = new Map(vectors.rows.filter(({ role }) => role === "query").map((row) => [row.item, row]));
  const fresh = missing.map(({ id: item, taskId: query, digest }): SimilarityRow => {
    const { halves, textDigest: queryDigest } = queries.get(query)!;
    const rounded = decodeHalves(encodeHalves(checkpoint.get(digest)!.vector));
    const similarity = exactSimilarity(decodeHalves(halves), rounded, system.similarity);
    return { query, item, queryDigest, similarity };
  });
  const kept = items.flatMap(({ taskId, id }) => held.get(pairKey(taskId, id)) ?? []);
  writeSimilarities(group, dataset, system.id, { recipe, rows: [...kept, ...fresh] });
  checkpoint.remove();
  return { path, rows: items.length, added: fresh.length };
}

/** Digest of what decides a BM25 score of a text outside the search pool: the settings, and the pool's statistics. */
export const bm25Recipe = (corpus: Corpus, { k1, b }: Bm25System): string =>
  digestOf({ k1, b, snippets: corpus.snippets.map(({ id }) => id).toSorted() });

/**
 * BM25 scores of snippets outside the search pool for their own queries, under the search pool's statistics, held fixed.
 * Needs the dataset's text.
 */
export function scoreBm25Outside(
  corpus: Corpus,
  system: Bm25System,
  items: readonly OutsideSnippet[],
): SimilarityRow[] {
  const index = buildBm25(
    corpus.snippets.map(({ code }) => present(code)),
    system,
  );
  const queries = new Map(corpus.tasks.map(({ id, query }) => [id, present(query)]));
  return items.map(({ id: item, taskId: query, code }) => {
    const text = queries.get(query)!;
    return {
      query,
      item,
      queryDigest: textDigest(text),
      similarity: scoreOutside(index, text, present(code)),
    };
  });
}

/** Freezes those scores for a dataset whose text is not committed. Elsewhere they are computed when asked for. */
export function freezeBm25Similarities(
  group: SimilarityGroup,
  corpus: Corpus,
  system: Bm25System,
  items: readonly OutsideSnippet[],
): EmbedOutcome {
  const dataset = corpus.dataset.id;
  const rows = scoreBm25Outside(corpus, system, items);
  writeSimilarities(group, dataset, system.id, { recipe: bm25Recipe(corpus, system), rows });
  return { path: similaritiesPath(group, dataset, system.id), rows: rows.length, added: rows.length };
}
