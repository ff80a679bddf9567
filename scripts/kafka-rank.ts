import { Command } from "commander";
import { chunkCodeBase, type ChunkedCodeBase } from "../loaders/code-rag/chunked-code-base.ts";
import { openEmbeddingCache, type EmbeddingCache } from "../loaders/code-rag/embedding-cache.ts";
import { rankChunking, type DenseVectors } from "../loaders/code-rag/rank-chunking.ts";
import { rankingRow, writeRankings, type RankingRow } from "../loaders/code-rag/ranking-store.ts";
import type { RagQuestion } from "../loaders/code-rag/types.ts";
import { readModels, systemById, type DenseSystem } from "../loaders/embedding/models.ts";
import { UserError } from "../loaders/errors.ts";
import { CHUNK_COLUMNS, type ChunkRow } from "../loaders/kafka/chunk-rows.ts";
import { chunkingById, CHUNKINGS, DEFAULT_CHUNKING } from "../loaders/kafka/chunkings.ts";
import { DEFAULT_SYSTEM, defaultVectors, writeDefaultVectors } from "../loaders/kafka/default-vectors.ts";
import { readGold } from "../loaders/kafka/gold.ts";
import { gridOf } from "../loaders/kafka/grid.ts";
import { readCorpus } from "../loaders/kafka/imported-corpus.ts";
import { readManifest } from "../loaders/kafka/manifest.ts";
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
import { runCommandLine } from "./command-line.ts";

interface Options {
  model?: string[];
  chunking?: string[];
}

const systems = readModels();
const lexical = lexicalSystem(systems);
const manifest = readManifest();
const files = (): Map<string, number> => new Map(manifest.files.map(({ path }, index) => [path, index]));
const caches = new Map<string, EmbeddingCache>();

function cacheOf(system: DenseSystem, corpus: string): EmbeddingCache {
  const cache = caches.get(system.id) ?? openEmbeddingCache(corpus, system);
  caches.set(system.id, cache);
  return cache;
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

function rankOne(chunking: string, questions: readonly RagQuestion[], chosen: readonly DenseSystem[]): void {
  const codeBase = codeBaseOf(readCorpus(manifest));
  const code = chunkCodeBase(codeBase, chunkingById(chunking));
  const dense = chosen.flatMap(
    (system) => vectorsOf(system, chunking, code, questions, cacheOf(system, codeBase.id)) ?? [],
  );
  const indices = files();
  const labelled = questions.map((question) => question.labelled.map(({ path }) => indices.get(path)!));
  const rows = new Map<string, RankingRow[]>([lexical, ...dense.map(({ system }) => system)].map(({ id }) => [id, []])); // prettier-ignore
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
    const made = madeOf(systemById(id, systems), chunking, questions, manifest, lexical);
    writeRankings(rankingsPath(id, chunking), { system: id, chunking, made, rows: ranked });
    console.log(`${id} ${chunking}: ${ranked.length} rankings`);
  }
  const own = dense.find(({ system }) => system.id === DEFAULT_SYSTEM)?.system;
  if (own && chunking === DEFAULT_CHUNKING) {
    writeDefaultVectors(defaultVectors(own, code.chunks, code.fileOf, questions, cacheOf(own, codeBase.id)));
  }
}

function rank({ model, chunking }: Options): void {
  for (const id of model ?? []) systemById(id, systems);
  const known = CHUNKINGS.map(({ id }) => id);
  const unknown = chunking?.find((id) => !known.includes(id));
  if (unknown !== undefined) {
    throw new UserError(`No chunking is called "${unknown}".`, `Choose one of ${known.join(", ")}.`, 2);
  }
  const questions = readGold(manifest).map(ragQuestion);
  const grid = gridOf(systems).filter(({ system }) => !model || model.includes(system.id));
  for (const id of chunking ?? known) {
    rankOne(id, questions, grid.filter((cell) => cell.chunking === id).map(({ system }) => system)); // prettier-ignore
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
