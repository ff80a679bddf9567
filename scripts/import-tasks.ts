import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { Command, Option } from "commander";
import { InputError, UserError } from "../loaders/errors.ts";
import { detectFormat, type Format, FORMATS, readFormat } from "../loaders/import/formats.ts";
import { importDataset, requireFreeName } from "../loaders/import/import-dataset.ts";
import { progressBar } from "../loaders/progress.ts";
import { wholeNumber } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";
import { printImport, typedCommand } from "./import-report.ts";

interface Options {
  format?: Format;
  name?: string;
  label?: string;
  license: string;
  gates: "strict" | "waive";
  minTests: string;
  replace?: boolean;
  verbose?: boolean;
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
  const importCommand = typedCommand("import:tasks");
  requireFreeName(name, importCommand, options.replace === true);
  const format = options.format ?? detectFormat(path);
  const read = readFormat(path, format, name);
  if (options.gates === "strict" && read.violations.length > 0) throw new InputError(read.violations);
  const bar = progressBar("executing mutants");
  const head = {
    id: name,
    label: options.label ?? name,
    licence: options.license,
    source: `${basename(resolve(path))} (${format})`,
    importCommand,
  };
  const imported = await importDataset(head, read, {
    gates: options.gates,
    minTests: wholeNumber(options.minTests, "--min-tests"),
    dropFailingTests: false,
    onProgress: (_, done, total) => bar.update(done, total),
  }).finally(bar.stop);
  printImport(imported, options.verbose === true);
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
  .addOption(
    new Option(
      "--gates <mode>",
      "strict: any violation stops the import; waive: what cannot be measured is left out",
    )
      .choices(["strict", "waive"])
      .default("waive"),
  )
  .option("--min-tests <n>", "leave out a task with fewer tests", "1")
  .option("--replace", "put it in the place of a dataset of this name")
  .option("--verbose", "name everything that was left out")
  .action(importTasks);

await runCommandLine(program);
