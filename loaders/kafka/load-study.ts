import { existsSync } from "node:fs";
import type { RagQuestion } from "../code-rag/types.ts";
import { readRows } from "../store/parquet.ts";
import type { ChunkRow } from "./chunk-rows.ts";
import { readStudy, type StudyCell } from "./frozen-rankings.ts";
import { QUESTIONS_FILE, readGold } from "./gold.ts";
import type { Question } from "./gold-schema.ts";
import { IMPORTED_STUDIES } from "./imported-studies.ts";
import { type Manifest, MANIFEST_FILE, readManifest } from "./manifest.ts";
import { type ChunkLines, chunkLines, type RankedList, rankedLists } from "./question-facts.ts";
import { chunksPath, ragQuestion } from "./study.ts";
import type { StudyRecord } from "./study-record.ts";

/** Everything that the code-RAG figures are made of. */
export interface Study extends Pick<StudyRecord, "id" | "label" | "link" | "folder" | "chunkings"> {
  questions: readonly Question[];
  manifest: Manifest;
  /** Every cell that is wanted; those that are not ranked say why. */
  cells: readonly StudyCell[];
  /** One list a ranked (system, chunking, mode), in the order of the cells. */
  lists: readonly RankedList[];
  /** Lines of a ranked chunking's chunks. */
  linesOf: (chunking: string) => ChunkLines;
}

/** What the figures read: Kafka's files, and those of every imported study. */
export const STUDY_INPUTS = [
  QUESTIONS_FILE,
  MANIFEST_FILE,
  "data/models.yaml",
  "data/frozen/kafka/rankings/**/*.parquet",
  "data/frozen/kafka/chunks/*.parquet",
  `${IMPORTED_STUDIES}/*/*.{json,yaml}`,
  `${IMPORTED_STUDIES}/*/{rankings,chunks}/**/*.parquet`,
] as const;

/** A study as it is frozen: no text and no model is needed. */
export async function readFrozenStudy(record: StudyRecord): Promise<Study> {
  const { id, label, link, folder, chunkings } = record;
  const manifest = readManifest(record.manifest);
  const questions = readGold(manifest, record.gold);
  const asked: RagQuestion[] = questions.map(ragQuestion);
  const cells = await readStudy(asked, manifest, record.cells, record);
  const ranked = cells.flatMap(({ rankings }) => rankings ?? []);
  const lines = new Map<string, ChunkLines>();
  for (const chunking of new Set(ranked.map((file) => file.chunking))) {
    const path = chunksPath(chunking, folder);
    lines.set(chunking, chunkLines(existsSync(path) ? await readRows<ChunkRow>(path) : []));
  }
  const indexOf = new Map(manifest.files.map(({ path }, index) => [path, index]));
  const linesOf = (chunking: string): ChunkLines => lines.get(chunking) ?? (() => undefined);
  const lists = ranked.flatMap((file) => rankedLists(file, questions, linesOf(file.chunking), indexOf));
  return { id, label, link, folder, chunkings, questions, manifest, cells, lists, linesOf };
}

/** What truncation does to each cell of Kafka's and of imported studies. */
export const TRUNCATION_INPUTS = [
  "data/frozen/kafka/truncation.parquet",
  `${IMPORTED_STUDIES}/*/truncation.parquet`,
] as const;
