import { Command, Option } from "commander";
import { ablationPath, poolDigest, readAblation } from "../loaders/ablations/ablation-file.ts";
import { runAblation, type AblationOutcome } from "../loaders/ablations/run-ablation.ts";
import { ABLATIONS, type Ablation } from "../loaders/ablations/variants.ts";
import { verifyRenamed } from "../loaders/ablations/verify-renamed.ts";
import { isOnnx, recipeDigest, systemById, type OnnxSystem } from "../loaders/embedding/models.ts";
import { runSystems } from "../loaders/embedding/registered.ts";
import { UserError } from "../loaders/errors.ts";
import { ExecutionPool } from "../loaders/execution/pool.ts";
import { repositoryPath } from "../loaders/paths.ts";
import { progressBar } from "../loaders/progress.ts";
import type { Corpus } from "../loaders/tasks/corpus.ts";
import { DATASETS } from "../loaders/tasks/datasets.ts";
import { loadCorpus } from "../loaders/tasks/load-corpus.ts";
import { requireText } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";
import { sayOnInterrupt, withEncoder } from "./encoding.ts";

interface Options {
  ablation: Ablation[];
  dataset: string[];
  model: string[];
  weights?: string;
  check?: boolean;
}

const DEFAULT_MODELS = ["all-minilm-l6-v2", "bge-small-en-v1.5", "e5-small-v2"];

function chosenSystem(id: string): OnnxSystem {
  const system = systemById(id);
  if (isOnnx(system)) return system;
  throw new UserError(
    `${id} encodes no text on this machine, so there is nothing to vary.`,
    "Choose a dense system that runs here.",
    2,
  );
}

/** Prints whether the frozen file is there and holds for the present pool and recipe. */
async function check(ablation: Ablation, corpus: Corpus, system: OnnxSystem): Promise<boolean> {
  const path = ablationPath(corpus.dataset.id, ablation, system.id);
  const file = await readAblation(path);
  const state =
    file === undefined
      ? "is missing"
      : file.recipe !== recipeDigest(system)
        ? "was made with another recipe"
        : file.pool !== poolDigest(corpus)
          ? "ranks another pool"
          : "is up to date";
  console.log(`${repositoryPath(path)} ${state}`);
  return state === "is up to date";
}

function report({ path, rows, embedded, variants }: AblationOutcome): void {
  console.log(`${repositoryPath(path)}: ${rows} rows, ${embedded} texts embedded`);
  for (const { id, changed, twins } of variants) {
    console.log(`  ${id}: ${changed} snippets' texts changed, ${twins} share theirs with another snippet`);
  }
}

async function ablateSystem(
  ablations: readonly Ablation[],
  corpus: Corpus,
  system: OnnxSystem,
  weights: string | undefined,
): Promise<void> {
  const dense = runSystems().filter(isOnnx);
  await withEncoder(system, { weights }, async (encodeAs) => {
    const encode = encodeAs(`${system.id} on ${corpus.dataset.id}`);
    for (const ablation of ablations) report(await runAblation(ablation, corpus, system, dense, encode));
  });
}

/** Renamed canonicals must pass their suites. @throws UserError that names those that do not */
async function verify(corpus: Corpus): Promise<void> {
  const bar = progressBar("executing renamed canonicals");
  const pool = await ExecutionPool.open();
  try {
    const { executed, failing } = await verifyRenamed(corpus, pool, bar.update);
    bar.stop();
    if (failing.length > 0) {
      throw new UserError(
        `Renamed, the canonicals of ${failing.join(", ")} no longer pass their suites.`,
        "These tasks show a form that loaders/ablations/rename.ts must learn to keep.",
      );
    }
    console.log(`${executed} renamed canonicals pass their suites`);
  } finally {
    bar.stop();
    await pool.close();
  }
}

async function ablate({ ablation, dataset, model, weights, check: onlyCheck }: Options): Promise<void> {
  const systems = model.map(chosenSystem);
  for (const id of dataset) {
    const corpus = await loadCorpus(id);
    if (onlyCheck) {
      for (const system of systems) {
        for (const name of ablation) if (!(await check(name, corpus, system))) process.exitCode = 1;
      }
      continue;
    }
    requireText(corpus.dataset, corpus.hasText);
    if (ablation.includes("passage-text")) await verify(corpus);
    for (const system of systems) await ablateSystem(ablation, corpus, system, weights);
  }
}

sayOnInterrupt();

const datasets = DATASETS.map(({ id }) => id);

const program = new Command("ablate")
  .description(
    "Embeds other texts in place of the registered ones, ranks the whole pool again, and freezes ranks and similarities\n" +
      "(no vectors). passage-text: the code without comments, with neutral names, without the function's name;\n" +
      "prefix: without the model's prefixes, or with another model's.",
  )
  .addOption(
    new Option("--ablation <id...>", ABLATIONS.join(" or ")).choices(ABLATIONS).default([...ABLATIONS]),
  )
  .addOption(new Option("--dataset <id...>", datasets.join(" or ")).choices(datasets).default(["near-miss"]))
  .option("--model <id...>", "dense systems of data/models.yaml", DEFAULT_MODELS)
  .option("--weights <dir>", "folder that holds model.onnx and tokenizer.json")
  .option("--check", "only say which files are missing or out of date; exit code 1 when some are")
  .action(ablate);

await runCommandLine(program);
