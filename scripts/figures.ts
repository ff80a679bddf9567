import { resolve } from "node:path";
import { join } from "node:path";
import { Command } from "commander";
import { provenanceOf } from "../loaders/figures/archive.ts";
import { refreshFigures } from "../loaders/figures/refresh-all.ts";
import { refreshFigure } from "../loaders/figures/refresh.ts";
import { progressBar } from "../loaders/progress.ts";
import { writeFileWhole } from "../loaders/store/write-file.ts";
import { chosenFigures } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";

/** `near-clones/leaderboard` is written as `near-clones-leaderboard.parquet`. */
const plainName = (id: string): string => `${id.replace("/", "-")}.parquet`;

const program = new Command("figures")
  .description(
    "Writes each figure's rows as Parquet under plain names, with an index.json of columns, units and origin.",
  )
  .requiredOption("--out <folder>", "where to write", "figures")
  .option("--only <figure>", "one figure, as in near-clones/density")
  .action(async ({ out, only }: { out: string; only?: string }) => {
    const chosen = chosenFigures(only === undefined ? undefined : [only]);
    const folder = resolve(out);
    const index: object[] = [];
    const bar = progressBar("figures");
    await refreshFigures(chosen, { onProgress: bar.update }).finally(bar.stop);
    for (const figure of chosen) {
      const fresh = await refreshFigure(figure);
      writeFileWhole(join(folder, plainName(figure.id)), fresh.bytes);
      index.push({ file: plainName(figure.id), ...(await provenanceOf(fresh)) });
    }
    writeFileWhole(join(folder, "index.json"), `${JSON.stringify(index, null, 2)}\n`);
    console.log(`${chosen.length} figures and index.json are in ${folder}`);
  });

await runCommandLine(program);
