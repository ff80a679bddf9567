import { Command } from "commander";
import type { ExecutionPool } from "../loaders/execution/pool.ts";
import { progressBar } from "../loaders/progress.ts";
import { corpusFile, writeCorpusFile } from "../loaders/tasks/corpus-file.ts";
import { writeCrossPasses } from "../loaders/tasks/cross-passes.ts";
import { freezeExplanations } from "../loaders/tasks/explanations.ts";
import { findSameNamePasses } from "../loaders/tasks/same-name-passes.ts";
import { DATASETS, hasText } from "../loaders/tasks/datasets.ts";
import { corpusRows, loadCorpus } from "../loaders/tasks/load-corpus.ts";
import { repositoryPath } from "../loaders/paths.ts";
import { chosenDataset, requireText } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";
import { type ExecutorOptions, openExecutor, withExecutor } from "./executor-options.ts";

async function freeze(id: string, executor: ExecutorOptions): Promise<void> {
  const dataset = chosenDataset(id);
  requireText(dataset, hasText(dataset));
  const bar = progressBar("executing new mutants");
  let pool: ExecutionPool | undefined;
  const openPool = async () => (pool ??= await openExecutor(executor));
  try {
    const corpus = await loadCorpus(id, { openPool, onProgress: bar.update });
    bar.stop();
    const rows = corpusRows(corpus);
    writeCorpusFile(id, rows);
    const crossing = await findSameNamePasses(corpus, await openPool());
    writeCrossPasses(id, crossing.passes);
    if (dataset.importCommand === "") await freezeExplanations(corpus);
    console.log(
      `${repositoryPath(corpusFile(id))}: ${corpus.tasks.length} tasks, ${rows.length} snippets with outcomes`,
    );
  } finally {
    await pool?.close();
  }
}

const program = withExecutor(new Command("freeze"))
  .description(
    "Executes what was never executed and freezes the outcomes of every snippet with the repository.",
  )
  .argument("<dataset>", DATASETS.map(({ id }) => id).join(" or "))
  .action(freeze);

await runCommandLine(program);
