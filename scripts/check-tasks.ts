import { Command } from "commander";
import { crossCanonicalSweep, type CrossReport } from "../loaders/execution/cross-canonical.ts";
import { formatViolation, type Violation } from "../loaders/errors.ts";
import type { ExecutionPool } from "../loaders/execution/pool.ts";
import { checkEquivalents } from "../loaders/mutation/equivalents-check.ts";
import { readEquivalents } from "../loaders/mutation/equivalents-file.ts";
import { survivorsOf } from "../loaders/mutation/survivors.ts";
import { progressBar } from "../loaders/progress.ts";
import { checkGates } from "../loaders/tasks/gates.ts";
import { type Dataset, DATASETS, hasText } from "../loaders/tasks/datasets.ts";
import { loadCorpus } from "../loaders/tasks/load-corpus.ts";
import { type PlacedTask, readTasks } from "../loaders/tasks/read-tasks.ts";
import { checkTexts, type TextReport } from "../loaders/tasks/text-checks.ts";
import { verifyOutcomes } from "../loaders/tasks/verify-outcomes.ts";
import { checkVersions } from "../loaders/tasks/versions.ts";
import { runCommandLine } from "./command-line.ts";
import { type ExecutorOptions, openExecutor, withExecutor } from "./executor-options.ts";

/** Tasks whose canonical, renamed, passes another task's suite: they ask for the same function. */
async function crossViolations(
  tasks: PlacedTask[],
  pool: ExecutionPool,
): Promise<{ report: CrossReport; violations: Violation[] }> {
  const bar = progressBar("cross-canonical pairs");
  const report = await crossCanonicalSweep(pool, tasks, {
    onProgress: (stage, done, total) => stage === "batch" && bar.update(done, total),
  });
  bar.stop();
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const violations = report.passes.map(({ canonicalOf, suiteOf, mutual }) => {
    const { file, line } = byId.get(canonicalOf)!;
    const message = `its canonical passes every test of ${suiteOf}${mutual ? ", and the other way round" : ""}.`;
    const remedy = "Change one task, or give the suite a test that tells the two apart.";
    return { file, line, item: canonicalOf, rule: "cross-canonical", message, remedy };
  });
  return { report, violations };
}

/** What the texts show: the closest questions, and tasks whose question and code share many words. */
function textLines({ closest, skipped, violations, overlaps }: TextReport): string[] {
  const close = closest
    ? `${violations.length} near-duplicates, closest ${closest.a} and ${closest.b} (cosine ${closest.cosine.toFixed(3)})`
    : `not compared, ${skipped}`;
  const share = (value: number): string => `${Math.round(100 * value)} %`;
  return [
    `  questions: ${close}`,
    `  shared words: ${overlaps.length} tasks listed`,
    ...overlaps.map(
      ({ task, ofQuery, ofNames, shared }) =>
        `    ${task}: ${share(ofQuery)} of the question's words, ${share(ofNames)} of the names' (${shared.join(", ")})`,
    ),
  ];
}

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
  const pool = await openPool();
  const verified = await verifyOutcomes(corpus, pool, bar.update);
  bar.stop();
  const crossing = await crossViolations(tasks, pool);
  const { audit, pairs } = crossing.report.sweep;
  const texts = await checkTexts(tasks, corpus);
  if (dataset.importCommand === "")
    violations.push(
      ...crossing.violations,
      ...texts.violations,
      ...checkVersions(tasks),
      ...checkEquivalents(survivorsOf(corpus), readEquivalents()),
    );
  violations.forEach((violation) => console.error(formatViolation(violation)));
  for (const { candidate, suite, batch, isolated } of audit.differences) {
    console.error(
      `The canonical of ${tasks[candidate]!.id} on the tests of ${tasks[suite]!.id} gives ${batch} in batch mode and ${isolated} in isolation.`,
    );
  }
  const count = (kind: string) => corpus.rejected.filter((snippet) => snippet.kind === kind).length;
  console.log(
    [
      `${dataset.id}: ${tasks.length} tasks, ${tasks.reduce((sum, { tests }) => sum + tests.length, 0)} tests`,
      `  mutants: ${verified.distractors} selected, ${corpus.pool.length} more valid, ${count("survivor")} survivors, ${count("killed_not_valid")} killed but not valid`,
      `  distractor sanity: ${verified.distractors} executed, 0 pass`,
      `  sealed judge: ${verified.sealed} passes confirmed, ${verified.unsealable.length} suites that cannot be sealed`,
      `  cross-canonical: ${pairs.toLocaleString("en-US")} ordered pairs, ${crossing.violations.length} pass; ` +
        `${audit.sampled} audited in isolation, ${audit.differences.length} differ`,
      ...textLines(texts),
      `  waived: ${[...waived].map(([name, times]) => `${name} ${times}`).join(", ") || "none"}`,
      `  violations: ${violations.length}`,
    ].join("\n"),
  );
  return violations.length + audit.differences.length;
}

const program = withExecutor(new Command("check:tasks"))
  .description(
    "Runs the five gates, distractor sanity and the cross-canonical sweep over every dataset on this machine, compares our own tasks with their newest released version, and wants a reason for every mutant that their suites do not kill.",
  )
  .action(async (executor: ExecutorOptions) => {
    let pool: ExecutionPool | undefined;
    const openPool = async () => (pool ??= await openExecutor(executor));
    try {
      let violations = 0;
      for (const dataset of DATASETS) violations += await check(dataset, openPool);
      if (violations > 0) process.exitCode = 1;
    } finally {
      await pool?.close();
    }
  });

await runCommandLine(program);
