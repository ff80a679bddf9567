import { readModels } from "../embedding/models.ts";
import { fromRoot } from "../paths.ts";
import { CHUNKINGS } from "./chunkings.ts";
import { type WantedCell, wantedCells } from "./frozen-rankings.ts";
import { QUESTIONS_FILE } from "./gold.ts";
import { KAFKA, MANIFEST_FILE } from "./manifest.ts";
import { KAFKA_FOLDER, RANK_COMMAND } from "./study.ts";

/** What names a code base with its questions, and where its files lie (absolute paths). */
export interface StudyRecord {
  /** Id of the code base, too: its manifest and its questions carry it. */
  id: string;
  label: string;
  /** Address that a file's path is appended to; empty for none. */
  link: string;
  gold: string;
  manifest: string;
  /** Holds `rankings/`, `chunks/` and `truncation.parquet`. */
  folder: string;
  /** Chunkings that it is cut into. */
  chunkings: readonly string[];
  /** Cells that it wants. */
  cells: readonly WantedCell[];
  /** The command that makes its rankings. */
  command: string;
}

/** The study that is committed. */
export const kafkaRecord = (): StudyRecord => ({
  id: KAFKA.corpus,
  label: `Apache Kafka ${KAFKA.version}`,
  link: `https://github.com/apache/kafka/blob/${KAFKA.version}/`,
  gold: fromRoot(QUESTIONS_FILE),
  manifest: fromRoot(MANIFEST_FILE),
  folder: KAFKA_FOLDER,
  chunkings: CHUNKINGS.map(({ id }) => id),
  cells: wantedCells(readModels()),
  command: RANK_COMMAND,
});
