import { existsSync } from "node:fs";
import { buildBm25, rankBm25, scoreOutside } from "../retrieval/bm25.ts";
import { rankingPath, writeRanking } from "../retrieval/ranking-file.ts";
import { CACHE, fromRoot } from "../paths.ts";
import { digestOf } from "../store/digest.ts";
import type { Corpus, Snippet } from "../tasks/corpus.ts";
import { Checkpoint } from "./checkpoint.ts";
import {
  embedPlanned,
  encodeMissing,
  planEmbedding,
  type EmbedItem,
  type EncodeTexts,
} from "./embed-vectors.ts";
import { encodedText } from "./encoder.ts";
import { exactSimilarity } from "../retrieval/exact-similarity.ts";
import { decodeHalves, encodeHalves } from "./half-float.ts";
import { recipeDigest, type Bm25System, type DenseSystem } from "./models.ts";
import { readSimilarities, similaritiesPath, writeSimilarities, type SimilarityRow } from "./similarities.ts";
import { readVectors, textDigest, vectorsPath, writeVectors, type VectorFile } from "./vectors.ts";

/** What came of a run, for one sentence to the user. */
export interface EmbedOutcome {
  path: string;
  rows: number;
  /** How many of the rows are new. */
  added: number;
}

/** The texts of a search pool. @throws Error when the corpus has no text: command lines check before */
export function corpusItems({ tasks, snippets }: Pick<Corpus, "tasks" | "snippets">): EmbedItem[] {
  const queries = tasks.map(({ id, query }): EmbedItem => ({
    item: id,
    role: "query",
    text: present(query),
  }));
  const passages = snippets.map(({ id, taskId, code }): EmbedItem => ({
    item: id,
    role: "passage",
    text: present(code),
    query: taskId,
  }));
  return [...queries, ...passages];
}

function present(text: string | null): string {
  if (text === null) throw new Error("the dataset's text is not on this machine");
  return text;
}

/** Unfinished work of one command, by recipe. */
const checkpointOf = (dataset: string, system: DenseSystem, purpose: "vectors" | "pool"): Checkpoint =>
  new Checkpoint(
    fromRoot(
      CACHE,
      "embed",
      `${dataset}-${system.id}-${purpose}-${recipeDigest(system).slice(0, 12)}.ndjson`,
    ),
  );

/** Brings a dense system's vectors file up to date with a search pool. */
export async function embedCorpus(
  corpus: Corpus,
  system: DenseSystem,
  encode: EncodeTexts,
): Promise<EmbedOutcome> {
  const dataset = corpus.dataset.id;
  const path = vectorsPath(dataset, system.id);
  const before = existsSync(path) ? await readVectors(path) : undefined;
  const plan = planEmbedding(system, corpusItems(corpus), before);
  if (before && plan.missing.length === 0 && sameItems(before, plan.items)) {
    return { path, rows: before.rows.length, added: 0 };
  }
  const checkpoint = checkpointOf(dataset, system, "vectors");
  const file = await embedPlanned(system, dataset, plan, encode, checkpoint);
  writeVectors(path, file);
  checkpoint.remove();
  return { path, rows: file.rows.length, added: plan.missing.length };
}

function sameItems({ rows }: VectorFile, items: readonly EmbedItem[]): boolean {
  const known = new Set(rows.map(({ role, item }) => `${role} ${item}`));
  return known.size === items.length && items.every(({ role, item }) => known.has(`${role} ${item}`));
}

/**
 * Freezes the similarities of a dense system's pool mutants to their own queries, from half-float vectors that are not
 * kept. The queries' vectors must be frozen already.
 */
export async function embedPool(
  corpus: Corpus,
  system: DenseSystem,
  encode: EncodeTexts,
): Promise<EmbedOutcome> {
  const dataset = corpus.dataset.id;
  const path = similaritiesPath(dataset, system.id);
  const recipe = recipeDigest(system);
  const vectors = await readVectors(vectorsPath(dataset, system.id));
  const queries = new Map(vectors.rows.filter(({ role }) => role === "query").map((row) => [row.item, row]));
  const known = await knownSimilarities(path, recipe);
  const isFrozen = ({ id, taskId }: Snippet): boolean =>
    known.get(`${taskId} ${id}`)?.queryDigest === queries.get(taskId)?.textDigest;
  const missing = corpus.pool
    .filter((snippet) => !isFrozen(snippet))
    .map((snippet) => {
      const encoded = encodedText(system, "passage", present(snippet.code));
      return { ...snippet, encoded, digest: textDigest(encoded) };
    });
  if (missing.length === 0 && known.size === corpus.pool.length) return { path, rows: known.size, added: 0 };

  const checkpoint = checkpointOf(dataset, system, "pool");
  await encodeMissing(missing, encode, checkpoint);
  const fresh = missing.map(({ id: item, taskId, digest }): SimilarityRow => {
    const query = queries.get(taskId)!;
    const { vector, tokens, truncated } = checkpoint.get(digest)!;
    const rounded = decodeHalves(encodeHalves(vector));
    const similarity = exactSimilarity(decodeHalves(query.halves), rounded, system.similarity);
    return { query: taskId, item, queryDigest: query.textDigest, similarity, tokens, truncated };
  });
  const kept = corpus.pool.filter(isFrozen).map(({ id, taskId }) => known.get(`${taskId} ${id}`)!);
  writeSimilarities(path, { dataset, system: system.id, recipe, rows: [...kept, ...fresh] });
  checkpoint.remove();
  return { path, rows: corpus.pool.length, added: fresh.length };
}

async function knownSimilarities(path: string, recipe: string): Promise<Map<string, SimilarityRow>> {
  const file = await readSimilarities(path);
  const rows = file?.recipe === recipe ? file.rows : [];
  return new Map(rows.map((row) => [`${row.query} ${row.item}`, row]));
}

/**
 * Freezes what BM25 says of a dataset whose text is not committed: the ranking, and the scores of the pool mutants under
 * the search pool's statistics. Elsewhere both are computed from the text whenever they are asked for.
 */
export function freezeBm25(corpus: Corpus, system: Bm25System, own: number[][]): EmbedOutcome[] {
  const dataset = corpus.dataset.id;
  const ids = corpus.snippets.map(({ id }) => id);
  const queries = corpus.tasks.map(({ query }) => present(query));
  const snippets = corpus.snippets.map(({ code }) => present(code));
  const ranking = rankBm25({ digests: ids, own, queries, snippets, k1: system.k1, b: system.b });
  const taskIds = corpus.tasks.map(({ id }) => id);
  const path = rankingPath(dataset, system.id);
  writeRanking(path, ranking, taskIds, ids);

  const index = buildBm25(snippets, system);
  const questions = new Map(corpus.tasks.map(({ id, query }) => [id, present(query)]));
  const rows = corpus.pool.map(({ id, taskId, code }): SimilarityRow => {
    const query = questions.get(taskId)!;
    const similarity = scoreOutside(index, query, present(code));
    return {
      query: taskId,
      item: id,
      queryDigest: textDigest(query),
      similarity,
      tokens: 0,
      truncated: false,
    };
  });
  const recipe = digestOf({ k1: system.k1, b: system.b, snippets: ids.toSorted() });
  const poolPath = similaritiesPath(dataset, system.id);
  writeSimilarities(poolPath, { dataset, system: system.id, recipe, rows });
  return [
    { path, rows: taskIds.length, added: taskIds.length },
    { path: poolPath, rows: rows.length, added: rows.length },
  ];
}
