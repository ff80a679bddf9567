import { existsSync } from "node:fs";
import { rankBm25 } from "../retrieval/bm25.ts";
import { rankingPath, writeRanking } from "../retrieval/ranking-file.ts";
import { present, type Corpus } from "../tasks/corpus.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { embedPlanned, planEmbedding, type EmbedItem, type EncodeTexts } from "./embed-vectors.ts";
import type { Bm25System, DenseSystem } from "./models.ts";
import { readVectors, vectorsPath, writeVectors, type VectorFile } from "./vectors.ts";

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
  const checkpoint = openCheckpoint(dataset, system, "vectors");
  const file = await embedPlanned(system, dataset, plan, encode, checkpoint);
  writeVectors(path, file);
  checkpoint.remove();
  return { path, rows: file.rows.length, added: plan.missing.length };
}

function sameItems({ rows }: VectorFile, items: readonly EmbedItem[]): boolean {
  const known = new Set(rows.map(({ role, item }) => `${role} ${item}`));
  return known.size === items.length && items.every(({ role, item }) => known.has(`${role} ${item}`));
}

/** Freezes BM25's ranking of a dataset whose text is not committed. Elsewhere it is computed from the text when asked for. */
export function freezeBm25(corpus: Corpus, system: Bm25System, own: number[][]): EmbedOutcome {
  const ids = corpus.snippets.map(({ id }) => id);
  const queries = corpus.tasks.map(({ query }) => present(query));
  const snippets = corpus.snippets.map(({ code }) => present(code));
  const ranking = rankBm25({ digests: ids, own, queries, snippets, k1: system.k1, b: system.b });
  const taskIds = corpus.tasks.map(({ id }) => id);
  const path = rankingPath(corpus.dataset.id, system.id);
  writeRanking(path, ranking, taskIds, ids);
  return { path, rows: taskIds.length, added: taskIds.length };
}
