import { spawnSync } from "node:child_process";
import { Command } from "commander";
import { ExecutionPool } from "../loaders/execution/pool.ts";
import { progressBar } from "../loaders/progress.ts";
import { DATASETS, hasText } from "../loaders/tasks/datasets.ts";
import { loadCorpus } from "../loaders/tasks/load-corpus.ts";
import { verifyOutcomes } from "../loaders/tasks/verify-outcomes.ts";
import { runCommandLine } from "./command-line.ts";

/** The oldest and the newest Python that the workbook promises, and one between. */
const VERSIONS = ["3.9", "3.11", "3.13"] as const;

const isInstalled = (command: string): boolean => spawnSync(command, ["--version"]).status === 0;

/** Executes every candidate under one Python; throws when an outcome differs from the frozen one. */
async function check(version: string): Promise<string> {
  const python = `python${version}`;
  if (!isInstalled(python)) return `Python ${version}: not run, there is no ${python} on this machine`;
  const pool = await ExecutionPool.open({ python, cacheDir: null });
  try {
    let suites = 0;
    for (const dataset of DATASETS.filter(hasText)) {
      const bar = progressBar(`${dataset.id} under ${version}`);
      const corpus = await loadCorpus(dataset.id, { openPool: () => Promise.resolve(pool) });
      suites += (await verifyOutcomes(corpus, pool, bar.update)).suites;
      bar.stop();
    }
    return `Python ${pool.python.version}: ${suites} suites, every outcome as frozen`;
  } finally {
    await pool.close();
  }
}

const program = new Command("test:pythons")
  .description(
    `Executes every candidate under Python ${VERSIONS.join(", ")} and compares with the frozen outcomes.`,
  )
  .action(async () => {
    for (const version of VERSIONS) console.log(await check(version));
  });

await runCommandLine(program);
