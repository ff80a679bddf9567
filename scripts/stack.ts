import { Command } from "commander";
import type { ExecutionPool } from "../loaders/execution/pool.ts";
import { repositoryPath } from "../loaders/paths.ts";
import { progressBar } from "../loaders/progress.ts";
import { DATASETS, hasText } from "../loaders/tasks/datasets.ts";
import { executeVariants } from "../loaders/tasks/execute-stacked.ts";
import { loadCorpus } from "../loaders/tasks/load-corpus.ts";
import {
  readStackedFile,
  stackedFile,
  type StackedRow,
  writeStackedFile,
} from "../loaders/tasks/stacked-file.ts";
import { countsOf, STACK_SOURCES } from "../loaders/tasks/stacked-variants.ts";
import { chosenDataset, requireText } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";
import { type ExecutorOptions, openExecutor, withExecutor } from "./executor-options.ts";

/** What became of the variants, a line a source and count. */
function report(rows: readonly StackedRow[]): void {
  for (const source of STACK_SOURCES) {
    for (const count of countsOf(source).slice(1)) {
      const own = rows.filter((row) => row.source === source && row.count === count);
      const of = (outcome: StackedRow["outcome"]): number =>
        own.filter((row) => row.outcome === outcome).length;
      console.log(
        `  ${source}, ${count} mutations: ${own.length} composed of ${new Set(own.map(({ task }) => task)).size} tasks; ` +
          `${of("passes")} pass and are discarded, ${of("times_out")} time out, ${of("crashes")} crash on every input, ${of("raises")} only raise`,
      );
    }
  }
}

async function stack(id: string, executor: ExecutorOptions): Promise<void> {
  const dataset = chosenDataset(id);
  requireText(dataset, hasText(dataset));
  const bar = progressBar("executing");
  let pool: ExecutionPool | undefined;
  const openPool = async () => (pool ??= await openExecutor(executor));
  try {
    const corpus = await loadCorpus(id, { openPool, onProgress: bar.update });
    const frozen = await readStackedFile(id);
    const rows = await executeVariants(corpus, frozen, { openPool, onProgress: bar.update });
    bar.stop();
    writeStackedFile(id, rows);
    console.log(
      `${repositoryPath(stackedFile(id))}: ${rows.length} variants of ${corpus.tasks.length} tasks`,
    );
    report(rows);
    console.log(`Next: npm run embed -- --stacked --dataset ${id} --all`);
  } finally {
    await pool?.close();
  }
}

const program = withExecutor(new Command("stack"))
  .description(
    "Composes snippets with several mutations on disjoint lines, executes each, and freezes what they are made of and\n" +
      "what became of them. Resumable: what was executed is not executed again. Then embed them:\n" +
      "npm run embed -- --stacked --dataset DATASET --all",
  )
  .argument("<dataset>", DATASETS.map(({ id }) => id).join(" or "))
  .action(stack);

await runCommandLine(program);
