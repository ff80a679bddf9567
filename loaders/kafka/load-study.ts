import { existsSync } from "node:fs";
import type { RagQuestion } from "../code-rag/types.ts";
import { fromRoot } from "../paths.ts";
import { readRows } from "../store/parquet.ts";
import type { ChunkRow } from "./chunk-rows.ts";
import { readStudy, type StudyCell } from "./frozen-rankings.ts";
import { QUESTIONS_FILE, readGold } from "./gold.ts";
import type { Question } from "./gold-schema.ts";
import { KAFKA, type Manifest, MANIFEST_FILE, readManifest } from "./manifest.ts";
import { type ChunkLines, chunkLines, type RankedList, rankedLists } from "./question-facts.ts";
import { chunksPath, ragQuestion } from "./study.ts";

/** Everything that the Kafka figures are made of. */
export interface Study {
  id: string;
  label: string;
  /** Address that a file's path is appended to; empty for none. */
  link: string;
  questions: readonly Question[];
  manifest: Manifest;
  /** Every cell that is wanted; those that are not ranked say why. */
  cells: readonly StudyCell[];
  /** One list a ranked (system, chunking, mode), in the order of the cells. */
  lists: readonly RankedList[];
  /** Lines of a ranked chunking's chunks. */
  linesOf: (chunking: string) => ChunkLines;
}

/** What Kafka's figures read. */
export const STUDY_INPUTS = [
  QUESTIONS_FILE,
  MANIFEST_FILE,
  "data/models.yaml",
  "data/frozen/kafka/rankings/**/*.parquet",
  "data/frozen/kafka/chunks/*.parquet",
] as const;

let known: Promise<Study> | undefined;

/** The study as it is frozen: no text and no model is needed. Read once a process. */
export const loadStudy = (): Promise<Study> => (known ??= readAll());

async function readAll(): Promise<Study> {
  const manifest = readManifest();
  const questions = readGold(manifest);
  const asked: RagQuestion[] = questions.map(ragQuestion);
  const cells = await readStudy(asked, manifest);
  const ranked = cells.flatMap(({ rankings }) => rankings ?? []);
  const lines = new Map<string, ChunkLines>();
  for (const chunking of new Set(ranked.map((file) => file.chunking))) {
    const path = chunksPath(chunking);
    lines.set(chunking, chunkLines(existsSync(path) ? await readRows<ChunkRow>(path) : []));
  }
  const indexOf = new Map(manifest.files.map(({ path }, index) => [path, index]));
  const linesOf = (chunking: string): ChunkLines => lines.get(chunking) ?? (() => undefined);
  const lists = ranked.flatMap((file) => rankedLists(file, questions, linesOf(file.chunking), indexOf));
  return {
    id: KAFKA.corpus,
    label: `Apache Kafka ${KAFKA.version}`,
    link: `https://github.com/apache/kafka/blob/${KAFKA.version}/`,
    questions,
    manifest,
    cells,
    lists,
    linesOf,
  };
}

/** Absolute path of what truncation does to each cell. */
export const TRUNCATION_FILE = "data/frozen/kafka/truncation.parquet";
export const truncationPath = (): string => fromRoot(TRUNCATION_FILE);
