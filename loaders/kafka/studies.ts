import type { OfStudy, StudyRow } from "../../src/shared/kafka-rows.ts";
import { columnsOf, type Described, type Figure } from "../figures/figure.ts";
import type { Column } from "../store/parquet.ts";
import { DEFAULT_CHUNKING } from "./chunkings.ts";
import { PRINTED_NAME } from "./columns.ts";
import { loadStudies } from "./load-studies.ts";
import { STUDY_INPUTS, type Study } from "./load-study.ts";

/** Computes a figure's rows for one study after the other, and marks them with its id. */
export const forEveryStudy =
  <Row extends object>(rowsOf: (study: Study) => readonly Row[] | Promise<readonly Row[]>) =>
  async (): Promise<OfStudy<Row>[]> => {
    const rows: OfStudy<Row>[] = [];
    for (const study of await loadStudies()) {
      for (const row of await rowsOf(study)) rows.push({ study: study.id, ...row });
    }
    return rows;
  };

/** Column descriptions of rows that {@link forEveryStudy} marks. */
export const columnsOfStudy = <Row extends object>(
  columns: Record<keyof Row & string, Described>,
): Column[] => [
  { name: "study", type: "utf8", unit: "", description: "code base and its questions" },
  ...columnsOf<Row>(columns),
];

export const kafkaStudies: Figure<StudyRow> = {
  id: "kafka/studies",
  title: "Code bases with gold questions",
  source: "loaders/kafka/studies.ts",
  inputs: STUDY_INPUTS,
  columns: columnsOf<StudyRow>({
    study: ["utf8", "", "study id"],
    label: PRINTED_NAME,
    link: ["utf8", "", "address that a file's path is appended to; empty for none"],
    files: ["int32", "count", "files of the code base"],
    bytes: ["int32", "bytes", "size of their text"],
    questions: ["int32", "count", "gold questions"],
    default_chunking: ["utf8", "", "chunking that a page starts with"],
  }),
  compute: async () =>
    (await loadStudies()).map(({ id, label, link, manifest, questions }) => ({
      study: id,
      label,
      link,
      files: manifest.files.length,
      bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
      questions: questions.length,
      default_chunking: DEFAULT_CHUNKING,
    })),
};
