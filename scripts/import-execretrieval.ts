import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { checkBundle } from "../loaders/bundle/check-bundle.ts";
import { formatReport, reportOf } from "../loaders/bundle/report.ts";
import { IMPORT_COMMAND, writeDataset } from "../loaders/bundle/write-dataset.ts";
import { UserError } from "../loaders/errors.ts";
import { ExecutionPool } from "../loaders/execution/pool.ts";
import { writeFileWhole } from "../loaders/store/write-file.ts";
import { DATASET_ID } from "../loaders/tasks/imported-datasets.ts";
import { DATASETS, REPOSITORY_DATASETS } from "../loaders/tasks/datasets.ts";
import { runCommandLine } from "./command-line.ts";
import { say } from "./encoding.ts";

interface ImportOptions {
  name: string;
  label: string;
  out: string;
  execute: number | "all";
  acceptDifferences?: true;
  checkOnly?: true;
}

function pairCount(text: string): number | "all" {
  if (text === "all") return "all";
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("wants a number of pairs, or all.");
  return Number(text);
}

/** @throws UserError (exit code 2) for an id that is taken or no id */
function requireFreeId(id: string): void {
  const taken = ["kafka", ...REPOSITORY_DATASETS.map((dataset) => dataset.id)];
  if (DATASET_ID.test(id) && !taken.includes(id)) return;
  throw new UserError(
    `"${id}" cannot be the id of an imported dataset.`,
    `Use lower-case letters, digits, dots, hyphens and underscores, and none of ${taken.join(", ")}.`,
    2,
  );
}

/** @throws UserError (exit code 2) when another import has made a dataset of that id */
function requireOwnDataset(id: string): void {
  const command = DATASETS.find((dataset) => dataset.id === id)?.importCommand ?? IMPORT_COMMAND;
  if (command === IMPORT_COMMAND) return;
  throw new UserError(
    `There is a dataset "${id}" already, made by \`${command}\`.`,
    "Give this one another --name, or delete the folder of that one.",
    2,
  );
}

/** A value on a line: outcomes of a long suite are cut. */
const brief = (value: string | number | boolean): string => {
  const text = String(value);
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
};

async function importBundle(folder: string, options: ImportOptions): Promise<void> {
  requireFreeId(options.name);
  requireOwnDataset(options.name);
  let pool: ExecutionPool | undefined;
  try {
    const openPool = async () => (pool ??= await ExecutionPool.open());
    const bundle = await checkBundle(folder, { openPool, execute: options.execute, say });
    const report = reportOf(bundle);
    const [markdown, json] = [join(options.out, "report.md"), join(options.out, "report.json")];
    writeFileWhole(markdown, formatReport(report));
    writeFileWhole(json, `${JSON.stringify(report, null, 1)}\n`);
    const { equal, within, different, not_compared: notCompared } = report.totals;
    console.log(
      `${equal} published cells equal, ${within} within tolerance, ${different} different, ${notCompared} not compared: ${markdown}, ${json}`,
    );
    for (const { file, path, metric, published, recomputed } of report.differences.slice(0, 10)) {
      console.log(
        `  ${file} ${path} ${metric}: published ${brief(published)}, recomputed ${brief(recomputed)}`,
      );
    }
    if (different > 0) process.exitCode = 1;
    if (options.checkOnly) return;
    if (different > 0 && !options.acceptDifferences) {
      console.log(
        "Nothing was imported. Look at the report; --accept-differences imports the bundle anyway.",
      );
      return;
    }
    const { name: id, label } = options;
    const written = writeDataset(bundle, { id, label });
    console.log(
      `${written.folder}: ${written.tasks} tasks, ${written.snippets} snippets, ${written.systems.length} systems. Run \`npm start\` to see them.`,
    );
  } finally {
    await pool?.close();
  }
}

const program = new Command("import:execretrieval")
  .description(
    "Reads the paper's released bundle as it is, verifies every digest, recomputes every published cell and reports what differs; then the bundle is a dataset on every page. Exits with 1 when a cell differs.",
  )
  .argument("<folder>", "the folder that holds the bundle's SHA256SUMS")
  .option("--out <folder>", "where report.md and report.json go", "execretrieval-report")
  .option(
    "--execute <pairs>",
    "execute so many pairs of the execution cache again and compare, or all",
    pairCount,
    0,
  )
  .option("--accept-differences", "import although cells differ (the exit code stays 1)")
  .option("--check-only", "report, and import nothing")
  .option("--name <id>", "id of the dataset", "execretrieval")
  .option("--label <text>", "name of the dataset as printed", "ExecRetrieval")
  .action(importBundle);

await runCommandLine(program);
