import { existsSync } from "node:fs";
import { Command } from "commander";
import { UserError } from "../loaders/errors.ts";
import { ownSnippets } from "../loaders/analyses/evaluation.ts";
import { freezeBm25 } from "../loaders/embedding/embed-corpus.ts";
import { embedSimilarities, freezeBm25Similarities } from "../loaders/embedding/embed-similarities.ts";
import {
  isDense,
  readModels,
  systemById,
  type DenseSystem,
  type System,
} from "../loaders/embedding/models.ts";
import { outsideSimilarities, type OutsideSnippet } from "../loaders/embedding/outside-similarities.ts";
import { runSystems, runsUnnamed } from "../loaders/embedding/registered.ts";
import { pairKey, similaritiesPath, type SimilarityGroup } from "../loaders/embedding/similarities.ts";
import { missingItems, readVectors, vectorsPath } from "../loaders/embedding/vectors.ts";
import type { Corpus } from "../loaders/tasks/corpus.ts";
import { DATASETS } from "../loaders/tasks/datasets.ts";
import { variantsToEmbed } from "../loaders/tasks/execute-stacked.ts";
import { drawnOutside } from "../loaders/tasks/draw-mutants.ts";
import { readStackedFile } from "../loaders/tasks/stacked-file.ts";
import { requireDatasets, requireText } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";
import { embedPool, loadExecuted, report } from "./embed-dataset.ts";
import { parseDollars, say, sayOnInterrupt, withEncoder } from "./encoding.ts";

interface Options {
  model?: string[];
  dataset?: string[];
  all?: boolean;
  pool?: boolean;
  stacked?: boolean;
  check?: boolean;
  weights?: string;
  baseUrl?: string;
  maxCost?: number;
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

function chosenSystems({ model, all, check }: Options): System[] {
  const systems = readModels();
  if (model) return model.map((id) => systemById(id, systems));
  if (all && check) return runSystems(systems);
  if (all) {
    const named = runSystems(systems).filter((system) => !runsUnnamed(system));
    for (const { id } of named) say(`${id} is left out: it runs only when it is named (--model ${id})`);
    return systems.filter(runsUnnamed);
  }
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

async function embedDense(corpus: Corpus, system: DenseSystem, options: Options): Promise<void> {
  const { weights, baseUrl, maxCost } = options;
  await withEncoder(system, { weights, baseUrl, maxCost }, async (encodeAs) => {
    const encode = encodeAs(`${system.id} on ${corpus.dataset.id}`);
    await embedPool(corpus, system, encode);
    for (const { name, itemsOf } of groupsOf(system)) {
      if (options[name]) report(await embedSimilarities(name, corpus, system, await itemsOf(corpus), encode));
    }
  });
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
  .option(
    "--all",
    "every system that runs on this machine and every dataset, where the other options do not narrow",
  )
  .option("--pool", "also up to 16 drawn valid mutants a query: only their similarities are frozen")
  .option(
    "--stacked",
    "also the variants of `npm run stack`: only their similarities are frozen, of dense systems",
  )
  .option("--check", "only say what lacks a vector or a frozen similarity; exit code 1 when something does")
  .option("--weights <dir>", "folder that holds model.onnx and tokenizer.json")
  .option("--base-url <url>", "address of a model behind HTTP, in place of the registered one")
  .option("--max-cost <usd>", "stop before a model behind HTTP costs more than this", parseDollars)
  .action(embed);

await runCommandLine(program);
