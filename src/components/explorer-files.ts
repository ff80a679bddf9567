import { FileAttachment } from "observablehq:stdlib";
import { addressLike } from "./dataset-files.js";

/** Addresses of a shard's files, for `readRows`. */
export interface ShardFiles {
  tasks: string;
  snippets: string;
  rankings: string;
  mutants: string;
}

/** As `loaders/analyses/explorer-shards.ts` cuts them; Framework wants each name spelled out. */
const SHARD_FILES: Readonly<Record<string, ShardFiles>> = {
  "bit_manipulation-1": {
    tasks: FileAttachment("../data/explorer/tasks-bit_manipulation-1.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-bit_manipulation-1.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-bit_manipulation-1.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-bit_manipulation-1.parquet").href,
  },
  "bit_manipulation-2": {
    tasks: FileAttachment("../data/explorer/tasks-bit_manipulation-2.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-bit_manipulation-2.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-bit_manipulation-2.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-bit_manipulation-2.parquet").href,
  },
  "collections-1": {
    tasks: FileAttachment("../data/explorer/tasks-collections-1.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-collections-1.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-collections-1.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-collections-1.parquet").href,
  },
  "collections-2": {
    tasks: FileAttachment("../data/explorer/tasks-collections-2.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-collections-2.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-collections-2.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-collections-2.parquet").href,
  },
  "data_transformation-1": {
    tasks: FileAttachment("../data/explorer/tasks-data_transformation-1.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-data_transformation-1.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-data_transformation-1.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-data_transformation-1.parquet").href,
  },
  "data_transformation-2": {
    tasks: FileAttachment("../data/explorer/tasks-data_transformation-2.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-data_transformation-2.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-data_transformation-2.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-data_transformation-2.parquet").href,
  },
  "date_time-1": {
    tasks: FileAttachment("../data/explorer/tasks-date_time-1.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-date_time-1.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-date_time-1.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-date_time-1.parquet").href,
  },
  "date_time-2": {
    tasks: FileAttachment("../data/explorer/tasks-date_time-2.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-date_time-2.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-date_time-2.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-date_time-2.parquet").href,
  },
  "geometry-1": {
    tasks: FileAttachment("../data/explorer/tasks-geometry-1.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-geometry-1.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-geometry-1.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-geometry-1.parquet").href,
  },
  "geometry-2": {
    tasks: FileAttachment("../data/explorer/tasks-geometry-2.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-geometry-2.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-geometry-2.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-geometry-2.parquet").href,
  },
  "math_numerical-1": {
    tasks: FileAttachment("../data/explorer/tasks-math_numerical-1.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-math_numerical-1.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-math_numerical-1.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-math_numerical-1.parquet").href,
  },
  "math_numerical-2": {
    tasks: FileAttachment("../data/explorer/tasks-math_numerical-2.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-math_numerical-2.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-math_numerical-2.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-math_numerical-2.parquet").href,
  },
  "sorting_searching-1": {
    tasks: FileAttachment("../data/explorer/tasks-sorting_searching-1.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-sorting_searching-1.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-sorting_searching-1.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-sorting_searching-1.parquet").href,
  },
  "sorting_searching-2": {
    tasks: FileAttachment("../data/explorer/tasks-sorting_searching-2.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-sorting_searching-2.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-sorting_searching-2.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-sorting_searching-2.parquet").href,
  },
  "state_machines-1": {
    tasks: FileAttachment("../data/explorer/tasks-state_machines-1.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-state_machines-1.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-state_machines-1.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-state_machines-1.parquet").href,
  },
  "state_machines-2": {
    tasks: FileAttachment("../data/explorer/tasks-state_machines-2.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-state_machines-2.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-state_machines-2.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-state_machines-2.parquet").href,
  },
  "string_processing-1": {
    tasks: FileAttachment("../data/explorer/tasks-string_processing-1.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-string_processing-1.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-string_processing-1.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-string_processing-1.parquet").href,
  },
  "string_processing-2": {
    tasks: FileAttachment("../data/explorer/tasks-string_processing-2.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-string_processing-2.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-string_processing-2.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-string_processing-2.parquet").href,
  },
  "validation-1": {
    tasks: FileAttachment("../data/explorer/tasks-validation-1.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-validation-1.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-validation-1.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-validation-1.parquet").href,
  },
  "validation-2": {
    tasks: FileAttachment("../data/explorer/tasks-validation-2.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-validation-2.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-validation-2.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-validation-2.parquet").href,
  },
  "humaneval-1": {
    tasks: FileAttachment("../data/explorer/tasks-humaneval-1.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-humaneval-1.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-humaneval-1.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-humaneval-1.parquet").href,
  },
  "humaneval-2": {
    tasks: FileAttachment("../data/explorer/tasks-humaneval-2.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-humaneval-2.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-humaneval-2.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-humaneval-2.parquet").href,
  },
  "humaneval-3": {
    tasks: FileAttachment("../data/explorer/tasks-humaneval-3.parquet").href,
    snippets: FileAttachment("../data/explorer/snippets-humaneval-3.parquet").href,
    rankings: FileAttachment("../data/explorer/rankings-humaneval-3.parquet").href,
    mutants: FileAttachment("../data/explorer/mutants-humaneval-3.parquet").href,
  },
};

interface IndexFiles {
  index: string;
  questions: string;
}

const INDEX_FILES: Readonly<Record<string, IndexFiles>> = {
  "near-miss": {
    index: FileAttachment("../data/explorer/index-near-miss.parquet").href,
    questions: FileAttachment("../data/explorer/questions-near-miss.parquet").href,
  },
  humaneval: {
    index: FileAttachment("../data/explorer/index-humaneval.parquet").href,
    questions: FileAttachment("../data/explorer/questions-humaneval.parquet").href,
  },
};

/** The same kinds of files of a dataset, or shard, that was imported. */
const filesLike = <Files extends object>(files: Files, known: string, wanted: string): Files =>
  Object.fromEntries(
    Object.entries(files).map(([kind, href]) => [kind, addressLike(href as string, known, wanted)]),
  ) as Files;

/** The explorer's files of a shard, which a task's row in the index names. */
export const shardFiles = (shard: string): ShardFiles =>
  SHARD_FILES[shard] ?? filesLike(SHARD_FILES["humaneval-1"]!, "humaneval-1", shard);

/** Of a dataset: the index of all tasks, and the whole questions. */
export const indexFiles = (dataset: string): IndexFiles =>
  INDEX_FILES[dataset] ?? filesLike(INDEX_FILES.humaneval!, "humaneval", dataset);
