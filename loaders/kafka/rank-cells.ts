import { chunkCodeBase, type ChunkedCodeBase } from "../code-rag/chunked-code-base.ts";
import { openEmbeddingCache, type EmbeddingCache } from "../code-rag/embedding-cache.ts";
import { rankChunking, type DenseVectors } from "../code-rag/rank-chunking.ts";
import { rankingRow, writeRankings, type RankingRow } from "../code-rag/ranking-store.ts";
import type { CodeBase, RagQuestion } from "../code-rag/types.ts";
import { systemById, type Bm25System, type DenseSystem, type System } from "../embedding/models.ts";
import { progressBar } from "../progress.ts";
import { encodeRows } from "../store/parquet.ts";
import { writeFileWhole } from "../store/write-file.ts";
import { CHUNK_COLUMNS, type ChunkRow } from "./chunk-rows.ts";
import { chunkingById } from "./chunkings.ts";
import type { Manifest } from "./manifest.ts";
import { chunksPath, lexicalSystem, madeOf, rankingsPath } from "./study.ts";

/** What every chunking of a code base is ranked with. */
export interface RankingSetting {
  systems: readonly System[];
  lexical: Bm25System;
  manifest: Manifest;
  codeBase: CodeBase;
  questions: readonly RagQuestion[];
  /** Indices of each question's labelled files. */
  labelled: readonly (readonly number[])[];
  cacheOf: (system: DenseSystem) => EmbeddingCache;
  /** Absolute folder that rankings and chunks are frozen in. */
  folder: string;
}

/** @param codeBase its files in the manifest's order */
export function rankingSetting(
  systems: readonly System[],
  codeBase: CodeBase,
  { manifest, questions, folder }: Pick<RankingSetting, "manifest" | "questions" | "folder">,
): RankingSetting {
  const indexOf = new Map(codeBase.files.map(({ path }, index) => [path, index]));
  const caches = new Map<DenseSystem, EmbeddingCache>();
  return {
    systems,
    lexical: lexicalSystem(systems),
    manifest,
    codeBase,
    questions,
    labelled: questions.map(({ labelled }) => labelled.map(({ path }) => indexOf.get(path)!)),
    cacheOf: (system) => {
      const cache = caches.get(system) ?? openEmbeddingCache(codeBase.id, system);
      caches.set(system, cache);
      return cache;
    },
    folder,
  };
}

/** A system's vectors over a chunking; undefined, and a sentence that says so, when something is not embedded. */
function vectorsOf(
  system: DenseSystem,
  chunking: string,
  { chunks }: ChunkedCodeBase,
  questions: readonly RagQuestion[],
  cache: EmbeddingCache,
): DenseVectors | undefined {
  const texts = questions.flatMap(({ forms }) => forms.map(({ text }) => text));
  const passages = chunks.flatMap(({ text }) => cache.get("passage", text)?.vector ?? []);
  const queries = texts.flatMap((text) => {
    const embedding = cache.get("query", text);
    return embedding ? [[text, embedding.vector] as const] : [];
  });
  const [lacking, unasked] = [chunks.length - passages.length, texts.length - queries.length];
  if (lacking === 0 && unasked === 0) return { system, passages, queries: new Map(queries) };
  console.log(
    `${system.id} ${chunking}: not ranked, ${lacking} of ${chunks.length} chunks and ${unasked} of ${texts.length} question texts are not embedded`,
  );
  return undefined;
}

function freezeChunks(path: string, { chunks, fileOf }: ChunkedCodeBase): void {
  const rows = chunks.map(({ index, lines }, chunk): ChunkRow => ({
    file: fileOf[chunk]!,
    index,
    line_from: lines[0],
    line_to: lines[1],
  }));
  writeFileWhole(path, encodeRows(rows, CHUNK_COLUMNS));
}

/**
 * Ranks one chunking by BM25 and by the systems chosen whose texts are all embedded, and freezes chunks and rankings.
 * @returns the chunks, and the systems that were ranked
 */
export function rankOneChunking(
  chunking: string,
  chosen: readonly DenseSystem[],
  setting: RankingSetting,
): { code: ChunkedCodeBase; ranked: DenseSystem[] } {
  const { systems, lexical, manifest, codeBase, questions, labelled, cacheOf, folder } = setting;
  const code = chunkCodeBase(codeBase, chunkingById(chunking));
  const dense = chosen.flatMap(
    (system) => vectorsOf(system, chunking, code, questions, cacheOf(system)) ?? [],
  );
  const ids = [lexical.id, ...dense.map(({ system }) => system.id)];
  const rows = new Map<string, RankingRow[]>(ids.map((id) => [id, []]));
  const bar = progressBar(`${chunking}, ${dense.length} dense systems`);
  rankChunking(
    code,
    questions,
    lexical,
    dense,
    ({ system, mode, question, form, ranking }) =>
      rows.get(system)!.push(rankingRow(mode, questions[question]!.id, form, ranking, labelled[question]!)),
    (done) => bar.update(done, questions.length),
  );
  bar.stop();
  freezeChunks(chunksPath(chunking, folder), code);
  for (const [id, ranked] of rows) {
    const made = madeOf(systemById(id, [...systems]), chunking, questions, manifest, lexical);
    writeRankings(rankingsPath(id, chunking, folder), { system: id, chunking, made, rows: ranked });
    console.log(`${id} ${chunking}: ${ranked.length} rankings`);
  }
  return { code, ranked: dense.map(({ system }) => system) };
}
