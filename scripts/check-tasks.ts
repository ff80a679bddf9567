import { Command } from "commander";
import { formatViolation } from "../loaders/errors.ts";
import { ExecutionPool } from "../loaders/execution/pool.ts";
import { progressBar } from "../loaders/progress.ts";
import { checkGates } from "../loaders/tasks/gates.ts";
import { type Dataset, DATASETS, hasText } from "../loaders/tasks/datasets.ts";
import { loadCorpus } from "../loaders/tasks/load-corpus.ts";
import { readTasks } from "../loaders/tasks/read-tasks.ts";
import { verifyOutcomes } from "../loaders/tasks/verify-outcomes.ts";
import { runCommandLine } from "./command-line.ts";

/** Checks one dataset and prints what was counted. @returns the number of violations */
async function check(dataset: Dataset, openPool: () => Promise<ExecutionPool>): Promise<number> {
  if (!hasText(dataset)) {
    console.log(
      `${dataset.id}: its text is not on this machine; \`${dataset.importCommand}\` brings it. Not checked.`,
    );
    return 0;
  }
  const tasks = readTasks(dataset);
  const bar = progressBar("executing");
  const corpus = await loadCorpus(dataset.id, { openPool, onProgress: bar.update });
  const { violations, waived } = checkGates(tasks, corpus);
  const verified = await verifyOutcomes(corpus, await openPool(), bar.update);
  bar.stop();
  violations.forEach((violation) => console.error(formatViolation(violation)));
  const count = (kind: string) => corpus.rejected.filter((snippet) => snippet.kind === kind).length;
  console.log(
    [
      `${dataset.id}: ${tasks.length} tasks, ${tasks.reduce((sum, { tests }) => sum + tests.length, 0)} tests`,
      `  mutants: ${verified.distractors} selected, ${corpus.pool.length} more valid, ${count("survivor")} survivors, ${count("killed_not_valid")} killed but not valid`,
      `  distractor sanity: ${verified.distractors} executed, 0 pass`,
      `  waived: ${[...waived].map(([name, times]) => `${name} ${times}`).join(", ") || "none"}`,
      `  violations: ${violations.length}`,
    ].join("\n"),
  );
  return violations.length;
}

const program = new Command("check:tasks")
  .description(
    "Runs the five gates, distractor sanity and the cross-canonical sweep over every dataset on this machine.",
  )
  .action(async () => {
    let pool: ExecutionPool | undefined;
    const openPool = async () => (pool ??= await ExecutionPool.open());
    try {
      let violations = 0;
      for (const dataset of DATASETS) violations += await check(dataset, openPool);
      if (violations > 0) process.exitCode = 1;
    } finally {
      await pool?.close();
    }
  });

await runCommandLine(program);
