import { Command, Option } from "commander";
import { InputError } from "../loaders/errors.ts";
import { nameOfPackage, readDoctests, withPackage } from "../loaders/import/doctests.ts";
import { importDataset, requireFreeName } from "../loaders/import/import-dataset.ts";
import { progressBar } from "../loaders/progress.ts";
import { wholeNumber } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";
import { printImport, typedCommand } from "./import-report.ts";

interface Options {
  name?: string;
  label?: string;
  license?: string;
  gates: "strict" | "waive";
  minTests: string;
  replace?: boolean;
  verbose?: boolean;
}

const importDoctests = (what: string, options: Options): Promise<void> =>
  withPackage(what, async (source) => {
    const minTests = wholeNumber(options.minTests, "--min-tests");
    const id = options.name ?? nameOfPackage(source.name);
    const importCommand = typedCommand("import:doctests");
    requireFreeName(id, importCommand, options.replace === true);
    const read = readDoctests(source);
    if (options.gates === "strict" && read.violations.length > 0) throw new InputError(read.violations);
    const bar = progressBar("executing mutants");
    const head = {
      id,
      label: options.label ?? id,
      licence: options.license ?? read.licence,
      source: source.source,
      importCommand,
    };
    const imported = await importDataset(head, read, {
      gates: options.gates,
      minTests,
      dropFailingTests: true,
      onProgress: (_, done, total) => bar.update(done, total),
    }).finally(bar.stop);
    printImport(imported, options.verbose === true);
  });

const program = new Command("import:doctests")
  .description(
    "Makes a dataset of a package's functions whose docstrings carry examples: the question is the first paragraph, the tests are the examples. Nothing of the package is imported or built.",
  )
  .argument(
    "<package>",
    "a requirement as pip knows it (more-itertools==10.5.0), a folder, a wheel or an sdist",
  )
  .option("--name <id>", "the dataset's id; the package's name unless told")
  .option("--label <text>", "its name on the pages")
  .option("--license <text>", "whose terms the code is under; what the package states unless told")
  .addOption(
    new Option(
      "--gates <mode>",
      "strict: any violation stops the import; waive: what cannot be measured is left out",
    )
      .choices(["strict", "waive"])
      .default("waive"),
  )
  .option("--min-tests <n>", "leave out a function with fewer examples that hold", "2")
  .option("--replace", "put it in the place of a dataset of this name")
  .option("--verbose", "name everything that was left out")
  .action(importDoctests);

await runCommandLine(program);
