import { existsSync, readFileSync } from "node:fs";
import glob from "fast-glob";
import { z } from "zod";
import { InputError, type Violation } from "../errors.ts";
import { fromRoot, IMPORTED, ROOT } from "../paths.ts";
import { fileDigest } from "../store/digest.ts";
import { DESCRIPTION, importedPath } from "../store/frozen-path.ts";
import { writeFileWhole } from "../store/write-file.ts";
import type { Dataset } from "./datasets.ts";

/** The gates a dataset must meet and those it keeps its own shape in (each waived violation is counted). */
export const GATE_WAIVERS = [
  "duplicate_function_names",
  "suite_size",
  "multi_statement_tests",
  "few_distractors",
  "same_failing_subset",
  "test_does_not_name_function",
  "no_bare_assertion_failure",
] as const;
export type GateWaiver = (typeof GATE_WAIVERS)[number];

/** What an id may be: it is a folder, a file name and a value in links. */
export const DATASET_ID = /^[a-z0-9][a-z0-9._-]*$/;

const SCHEMA = z.strictObject({
  /** Raised when what stands in the folder changes its shape. */
  format: z.literal(1),
  id: z.string().regex(DATASET_ID, "must be lower-case letters, digits, dots, hyphens and underscores"),
  label: z.string().trim().min(1, "must not be empty"),
  licence: z.string().min(1, "must not be empty"),
  /** Where the tasks come from, in words. */
  source: z.string().min(1, "must not be empty"),
  /** The command that brought it, to be typed again. */
  import_command: z.string().min(1, "must not be empty"),
  /** SHA-256 of `tasks.jsonl`. */
  digest: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hex digits"),
  tasks: z.int().min(1, "needs at least one task"),
  gates: z.enum(["strict", "waive"]),
  /** Violations that were waived, by gate. */
  waived: z.partialRecord(z.enum(GATE_WAIVERS), z.int().positive()),
  /** What was not taken in, by reason. */
  dropped: z.array(z.strictObject({ reason: z.string().min(1), count: z.int().positive() })),
  /** `made`: every single-edit mutant by rule, as for our own tasks. `supplied`: those of `snippets.jsonl`. */
  near_clones: z.enum(["made", "supplied"]),
  /** `computed`: systems are ranked here. `supplied`: rankings are read as they came (`frozen/rankings/<id>/<system>.parquet`). */
  order: z.enum(["computed", "supplied"]),
});

/** `data/imported/<id>/dataset.json`. */
export type DatasetDescription = z.infer<typeof SCHEMA>;

/** Writes the description of a dataset, which makes it one: write everything else of it before. */
export const writeDescription = (description: DatasetDescription): void =>
  writeFileWhole(
    fromRoot(importedPath(description.id, DESCRIPTION)),
    `${JSON.stringify(SCHEMA.parse(description), null, 2)}\n`,
  );

/** @throws InputError that names file, field and remedy */
export function readDescription(id: string): DatasetDescription {
  const file = importedPath(id, DESCRIPTION);
  const violation = (field: string, message: string): Violation => ({
    file,
    line: 0,
    item: id,
    rule: field,
    message,
    remedy: `Import the dataset again, or delete the folder ${importedPath(id)}.`,
  });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(fromRoot(file), "utf8"));
  } catch (error) {
    throw new InputError([violation("json", `is not JSON: ${(error as Error).message}.`)]);
  }
  const parsed = SCHEMA.safeParse(value);
  if (!parsed.success) {
    throw new InputError(
      parsed.error.issues.map(({ path, message }) => violation(path.join(".") || "(file)", `${message}.`)),
    );
  }
  if (parsed.data.id !== id)
    throw new InputError([violation("id", `is ${parsed.data.id}, but the folder is called ${id}.`)]);
  const tasks = fromRoot(importedPath(id, "tasks.jsonl"));
  if (!existsSync(tasks)) throw new InputError([violation("digest", "has no tasks.jsonl beside it.")]);
  if (fileDigest(tasks) !== parsed.data.digest)
    throw new InputError([
      violation("digest", "is not that of tasks.jsonl: the tasks changed since the import."),
    ]);
  return parsed.data;
}

/** An imported dataset as the rest of the workbook sees it. */
const toDataset = (description: DatasetDescription): Dataset => ({
  id: description.id,
  label: description.label,
  origin: description.source,
  licence: description.licence,
  files: importedPath(description.id, "tasks.jsonl"),
  importCommand: description.import_command,
  waivers: description.gates === "waive" ? GATE_WAIVERS : [],
  imported: description,
});

/** Every imported dataset by id, and what is wrong with those that cannot be read. */
export function importedDatasets(): { datasets: Dataset[]; violations: Violation[] } {
  const datasets: Dataset[] = [];
  const violations: Violation[] = [];
  for (const path of glob.sync(`${IMPORTED}/*/${DESCRIPTION}`, { cwd: ROOT }).sort()) {
    try {
      datasets.push(toDataset(readDescription(path.split("/").at(-2)!)));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      violations.push(...error.violations);
    }
  }
  return { datasets, violations };
}
