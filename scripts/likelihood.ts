import { Command, InvalidArgumentError, Option } from "commander";
import { freezeScores, frozenState, seedLog, type FrozenState } from "../loaders/likelihood/freeze.ts";
import {
  ensureGemma,
  GEMMA,
  modelFromFile,
  recipeOf,
  type LanguageModel,
} from "../loaders/likelihood/language-model.ts";
import {
  FIRST_STAGES,
  jobsOf,
  SCOPES,
  wantedOwn,
  wantedTop10,
  type FirstStage,
  type Scope,
  type Wanted,
} from "../loaders/likelihood/plan.ts";
import { openScorer, runJobs, type Scorer } from "../loaders/likelihood/run-jobs.ts";
import { loadRuntime } from "../loaders/likelihood/runtime.ts";
import { ScoreLog } from "../loaders/likelihood/score-log.ts";
import { CACHE, fromRoot, repositoryPath } from "../loaders/paths.ts";
import { progressBar } from "../loaders/progress.ts";
import type { Corpus } from "../loaders/tasks/corpus.ts";
import { DATASETS } from "../loaders/tasks/datasets.ts";
import { loadCorpus } from "../loaders/tasks/load-corpus.ts";
import { requireText } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";
import { say, sayOnInterrupt } from "./encoding.ts";

interface Options {
  dataset: string[];
  scope: Scope;
  firstStage: FirstStage[];
  model?: string;
  limit?: number;
  cores: number;
  freeze?: boolean;
  check?: boolean;
}

/** The wanted pairs: own snippets of the first `limit` queries first, then the others of their top tens. */
async function wantedOf(corpus: Corpus, { scope, firstStage, limit }: Options): Promise<Wanted[]> {
  const own = wantedOwn(corpus).slice(0, limit);
  return scope === "own" ? own : [...own, ...(await wantedTop10(corpus, firstStage)).slice(0, limit)];
}

function report({ path, wanted, scored }: FrozenState): void {
  const rest = wanted - scored;
  console.log(
    `${repositoryPath(path)}: ${scored} of ${wanted} pairs of query and snippet are scored` +
      (rest > 0 ? `; ${rest} are missing or of other texts, weights or settings` : ""),
  );
}

/** Opens the model when the first score is missing: without one, neither weights nor runtime are needed. */
function lazyScorer(
  given: string | undefined,
  cores: number,
): { open(): Promise<Scorer>; close(): Promise<void> } {
  let scorer: Scorer | undefined;
  return {
    open: async () =>
      (scorer ??= await openScorer(await loadRuntime(say), given ?? (await ensureGemma(say)), cores)),
    close: async () => scorer?.close(),
  };
}

async function likelihood(options: Options): Promise<void> {
  const { dataset: datasets, model: given, cores } = options;
  const model: LanguageModel = given === undefined ? GEMMA : modelFromFile(given).model;
  const log = new ScoreLog(
    fromRoot(CACHE, "likelihood", `${model.id}-${recipeOf(model).slice(0, 12)}.ndjson`),
  );
  const scorer = lazyScorer(given, cores);
  try {
    for (const id of datasets) {
      const corpus = await loadCorpus(id);
      requireText(corpus.dataset, corpus.hasText);
      const wanted = await wantedOf(corpus, options);
      if (options.check) {
        const state = await frozenState(corpus, model, wanted);
        report(state);
        if (state.scored < state.wanted) process.exitCode = 1;
        continue;
      }
      await seedLog(corpus, model, log);
      const jobs = options.freeze ? [] : jobsOf(corpus, wanted, log);
      if (jobs.length > 0) {
        const { model: loaded, readers } = await scorer.open();
        const bar = progressBar(`${model.id} on ${id}, scores`);
        await runJobs({ model: loaded, readers }, jobs, log, bar.update).finally(() => bar.stop());
      }
      report(await freezeScores(corpus, model, wanted, log));
    }
  } finally {
    await scorer.close();
  }
}

function positive(value: string): number {
  if (/^[1-9]\d*$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It must be a whole number, at least 1.");
}

sayOnInterrupt();

const ids = DATASETS.map(({ id }) => id);

const program = new Command("likelihood")
  .description(
    "Scores how probable a small language model finds each snippet, after its query and alone, and freezes the scores.\n" +
      "Installs llama.cpp for Node and fetches 253 MB of weights when they are first needed. Resumable.",
  )
  .addOption(
    new Option("--dataset <id...>", ids.join(" or ")).choices(ids).default(["humaneval", "near-miss"]),
  )
  .addOption(
    new Option(
      "--scope <scope>",
      "own canonical and distractors, or the rest of the first stages' top ten, too",
    )
      .choices(SCOPES)
      .default("own"),
  )
  .addOption(
    new Option("--first-stage <id...>", "whose top ten --scope top10 scores")
      .choices(FIRST_STAGES)
      .default([...FIRST_STAGES]),
  )
  .option("--model <path>", "a GGUF file with another language model")
  .option("--limit <n>", "only the first n queries, in an order by digest", positive)
  .option("--cores <n>", "models side by side, one thread each", positive, 2)
  .option("--freeze", "score nothing: only freeze what an interrupted or running command has scored")
  .option("--check", "only say how much of it is frozen and up to date; exit code 1 when some is not")
  .action(likelihood);

await runCommandLine(program);
