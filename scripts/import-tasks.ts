import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { Command, Option } from "commander";
import { UserError } from "../loaders/errors.ts";
import { detectFormat, type Format, FORMATS, readFormat } from "../loaders/import/formats.ts";
import { runCommandLine } from "./command-line.ts";
import { type ImportOptions, runImport, withImportOptions } from "./import-options.ts";

interface Options extends ImportOptions {
  format?: Format;
  license: string;
}

async function importTasks(path: string, options: Options): Promise<void> {
  if (!existsSync(path)) throw new UserError(`${path} does not exist.`, "Give a file or a folder.", 2);
  const { name } = options;
  if (name === undefined)
    throw new UserError(
      "The dataset has no name.",
      "Give --name ID: it is called so in links and commands.",
      2,
    );
  await runImport("import:tasks", name, options, () => {
    const format = options.format ?? detectFormat(path);
    const head = { licence: options.license, source: `${basename(resolve(path))} (${format})` };
    return { from: readFormat(path, format, name), head, dropFailingTests: false };
  });
}

const program = new Command("import:tasks")
  .description(
    "Takes tasks of one's own in as a dataset under data/imported, which is never committed. Executes them and makes their near-clones.",
  )
  .argument("<path>", "a file of JSON lines, or a BEIR folder")
  .option("--name <id>", "the dataset's id (needed): a folder, and what links and commands call it")
  .addOption(new Option("--format <format>", "how to read it; detected unless told").choices(FORMATS))
  .option("--label <text>", "its name on the pages")
  .option("--license <text>", "whose terms the tasks are under", "not stated")
  .action(importTasks);

await runCommandLine(withImportOptions(program, "task with fewer tests", 1));
