import { join, resolve } from "node:path";
import { Command } from "commander";
import { UserError } from "../loaders/errors.ts";
import { exportDataset, FORMATS } from "../loaders/export/export-files.ts";
import { writeFileWhole } from "../loaders/store/write-file.ts";
import { DATASETS } from "../loaders/tasks/datasets.ts";
import { requireDatasets } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";

interface Options {
  format: string;
  dataset: string;
  out: string;
}

const ids = DATASETS.map(({ id }) => id);

const program = new Command("export")
  .description(
    "Writes a dataset as JSONL in our format, in BEIR's layout, or as training triplets (Parquet), for other tools.",
  )
  .option("--format <format>", FORMATS.join(", "), FORMATS[0])
  .option("--dataset <dataset>", ids.join(" or "), ids[0])
  .option("--out <folder>", "where to write", "export")
  .action(async ({ format, dataset, out }: Options) => {
    const known = FORMATS.find((candidate) => candidate === format);
    if (!known)
      throw new UserError(`No format is called "${format}".`, `Choose one of ${FORMATS.join(", ")}.`, 2);
    requireDatasets([dataset]);
    const folder = resolve(out);
    const files = await exportDataset(dataset, known);
    for (const [path, content] of Object.entries(files)) writeFileWhole(join(folder, path), content);
    console.log(`${Object.keys(files).join(", ")} are in ${folder}`);
  });

await runCommandLine(program);
