import { Command } from "commander";
import type { ExecutionPool } from "../loaders/execution/pool.ts";
import { progressBar } from "../loaders/progress.ts";
import { freezeExplanations } from "../loaders/tasks/explanations.ts";
import { freezeCorpus } from "../loaders/tasks/freeze-corpus.ts";
import { DATASETS, hasText } from "../loaders/tasks/datasets.ts";
import { loadCorpus } from "../loaders/tasks/load-corpus.ts";
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
    const { path, snippets } = await freezeCorpus(corpus, await openPool());
    if (dataset.importCommand === "") await freezeExplanations(corpus);
    console.log(`${repositoryPath(path)}: ${corpus.tasks.length} tasks, ${snippets} snippets with outcomes`);
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
