import { type Command, Option } from "commander";
import { InputError } from "../loaders/errors.ts";
import { type DatasetHead, importDataset, requireFreeName } from "../loaders/import/import-dataset.ts";
import { progressBar } from "../loaders/progress.ts";
import { wholeNumber } from "./choices.ts";
import { printImport, typedCommand } from "./import-report.ts";

/** What every import of tasks asks for. */
export interface ImportOptions {
  name?: string;
  label?: string;
  gates: "strict" | "waive";
  minTests: string;
  replace?: boolean;
  verbose?: boolean;
}

/** Adds the options that all imports share, after those of the command's own. @param fewer what `--min-tests` leaves out */
export const withImportOptions = (program: Command, fewer: string, minTests: number): Command =>
  program
    .addOption(
      new Option(
        "--gates <mode>",
        "strict: any violation stops the import; waive: what cannot be measured is left out",
      )
        .choices(["strict", "waive"])
        .default("waive"),
    )
    .option("--min-tests <n>", `leave out a ${fewer}`, String(minTests))
    .option("--replace", "put it in the place of a dataset of this name")
    .option("--verbose", "name everything that was left out");

type Source = Parameters<typeof importDataset>[1];

/**
 * Makes a dataset of what a reader gives, with progress, and says what came of it. The name is settled before anything is read.
 * @throws UserError (exit code 2) for a name that is taken, InputError where gates are strict and something violates them
 */
export async function runImport(
  script: string,
  id: string,
  options: ImportOptions,
  read: () => { from: Source; head: Pick<DatasetHead, "licence" | "source">; dropFailingTests: boolean },
): Promise<void> {
  const minTests = wholeNumber(options.minTests, "--min-tests");
  const importCommand = typedCommand(script);
  requireFreeName(id, importCommand, options.replace === true);
  const { from, head, dropFailingTests } = read();
  if (options.gates === "strict" && from.violations.length > 0) throw new InputError(from.violations);
  const bar = progressBar("executing mutants");
  const imported = await importDataset({ id, label: options.label ?? id, importCommand, ...head }, from, {
    gates: options.gates,
    minTests,
    dropFailingTests,
    onProgress: (_, done, total) => bar.update(done, total),
  }).finally(bar.stop);
  printImport(imported, options.verbose === true);
}
