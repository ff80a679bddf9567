import { Command } from "commander";
import { chunkCodeBase, type ChunkedCodeBase } from "../loaders/code-rag/chunked-code-base.ts";
import { openEmbeddingCache, type EmbeddingCache } from "../loaders/code-rag/embedding-cache.ts";
import { rankChunking, type DenseVectors } from "../loaders/code-rag/rank-chunking.ts";
import { rankingRow, writeRankings, type RankingRow } from "../loaders/code-rag/ranking-store.ts";
import type { CodeBase, RagQuestion } from "../loaders/code-rag/types.ts";
import {
  readModels,
  systemById,
  type Bm25System,
  type DenseSystem,
  type System,
} from "../loaders/embedding/models.ts";
import { CHUNK_COLUMNS, type ChunkRow } from "../loaders/kafka/chunk-rows.ts";
import { chunkingById, CHUNKINGS, DEFAULT_CHUNKING } from "../loaders/kafka/chunkings.ts";
import { DEFAULT_SYSTEM, defaultVectors, writeDefaultVectors } from "../loaders/kafka/default-vectors.ts";
import { readGold } from "../loaders/kafka/gold.ts";
import { studySystems } from "../loaders/kafka/frozen-rankings.ts";
import { gridOf } from "../loaders/kafka/grid.ts";
import { readCorpus } from "../loaders/kafka/imported-corpus.ts";
import { readManifest, type Manifest } from "../loaders/kafka/manifest.ts";
import {
  chunksPath,
  codeBaseOf,
  lexicalSystem,
  madeOf,
  ragQuestion,
  rankingsPath,
} from "../loaders/kafka/study.ts";
import { progressBar } from "../loaders/progress.ts";
import { encodeRows } from "../loaders/store/parquet.ts";
import { writeFileWhole } from "../loaders/store/write-file.ts";
import { requireKnown } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";

interface Options {
  model?: string[];
  chunking?: string[];
}

/** What every chunking is ranked with. */
interface Setting {
  systems: readonly System[];
  lexical: Bm25System;
  manifest: Manifest;
  codeBase: CodeBase;
  questions: readonly RagQuestion[];
  /** Indices of each question's labelled files. */
  labelled: readonly (readonly number[])[];
  cacheOf: (system: DenseSystem) => EmbeddingCache;
}

function readSetting(systems: readonly System[]): Setting {
  const manifest = readManifest();
  const questions = readGold(manifest).map(ragQuestion);
  const codeBase = codeBaseOf(readCorpus(manifest));
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

function freezeChunks(chunking: string, { chunks, fileOf }: ChunkedCodeBase): void {
  const rows = chunks.map(({ index, lines }, chunk): ChunkRow => ({
    file: fileOf[chunk]!,
    index,
    line_from: lines[0],
    line_to: lines[1],
  }));
  writeFileWhole(chunksPath(chunking), encodeRows(rows, CHUNK_COLUMNS));
}

function rankOne(chunking: string, chosen: readonly DenseSystem[], setting: Setting): void {
  const { systems, lexical, manifest, codeBase, questions, labelled, cacheOf } = setting;
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
  freezeChunks(chunking, code);
  for (const [id, ranked] of rows) {
    const made = madeOf(systemById(id, [...systems]), chunking, questions, manifest, lexical);
    writeRankings(rankingsPath(id, chunking), { system: id, chunking, made, rows: ranked });
    console.log(`${id} ${chunking}: ${ranked.length} rankings`);
  }
  const own = dense.find(({ system }) => system.id === DEFAULT_SYSTEM)?.system;
  if (own && chunking === DEFAULT_CHUNKING) {
    writeDefaultVectors(defaultVectors(own, code.chunks, code.fileOf, questions, cacheOf(own)));
  }
}

function rank({ model, chunking }: Options): void {
  const systems = readModels();
  for (const id of model ?? []) systemById(id, systems);
  const known = CHUNKINGS.map(({ id }) => id);
  requireKnown("chunking", chunking ?? [], known);
  const grid = gridOf(model ? systems : studySystems(systems)).filter(
    ({ system }) => !model || model.includes(system.id),
  );
  const setting = readSetting(systems);
  for (const id of chunking ?? known) {
    rankOne(id, grid.filter((cell) => cell.chunking === id).map(({ system }) => system), setting); // prettier-ignore
  }
}

const program = new Command("kafka:rank")
  .description(
    "Ranks Kafka's files for every form of every gold question, and freezes the rankings: BM25, and each dense\n" +
      "system whose chunks and questions are embedded here (`npm run kafka:embed`) alone and fused with BM25.",
  )
  .option("--model <id...>", "dense systems of data/models.yaml (default: all)")
  .option("--chunking <id...>", CHUNKINGS.map(({ id }) => id).join(", "))
  .action(rank);

await runCommandLine(program);
