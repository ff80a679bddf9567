import { existsSync } from "node:fs";
import { Command } from "commander";
import { UserError } from "../loaders/errors.ts";
import { repositoryPath } from "../loaders/paths.ts";
import { progressBar } from "../loaders/progress.ts";
import { ownSnippets } from "../loaders/analyses/evaluation.ts";
import { embedCorpus, freezeBm25, type EmbedOutcome } from "../loaders/embedding/embed-corpus.ts";
import { embedSimilarities, freezeBm25Similarities } from "../loaders/embedding/embed-similarities.ts";
import { countFp16Flips } from "../loaders/embedding/fp16-flips.ts";
import {
  isDense,
  readModels,
  systemById,
  type DenseSystem,
  type System,
} from "../loaders/embedding/models.ts";
import { outsideSimilarities, type OutsideSnippet } from "../loaders/embedding/outside-similarities.ts";
import { pairKey, similaritiesPath, type SimilarityGroup } from "../loaders/embedding/similarities.ts";
import { missingItems, readVectors, vectorsPath } from "../loaders/embedding/vectors.ts";
import type { Corpus } from "../loaders/tasks/corpus.ts";
import { DATASETS } from "../loaders/tasks/datasets.ts";
import { ExecutionPool } from "../loaders/execution/pool.ts";
import { variantsToEmbed } from "../loaders/tasks/execute-stacked.ts";
import { drawnOutside } from "../loaders/tasks/draw-mutants.ts";
import { loadCorpus } from "../loaders/tasks/load-corpus.ts";
import { readStackedFile } from "../loaders/tasks/stacked-file.ts";
import { requireDatasets, requireText } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";
import { say, sayOnInterrupt, withEncoder } from "./encoding.ts";

interface Options {
  model?: string[];
  dataset?: string[];
  all?: boolean;
  pool?: boolean;
  stacked?: boolean;
  check?: boolean;
  weights?: string;
}

interface Group {
  /** Folder of the similarities, and the option that asks for them. */
  name: SimilarityGroup & keyof Options;
  itemsOf(corpus: Corpus): readonly OutsideSnippet[] | Promise<readonly OutsideSnippet[]>;
  /** Whether BM25 is compared on them, too. */
  lexical: boolean;
}

/** What stands outside the search pool: only similarities to the own query are frozen. */
const GROUPS: readonly Group[] = [
  { name: "pool", itemsOf: drawnOutside, lexical: true },
  {
    name: "stacked",
    itemsOf: async (corpus) => variantsToEmbed(corpus, await readStackedFile(corpus.dataset.id)),
    lexical: false,
  },
];

const groupsOf = (system: System): Group[] => GROUPS.filter(({ lexical }) => lexical || isDense(system));

function chosenSystems({ model, all }: Options): System[] {
  const systems = readModels();
  if (model) return model.map((id) => systemById(id, systems));
  if (all) return systems;
  throw new UserError("No model was given.", "Give --model ID (several are possible) or --all.", 2);
}

function chosenDatasets({ dataset, all }: Options): string[] {
  const known = DATASETS.map(({ id }) => id);
  requireDatasets(dataset ?? []);
  if (dataset) return dataset;
  if (all) return known;
  throw new UserError("No dataset was given.", `Give --dataset ID (${known.join(" or ")}) or --all.`, 2);
}

/** Prints what lacks a vector; true when nothing does. */
async function checkVectors(corpus: Corpus, system: DenseSystem): Promise<boolean> {
  const file = await readVectors(vectorsPath(corpus.dataset.id, system.id));
  const queries = missingItems(file, "query", corpus.tasks.map(({ id }) => id)); // prettier-ignore
  const snippets = missingItems(file, "passage", corpus.snippets.map(({ id }) => id)); // prettier-ignore
  for (const item of queries) console.log(`query ${item} lacks a vector of ${system.id}`);
  for (const item of snippets) console.log(`snippet ${item} lacks a vector of ${system.id}`);
  if (queries.length + snippets.length === 0) console.log(`${system.id} covers all of ${corpus.dataset.id}`);
  return queries.length + snippets.length === 0;
}

/** The same of snippets outside the search pool: of groups that are asked for, and of those that have a file already. */
async function checkSimilarities(corpus: Corpus, system: System, options: Options): Promise<boolean> {
  const dataset = corpus.dataset.id;
  let complete = true;
  for (const { name, itemsOf } of groupsOf(system)) {
    const asked = options[name] ?? existsSync(similaritiesPath(name, dataset, system.id));
    if (!asked || (!corpus.hasText && name === "stacked")) continue; // variants are composed from text
    const items = await itemsOf(corpus);
    const known = await outsideSimilarities(name, corpus, system, items);
    const missing = items.filter(({ taskId, id }) => !known.has(pairKey(taskId, id)));
    for (const { id } of missing) console.log(`${name} snippet ${id} lacks a similarity of ${system.id}`);
    if (missing.length === 0) console.log(`${system.id} covers the ${name} snippets of ${dataset}`);
    complete &&= missing.length === 0;
  }
  return complete;
}

function report({ path, rows, added }: EmbedOutcome): void {
  console.log(
    `${repositoryPath(path)}: ${rows} rows, ${added === 0 ? "nothing was missing" : `${added} new`}`,
  );
}

async function embedDense(corpus: Corpus, system: DenseSystem, options: Options): Promise<void> {
  await withEncoder(system, { weights: options.weights }, async (encodeAs) => {
    const encode = encodeAs(`${system.id} on ${corpus.dataset.id}`);
    report(await embedCorpus(corpus, system, encode));
    const { orders, flips, largestChange } = countFp16Flips(
      await readVectors(vectorsPath(corpus.dataset.id, system.id)),
      ownGroups(corpus),
      system.similarity,
    );
    console.log(`  half floats flip ${flips} of ${orders} canonical-distractor orders, similarities move by ${largestChange.toExponential(1)} at most`); // prettier-ignore
    for (const { name, itemsOf } of groupsOf(system)) {
      if (options[name]) report(await embedSimilarities(name, corpus, system, await itemsOf(corpus), encode));
    }
  });
}

function ownGroups(corpus: Corpus): { query: string; canonical: string; distractors: string[] }[] {
  return ownSnippets(corpus).map(([canonical, ...distractors], index) => ({
    query: corpus.tasks[index]!.id,
    canonical: corpus.snippets[canonical!]!.id,
    distractors: distractors.map((snippet) => corpus.snippets[snippet]!.id),
  }));
}

/** A dataset whose mutants are all executed: what is selected, and so what is embedded, depends on it. */
async function loadExecuted(id: string): Promise<Corpus> {
  const bar = progressBar("executing new mutants");
  let pool: ExecutionPool | undefined;
  try {
    return await loadCorpus(id, {
      openPool: async () => (pool ??= await ExecutionPool.open()),
      onProgress: bar.update,
    });
  } finally {
    bar.stop();
    await pool?.close();
  }
}

async function embed(options: Options): Promise<void> {
  const [systems, datasets] = [chosenSystems(options), chosenDatasets(options)];
  let complete = true;
  for (const id of datasets) {
    const corpus = await loadExecuted(id);
    for (const system of systems) {
      if (options.check) {
        if (isDense(system)) complete = (await checkVectors(corpus, system)) && complete;
        complete = (await checkSimilarities(corpus, system, options)) && complete;
        continue;
      }
      requireText(corpus.dataset, corpus.hasText);
      if (isDense(system)) {
        await embedDense(corpus, system, options);
      } else if (system.provider === "bm25" && corpus.dataset.importCommand !== "") {
        report(freezeBm25(corpus, system, ownSnippets(corpus)));
        for (const { name, itemsOf } of groupsOf(system)) {
          if (options[name]) report(freezeBm25Similarities(name, corpus, system, await itemsOf(corpus)));
        }
      } else {
        say(`${system.id} needs nothing frozen for ${id}: it is computed from what is committed`);
      }
    }
  }
  if (!complete) process.exitCode = 1;
}

sayOnInterrupt();

const program = new Command("embed")
  .description(
    "Embeds the texts of a dataset that a system has no vectors of yet, and freezes them with the repository.\n" +
      "For BM25, freezes the ranking of a dataset whose text is not committed.",
  )
  .option("--model <id...>", "systems of data/models.yaml")
  .option("--dataset <id...>", DATASETS.map(({ id }) => id).join(" or "))
  .option("--all", "every system and every dataset that is not narrowed by the other options")
  .option("--pool", "also up to 16 drawn valid mutants a query: only their similarities are frozen")
  .option(
    "--stacked",
    "also the variants of `npm run stack`: only their similarities are frozen, of dense systems",
  )
  .option("--check", "only say what lacks a vector or a frozen similarity; exit code 1 when something does")
  .option("--weights <dir>", "folder that holds model.onnx and tokenizer.json")
  .action(embed);

await runCommandLine(program);
