import { Command } from "commander";
import { registeredOnly } from "../loaders/embedding/registered.ts";
import { FIGURES } from "../loaders/figures/index.ts";
import { freshness } from "../loaders/figures/freshness.ts";
import { requireSoundDatasets } from "../loaders/tasks/datasets.ts";
import { runCommandLine } from "./command-line.ts";

const program = new Command("status")
  .description("Says of each figure whether it is fresh, stale or missing, and which input changed.")
  .option("--check", "leave with 1 when any figure is not fresh")
  .action(({ check }: { check?: boolean }) => {
    const width = Math.max(...FIGURES.map(({ id }) => id.length));
    const counts = { fresh: 0, stale: 0, missing: 0 };
    for (const figure of FIGURES) {
      const { state, reason } = freshness(figure);
      counts[state]++;
      console.log(`${state.padEnd(7)}  ${figure.id.padEnd(width)}  ${reason}`.trimEnd());
    }
    console.log(`${counts.fresh} fresh, ${counts.stale} stale, ${counts.missing} missing`);
    if (counts.stale + counts.missing > 0)
      console.log("`npm start` computes what is not fresh, and nothing else.");
    const waiting = registeredOnly().map(({ id }) => id);
    if (waiting.length > 0) {
      console.log(
        `Registered, not run (\`npm run model:add -- --system ID\` runs one): ${waiting.join(", ")}`,
      );
    }
    requireSoundDatasets();
    if (check && counts.stale + counts.missing > 0) process.exitCode = 1;
  });

await runCommandLine(program);
