import { readFileSync } from "node:fs";
import { Command } from "commander";
import { headlines, withHeadlines } from "../loaders/export/headlines.ts";
import { fromRoot } from "../loaders/paths.ts";
import { progressBar } from "../loaders/progress.ts";
import { writeFileWhole } from "../loaders/store/write-file.ts";
import { runCommandLine } from "./command-line.ts";

const FILE = "README.md";

const program = new Command("findings")
  .description(`Writes the findings of the workbook's own data into ${FILE}, as the pages state them.`)
  .option("--check", `write nothing; exit code 1 when ${FILE} says something else than the rows`)
  .action(async ({ check }: { check?: boolean }) => {
    const before = readFileSync(fromRoot(FILE), "utf8");
    const bar = progressBar("figures");
    const found = await headlines(bar.update).finally(bar.stop);
    const after = withHeadlines(before, found);
    if (after === before) return console.log(`${FILE} says what the rows say: ${found.length} findings`);
    if (check) {
      console.error(`${FILE} does not say what the rows say. Run \`npm run findings\` and commit it.`);
      process.exitCode = 1;
      return;
    }
    writeFileWhole(fromRoot(FILE), after);
    console.log(`${FILE}: ${found.length} findings written`);
  });

await runCommandLine(program);
