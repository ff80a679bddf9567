import { existsSync } from "node:fs";
import { rollup } from "d3-array";
import { DOMAINS } from "../../src/shared/vocabulary.ts";
import { InputError, UserError } from "../errors.ts";
import { ExecutionPool } from "../execution/pool.ts";
import { fromRoot } from "../paths.ts";
import { sha256 } from "../store/digest.ts";
import { DESCRIPTION, importedPath } from "../store/frozen-path.ts";
import { writeFileWhole } from "../store/write-file.ts";
import { REPOSITORY_DATASETS, type Dataset } from "../tasks/datasets.ts";
import { freezeCorpus } from "../tasks/freeze-corpus.ts";
import {
  DATASET_ID,
  type DatasetDescription,
  readDescription,
  writeDescription,
} from "../tasks/imported-datasets.ts";
import { admitTasks, type Admitted, type AdmitOptions } from "./admit.ts";
import type { Dropped, ReadTasks } from "./rows.ts";

/** What the user says of a dataset. */
export interface DatasetHead {
  id: string;
  label: string;
  licence: string;
  /** Where it comes from, in words. */
  source: string;
  /** The command as it was typed. */
  importCommand: string;
}

/** Names that files, pages or another part of the workbook already use. */
const RESERVED: readonly string[] = [...REPOSITORY_DATASETS.map(({ id }) => id), "kafka", ...DOMAINS];

/**
 * Whether a dataset may take this name.
 * @throws UserError (exit code 2) for a name that is none or is taken, or that another command's dataset has
 */
export function requireFreeName(id: string, importCommand: string, replace: boolean): void {
  if (!DATASET_ID.test(id) || RESERVED.includes(id)) {
    throw new UserError(
      RESERVED.includes(id) ? `"${id}" is a name of the workbook itself.` : `"${id}" cannot name a dataset.`,
      "Give --name with lower-case letters, digits, dots, hyphens and underscores.",
      2,
    );
  }
  if (replace || !existsSync(fromRoot(importedPath(id, DESCRIPTION)))) return;
  const before = commandOf(id);
  if (before === undefined || before === importCommand) return;
  throw new UserError(
    `A dataset called "${id}" is there already, from \`${before}\`.`,
    "Give another --name, or --replace to put this one in its place.",
    2,
  );
}

/** What brought the dataset that is there; nothing for a damaged one, which an import mends. */
function commandOf(id: string): string | undefined {
  try {
    return readDescription(id).import_command;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** Dropped items by reason, the most frequent first. */
export function countReasons(dropped: readonly Dropped[]): { reason: string; count: number }[] {
  const counts = rollup(
    dropped,
    (items) => items.length,
    ({ reason }) => reason,
  );
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

const asDataset = ({ id, label, source, licence, importCommand }: DatasetHead): Dataset => ({
  id,
  label,
  origin: source,
  licence,
  files: importedPath(id, "tasks.jsonl"),
  importCommand,
  waivers: [],
});

/**
 * Takes tasks in as a dataset: executes canonicals and every mutant, checks the gates, then writes the folder. Nothing is
 * written before everything is known.
 * @throws InputError (strict) and UserError when no task is left
 */
export async function importDataset(
  head: DatasetHead,
  { tasks: offered, violations, dropped: before }: ReadTasks,
  options: AdmitOptions,
): Promise<Admitted & { description: DatasetDescription }> {
  const pool = await ExecutionPool.open();
  try {
    const admitted = await admitTasks(asDataset(head), offered, pool, options);
    const broken = violations.map(({ file, line, item, rule, message }) => ({
      reason: `row: ${rule}`,
      detail: `${file}:${line} ${item} [${rule}] ${message}`,
    }));
    const dropped = [...before, ...broken, ...admitted.dropped];
    if (admitted.tasks.length === 0) {
      const why = countReasons(dropped).map(({ reason, count }) => `  ${count} ${reason}`);
      throw new UserError(
        [`No task of ${head.source} is left:`, ...why].join("\n"),
        "Nothing was written. Mend the tasks and run the same command again.",
      );
    }
    const description = write(head, admitted, dropped, options);
    await freezeCorpus(admitted.corpus, pool);
    return { ...admitted, dropped, description };
  } finally {
    await pool.close();
  }
}

function write(
  { id, label, licence, source, importCommand }: DatasetHead,
  { tasks, waived }: Admitted,
  dropped: readonly Dropped[],
  { gates }: AdmitOptions,
): DatasetDescription {
  const lines = tasks.map(({ id: task, function_name, query, domain, canonical, tests }) =>
    JSON.stringify({ id: task, function_name, query, domain, canonical, tests }),
  );
  const text = lines.map((line) => `${line}\n`).join("");
  const description: DatasetDescription = {
    format: 1,
    id,
    label,
    licence,
    source,
    import_command: importCommand,
    digest: sha256(text),
    tasks: tasks.length,
    gates,
    waived: Object.fromEntries(waived),
    dropped: countReasons(dropped),
    near_clones: "made",
    order: "computed",
  };
  writeFileWhole(fromRoot(importedPath(id, "tasks.jsonl")), text);
  writeDescription(description);
  return description;
}
