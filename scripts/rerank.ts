import { existsSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "commander";
import { loadEvaluation } from "../loaders/analyses/evaluation.ts";
import type { Evaluation } from "../loaders/analyses/evaluation-types.ts";
import { CostMeter, costSentence } from "../loaders/api/cost.ts";
import { UserError } from "../loaders/errors.ts";
import { ExecutionPool } from "../loaders/execution/pool.ts";
import { CACHE, fromRoot, repositoryPath } from "../loaders/paths.ts";
import { progressBar } from "../loaders/progress.ts";
import { bm25Order, writeBm25Order } from "../loaders/rerank/bm25-order.ts";
import { firstStages, STAGE_DEPTH, topOf } from "../loaders/rerank/candidates.ts";
import { executeTop } from "../loaders/rerank/execute-top.ts";
import { executedFile, readExecuted, writeExecuted } from "../loaders/rerank/executed-file.ts";
import { openReranker } from "../loaders/rerank/open-reranker.ts";
import { isListwise, recipeOf, type RerankerEntry, rerankerById } from "../loaders/rerank/registry.ts";
import type { Reranker } from "../loaders/rerank/reranker.ts";
import { openTasks, type RerankTask, runReranker, sampled } from "../loaders/rerank/run-reranker.ts";
import { ScoreCheckpoint } from "../loaders/rerank/score-checkpoint.ts";
import { readScores, scorePath, type ScoreRow, writeScores } from "../loaders/rerank/score-file.ts";
import { present } from "../loaders/tasks/corpus.ts";
import { DATASETS } from "../loaders/tasks/datasets.ts";
import { requireKnown, requireText } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";
import { say } from "./encoding.ts";
import { wholeFrom } from "./number-option.ts";

interface Options {
  reranker?: string;
  dataset: string[];
  firstStage: string;
  k: number;
  limit?: number;
  maxCost?: number;
  dryRun?: boolean;
}

/** Executes the top ten of every first stage, and freezes the outcomes. */
async function execute(evaluation: Evaluation): Promise<void> {
  const id = evaluation.corpus.dataset.id;
  const bar = progressBar(`executing top tens of ${id}`);
  // Renamed functions are of no use to any other stage: a cache of their own keeps that of `npm start` small.
  const pool = await ExecutionPool.open({ cacheDir: fromRoot(CACHE, "rerank", "execution") });
  try {
    const found = await executeTop(evaluation, pool, await readExecuted(id), bar.update);
    bar.stop();
    writeExecuted(id, found.rows);
    console.log(
      `${repositoryPath(executedFile(id))}: ${found.rows.length} pairs, ${found.executed} of them new, ` +
        `${found.timeouts} with a timeout, ${found.faults} whose process died, ${found.foreignPasses.length} functions of other tasks that pass when renamed`,
    );
    if (found.differences.length > 0) {
      throw new UserError(
        `The shown tests by themselves and within the whole suite disagree for ${found.differences.slice(0, 5).join("; ")}.`,
        "Such a test depends on others or on chance: mend it, then run the same command again.",
      );
    }
  } finally {
    bar.stop();
    await pool.close();
  }
}

/** Freezes BM25's complete order where the text is not committed; elsewhere fusion is computed with the figures. */
async function fuse(evaluation: Evaluation): Promise<void> {
  const { dataset } = evaluation.corpus;
  if (dataset.importCommand === "") {
    console.log(`${dataset.id}: nothing to freeze, for its text is committed`);
    return;
  }
  const orders = await bm25Order(evaluation);
  if (!orders) throw new UserError("data/models.yaml registers no BM25.", "Add it, or leave fusion out.");
  console.log(`${repositoryPath(writeBm25Order(evaluation, orders))}: ${orders.length} complete rankings`);
}

/** A dataset's queries with the first k of a first stage. @throws UserError (exit code 2) for an unknown one */
function tasksOf(evaluation: Evaluation, { firstStage, k, limit }: Options): RerankTask[] {
  const stages = firstStages(evaluation);
  requireKnown(
    "first stage",
    [firstStage],
    stages.map(({ system }) => system.id),
  );
  const stage = stages.find(({ system }) => system.id === firstStage)!;
  const { tasks, snippets } = evaluation.corpus;
  const all = tasks.map(({ id, query }, index) => ({
    query: id,
    text: present(query),
    items: topOf(stage, index, k).map((item) => ({
      id: snippets[item]!.id,
      code: present(snippets[item]!.code),
    })),
  }));
  return sampled(all, limit);
}

/** Rows of earlier runs of this recipe; none where the file is absent or of another one. */
async function knownRows(path: string, recipe: string, k: number): Promise<ScoreRow[]> {
  if (!existsSync(path)) return [];
  const file = await readScores(path);
  return file.recipe === recipe && (file.k === 0 || file.k === k) ? file.rows : [];
}

async function scoreWith(
  entry: RerankerEntry,
  reranker: Reranker,
  evaluation: Evaluation,
  options: Options,
): Promise<void> {
  const dataset = evaluation.corpus.dataset.id;
  const listwise = isListwise(entry);
  const [firstStage, k] = listwise ? [options.firstStage, options.k] : ["", 0];
  const recipe = recipeOf(entry);
  const tasks = tasksOf(evaluation, options);
  const known = await knownRows(scorePath(dataset, entry.id, firstStage), recipe, k);
  const name = [dataset, entry.id, firstStage, k, recipe.slice(0, 12)].filter(Boolean).join("-");
  const checkpoint = new ScoreCheckpoint(fromRoot(CACHE, "rerank", `${name}.ndjson`));
  const price = entry.kind === "cross-encoder" ? undefined : entry.price;
  const meter = new CostMeter(price, options.maxCost);
  const bar = progressBar(`${entry.id} on ${dataset}`);
  try {
    const open = openTasks(tasks, [...known, ...checkpoint.rows], listwise);
    const tokens = open.map(({ text, items }) =>
      reranker.estimate(
        text,
        items.map(({ code }) => code),
      ),
    );
    const total = {
      input: tokens.reduce((sum, { input }) => sum + input, 0),
      output: tokens.reduce((sum, { output }) => sum + (output ?? 0), 0),
    };
    say(`${open.length} of ${tasks.length} queries are to be scored: ${costSentence(price, total)}.`);
    if (options.dryRun) return;
    const concurrency = entry.kind === "cross-encoder" ? 1 : entry.concurrency;
    const report = await runReranker(reranker, tasks, known, {
      listwise,
      concurrency,
      meter,
      checkpoint,
      onProgress: bar.update,
    });
    bar.stop();
    const path = writeScores({ dataset, reranker: entry.id, recipe, firstStage, k, rows: report.rows });
    checkpoint.remove();
    const spent = meter.spent === undefined ? "" : `, ${meter.spent.toFixed(4)} USD`;
    console.log(
      `${repositoryPath(path)}: ${report.rows.length} scores, ${report.asked} queries asked, ${report.repaired} answers repaired${spent}`,
    );
  } finally {
    bar.stop();
  }
}

async function rerank(options: Options): Promise<void> {
  const { reranker: id } = options;
  if (id === undefined) {
    throw new UserError(
      "No reranker was chosen.",
      "Give --reranker ID: execution, fusion, or an id of data/rerankers.yaml.",
      2,
    );
  }
  const builtIn = id === "execution" ? execute : id === "fusion" ? fuse : undefined;
  if (builtIn) return forEachDataset(options.dataset, builtIn);
  const entry = rerankerById(id);
  const reranker = openReranker(entry, { say });
  try {
    if (!options.dryRun) await reranker.prepare();
    await forEachDataset(options.dataset, (evaluation) => scoreWith(entry, reranker, evaluation, options));
  } finally {
    await reranker.close();
  }
}

/** One dataset after the other. @throws UserError for one whose text is not here */
async function forEachDataset(
  ids: readonly string[],
  work: (evaluation: Evaluation) => Promise<void>,
): Promise<void> {
  for (const id of ids) {
    const evaluation = await loadEvaluation(id);
    requireText(evaluation.corpus.dataset, evaluation.corpus.hasText);
    await work(evaluation);
  }
}

function dollars(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError("It must be a number of US dollars above 0.");
}

process.once("SIGINT", () => {
  say("\nInterrupted. What was scored or executed is kept: the same command goes on from here.");
  process.exit(130);
});

const datasets = DATASETS.map(({ id }) => id);

const program = new Command("rerank")
  .description(
    "Runs a second stage over the first k results of a first stage and freezes its scores.\n" +
      "execution: executes the top ten of every first stage; fusion: freezes what fusion with BM25 needs;\n" +
      "any other id: a reranker of data/rerankers.yaml.",
  )
  .option("--reranker <id>", "execution, fusion, or an id of data/rerankers.yaml")
  .addOption(new Option("--dataset <id...>", datasets.join(" or ")).choices(datasets).default(["near-miss"]))
  .option("--first-stage <system>", "system whose results are scored", "bge-small-en-v1.5")
  .option("--k <number>", "how many of its results", wholeFrom(2, STAGE_DEPTH), STAGE_DEPTH)
  .option("--limit <queries>", "only so many queries, a random sample", wholeFrom(1, 1_000_000))
  .option("--max-cost <usd>", "stop before the list price exceeds this", dollars)
  .option("--dry-run", "only say what would be asked and what it would cost")
  .action(rerank);

await runCommandLine(program);
