import { cpus } from "node:os";
import { Command } from "commander";
import { benchBootstrap } from "../loaders/analyses/bench.ts";
import { benchEmbedding } from "../loaders/embedding/bench.ts";
import { isOnnx, systemById } from "../loaders/embedding/models.ts";
import { benchExecution, type ExecutionBenchRow } from "../loaders/execution/bench.ts";
import { ExecutionPool } from "../loaders/execution/pool.ts";
import { CACHE, fromRoot } from "../loaders/paths.ts";
import { benchBm25, benchDenseRanking } from "../loaders/retrieval/bench.ts";
import type { BenchRow, BenchSkip } from "../loaders/retrieval/bench-python.ts";
import { loadCorpus } from "../loaders/tasks/load-corpus.ts";
import { runCommandLine } from "./command-line.ts";

const STAGES = ["execution", "embedding", "ranking", "bm25", "bootstrap"] as const;

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

function printExecution(row: ExecutionBenchRow): void {
  const goal = row.goal === null ? "" : ` (goal ${row.goal})`;
  const rates = `${row.ours.toFixed(0)} against ${row.theirs.toFixed(0)} ${row.unit}`;
  console.log(
    `| ${row.measure} | ${row.baseline} | ${rates} | **${row.ratio.toFixed(1)}x**${goal} | ${row.note} |`,
  );
}

function print(row: BenchRow | BenchSkip): void {
  if ("skipped" in row) {
    console.log(`| ${row.name} | not run | ${row.skipped} | | |`);
    return;
  }
  const times = `${ms(row.oursMs)} against ${ms(row.referenceMs)}`;
  console.log(
    `| ${row.name}: ${row.work} | ${row.reference} | ${times} | **${row.ratio.toFixed(1)}x** | ${row.agreement} |`,
  );
}

async function execution(): Promise<void> {
  const pool = await ExecutionPool.open({ cacheDir: null });
  try {
    const rows = await benchExecution(pool, {
      cacheDir: fromRoot(CACHE, "bench"),
      onProgress: (message) => process.stderr.write(`${message}\n`),
    });
    rows.forEach(printExecution);
  } finally {
    await pool.close();
  }
}

async function bench(stage: (typeof STAGES)[number]): Promise<void> {
  if (stage === "execution") return execution();
  if (stage === "ranking") return print(await benchDenseRanking());
  if (stage === "bootstrap") return print(await benchBootstrap());
  const { tasks, snippets } = await loadCorpus("near-miss");
  const code = snippets.map((snippet) => snippet.code!);
  if (stage === "bm25")
    return print(
      await benchBm25(
        tasks.map(({ query }) => query!),
        code,
      ),
    );
  const system = systemById("all-minilm-l6-v2");
  if (isOnnx(system)) print(await benchEmbedding(system, code.slice(0, 200)));
}

const program = new Command("bench")
  .description("Each stage against what one would otherwise use, as ratios measured in this run.")
  .option("--only <stage>", `one of ${STAGES.join(", ")}`)
  .action(async ({ only }: { only?: string }) => {
    const [cpu] = cpus();
    console.log(
      `Measured on ${cpus().length} cores (${cpu?.model.trim() ?? "unknown"}), Node ${process.version}.\n`,
    );
    console.log("| stage | against | ours against theirs | ratio | note |\n|---|---|---|---|---|");
    for (const stage of STAGES) {
      if (only !== undefined && stage !== only) continue;
      process.stderr.write(`measuring ${stage} ...\n`);
      await bench(stage);
    }
  });

await runCommandLine(program);
