import { Command } from "commander";
import { datasetById } from "../loaders/tasks/datasets.ts";
import { readTasks } from "../loaders/tasks/read-tasks.ts";
import { release } from "../loaders/tasks/versions.ts";
import { runCommandLine } from "./command-line.ts";

const program = new Command("release")
  .description(
    "Releases the tasks on disk as a new version: computes their digest and what changed since the last version.",
  )
  .option("--version <number>", "three numbers, higher than the newest version", "")
  .option("--note <sentence>", "what is new, for the reader", "")
  .action(({ version, note }: { version: string; note: string }) => {
    const date = new Date().toISOString().slice(0, 10);
    const entry = release(readTasks(datasetById("near-miss")), { version, note, date });
    console.log(`${entry.version}: ${entry.tasks} tasks, SHA-256 ${entry.sha256}`);
    entry.changes.forEach((line) => console.log(`  ${line}`));
    console.log(
      "Run `npm run manifest`, then commit data/versions.json, data/versions and the tasks together.",
    );
  });

await runCommandLine(program);
