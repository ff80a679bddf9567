import { existsSync } from "node:fs";
import { buildBm25, scoreOutside } from "../retrieval/bm25.ts";
import { randomSimilarity } from "../retrieval/random.ts";
import { digestOf } from "../store/digest.ts";
import { present, type Corpus, type Snippet } from "../tasks/corpus.ts";
import { isDense, recipeDigest, type Bm25System, type System } from "./models.ts";
import {
  heldSimilarities,
  pairKey,
  readSimilarities,
  type SimilarityGroup,
  type SimilarityRow,
} from "./similarities.ts";
import { readVectors, textDigest, vectorsPath, type VectorFile } from "./vectors.ts";

/** A snippet outside the search pool, to be compared with the query of its own task. */
export type OutsideSnippet = Pick<Snippet, "id" | "taskId" | "code">;

/** `textDigest` of each query as a dense system encoded it, by task id. */
export const queryDigestsOf = ({ rows }: VectorFile): Map<string, string> =>
  new Map(rows.filter(({ role }) => role === "query").map((row) => [row.item, row.textDigest]));

/** Digest of what decides a BM25 score of a text outside the search pool: the settings, and the pool's statistics. */
export const bm25Recipe = ({ snippets }: Pick<Corpus, "snippets">, { k1, b }: Bm25System): string =>
  digestOf({ k1, b, snippets: snippets.map(({ id }) => id).toSorted() });

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
    const similarity = scoreOutside(index, text, present(code));
    return { query, item, queryDigest: textDigest(text), similarity };
  });
}

async function heldRows(
  group: SimilarityGroup,
  corpus: Corpus,
  system: Exclude<System, { provider: "random" }>,
): Promise<Iterable<SimilarityRow>> {
  const dataset = corpus.dataset.id;
  const file = await readSimilarities(group, dataset, system.id);
  if (!file) return [];
  if (!isDense(system)) return heldSimilarities(file, bm25Recipe(corpus, system)).values();
  const path = vectorsPath(dataset, system.id);
  if (!existsSync(path)) return [];
  const digests = queryDigestsOf(await readVectors(path));
  return heldSimilarities(file, recipeDigest(system), digests).values();
}

/**
 * Similarities of snippets outside the search pool to their own queries by `pairKey`, comparable with those of the
 * system's ranking to the last bit: frozen ones of a dense system, computed ones of a lexical system and of chance. What
 * nobody froze, or froze for another question or recipe, is not among them.
 */
export async function outsideSimilarities(
  group: SimilarityGroup,
  corpus: Corpus,
  system: System,
  items: readonly OutsideSnippet[],
): Promise<Map<string, number>> {
  if (system.provider === "random") {
    return new Map(
      items.map(({ taskId, id }) => [pairKey(taskId, id), randomSimilarity(system.seed, taskId, id)]),
    );
  }
  const computed = system.provider === "bm25" && corpus.hasText;
  const rows = computed ? scoreBm25Outside(corpus, system, items) : await heldRows(group, corpus, system);
  return new Map([...rows].map(({ query, item, similarity }) => [pairKey(query, item), similarity]));
}
