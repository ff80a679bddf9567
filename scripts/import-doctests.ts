import { Command } from "commander";
import { nameOfPackage, readDoctests, withPackage } from "../loaders/import/doctests.ts";
import { runCommandLine } from "./command-line.ts";
import { type ImportOptions, runImport, withImportOptions } from "./import-options.ts";

interface Options extends ImportOptions {
  license?: string;
}

const importDoctests = (what: string, options: Options): Promise<void> =>
  withPackage(what, (source) =>
    runImport("import:doctests", options.name ?? nameOfPackage(source.name), options, () => {
      const from = readDoctests(source);
      const head = { licence: options.license ?? from.licence, source: source.source };
      return { from, head, dropFailingTests: true };
    }),
  );

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
  .action(importDoctests);

await runCommandLine(withImportOptions(program, "function with fewer examples that hold", 2));
