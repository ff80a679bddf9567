import { exactSimilarity } from "../retrieval/exact-similarity.ts";
import { present, type Corpus } from "../tasks/corpus.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { corpusItems, type EmbedOutcome } from "./embed-corpus.ts";
import { checkFidelity, encodeMissing, planEmbedding, sampleOf, type EncodeTexts } from "./embed-vectors.ts";
import { encodedText } from "./encoder.ts";
import { decodeHalves, encodeHalves } from "./half-float.ts";
import { recipeDigest, type Bm25System, type DenseSystem } from "./models.ts";
import { bm25Recipe, queryDigestsOf, scoreBm25Outside, type OutsideSnippet } from "./outside-similarities.ts";
import {
  heldSimilarities,
  pairKey,
  readSimilarities,
  similaritiesPath,
  writeSimilarities,
  type SimilarityGroup,
  type SimilarityRow,
} from "./similarities.ts";
import { readVectors, textDigest, vectorsPath } from "./vectors.ts";

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

/** Freezes BM25 scores of such snippets for a dataset whose text is not committed. Elsewhere they are computed when asked for. */
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
