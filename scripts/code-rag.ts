import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, resolve } from "node:path";
import { Command } from "commander";
import {
  cellsOfStudy,
  freezeLexical,
  prepareStudy,
  type PreparedStudy,
  studyId,
  systemsAtHand,
} from "../loaders/code-rag/import-study.ts";
import { readCodeBase, type ReadCodeBase } from "../loaders/code-rag/read-code-base.ts";
import { starterGold } from "../loaders/code-rag/starter-gold.ts";
import { truncationOf } from "../loaders/code-rag/truncation.ts";
import { isDense, isOnnx, readModels, systemById, type DenseSystem } from "../loaders/embedding/models.ts";
import { hasWeights } from "../loaders/embedding/weights.ts";
import { UserError } from "../loaders/errors.ts";
import { chunkCorpus } from "../loaders/kafka/chunk.ts";
import { chunkingById, CHUNKINGS, DEFAULT_CHUNKING } from "../loaders/kafka/chunkings.ts";
import { freezeTruncation } from "../loaders/kafka/freeze-truncation.ts";
import type { NamedText } from "../loaders/kafka/gold.ts";
import {
  IMPORTED_STUDIES,
  importedStudies,
  STUDY_ID,
  studyFolder,
} from "../loaders/kafka/imported-studies.ts";
import { rankOneChunking } from "../loaders/kafka/rank-cells.ts";
import { truncationPath } from "../loaders/kafka/study.ts";
import { fromRoot, IMPORTED, repositoryPath } from "../loaders/paths.ts";
import { writeFileWhole } from "../loaders/store/write-file.ts";
import { requireKnown } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";
import { parseDollars, sayOnInterrupt, withEncoder } from "./encoding.ts";

interface Options {
  corpus?: string;
  gold?: string;
  name?: string;
  label?: string;
  link?: string;
  include?: string[];
  exclude?: string[];
  model?: string[];
  chunking?: string[];
  lexical?: boolean;
  check?: boolean;
  init?: string;
  remove?: string;
  studies?: string;
  weights?: string;
  maxCost?: number;
}

const studiesFolder = ({ studies }: Options): string =>
  studies === undefined ? fromRoot(IMPORTED_STUDIES) : resolve(studies);

function readGoldFile(path: string): NamedText {
  if (!existsSync(path)) {
    throw new UserError(
      `${path} does not exist.`,
      "`npm run code-rag -- --init DIR` writes one to start with.",
      2,
    );
  }
  return { file: path, text: readFileSync(path, "utf8") };
}

function sayFiles(folder: string, { files, leftOut, byGit }: ReadCodeBase): void {
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const left = Object.entries(leftOut).map(([why, count]) => `${count} ${why}`);
  console.log(
    `${folder}: ${files.length} files, ${bytes.toLocaleString("en-US")} bytes` +
      (left.length > 0 ? `; left out: ${left.join(", ")}` : "") +
      (byGit ? "" : " (git was not asked what is ignored)"),
  );
}

/** Dense systems: those that were named, else every one that needs no download. */
function chosenModels({ model, lexical }: Options): string[] {
  if (lexical) return [];
  if (!model) return systemsAtHand((system) => hasWeights(system));
  const systems = readModels();
  return model
    .map((id) => systemById(id, systems))
    .filter(isDense)
    .map(({ id }) => id);
}

function prepare(options: Options): PreparedStudy {
  const { corpus, gold: goldPath, name, label, link, include, exclude, chunking = [] } = options;
  if (corpus === undefined || goldPath === undefined) {
    throw new UserError(
      "A study needs a code base and questions.",
      "Give --corpus DIR and --gold FILE; `--init DIR` writes a gold file to start with.",
      2,
    );
  }
  requireKnown(
    "chunking",
    chunking,
    CHUNKINGS.map(({ id }) => id),
  );
  const gold = readGoldFile(goldPath);
  const id = studyId({ name, gold });
  const models = chosenModels(options);
  const code = readCodeBase(corpus, { include, exclude });
  const request = { name, label, link, gold, files: code.files, models, chunkings: chunking };
  const prepared = prepareStudy(request, studyFolder(id, studiesFolder(options)));
  sayFiles(corpus, code);
  console.log(`${goldPath}: ${prepared.questions} questions, all five layers as they should be`);
  if (options.model === undefined && models.length === 0 && !options.lexical) {
    console.log(
      "No model's weights are here: BM25 alone ranks. `--model all-minilm-l6-v2` brings a small model's and ranks with it.",
    );
  }
  return prepared;
}

/** Embeds what a cell lacks, ranks it, and freezes it before the next one begins. */
async function embedAndRank(
  system: DenseSystem,
  chunking: string,
  { setting, record }: PreparedStudy,
  { weights, maxCost }: Options,
): Promise<void> {
  const { codeBase, questions } = setting;
  const passages = chunkCorpus(codeBase.files, chunkingById(chunking)).map(({ text }) => text);
  const queries = questions.flatMap(({ forms }) => forms.map(({ text }) => text));
  const cache = setting.cacheOf(system);
  await withEncoder(system, { weights, maxCost }, async (encodeAs) => {
    await cache.embed("query", queries, encodeAs(`${system.id} questions`));
    await cache.embed("passage", passages, encodeAs(`${system.id} ${chunking}`));
  });
  rankOneChunking(chunking, [system], setting);
  const row = truncationOf(system, chunking, passages, cache);
  if (row) await freezeTruncation(truncationPath(record.folder), [row]);
}

/** Says where each cell stands; exit code 1 when one is not ranked. */
async function check(prepared: PreparedStudy): Promise<void> {
  const cells = await cellsOfStudy(prepared);
  for (const { system, chunking, state } of cells) {
    const weights = isOnnx(system) && !hasWeights(system) ? ", its weights are not here" : "";
    console.log(
      `${system.id} ${chunking}: ${state.replaceAll("_", " ")}${state === "ranked" ? "" : weights}`,
    );
  }
  const open = cells.filter(({ state }) => state !== "ranked").length;
  console.log(
    open === 0
      ? "Nothing is missing."
      : `${open} of ${cells.length} rankings are missing; without --check they are made.`,
  );
  if (open > 0) process.exitCode = 1;
}

async function importStudy(options: Options): Promise<void> {
  const prepared = prepare(options);
  if (options.check) return check(prepared);
  const { study, record } = prepared;
  const open = await freezeLexical(prepared);
  for (const { system, chunking } of open) await embedAndRank(system, chunking, prepared, options);
  console.log(
    `${study.label} is in ${repositoryPath(record.folder)}: every page of Code-RAG now has it under "Code base" (\`npm start\`).`,
  );
}

function init(options: Options & { init: string }): void {
  const { init: folder, gold, name, include, exclude } = options;
  const id =
    name ??
    basename(resolve(folder))
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "");
  const path = gold ?? fromRoot(IMPORTED, `${id}-gold.yaml`);
  if (existsSync(path)) throw new UserError(`${path} is there already.`, "Give another: --gold FILE.", 2);
  const code = readCodeBase(folder, { include, exclude });
  const text = starterGold(STUDY_ID.test(id) ? id : "my-code-base", code.files);
  writeFileWhole(resolve(path), text);
  sayFiles(folder, code);
  console.log(`${path}: one question to fill in.`);
  console.log(`Then: npm run code-rag -- --corpus ${folder} --gold ${path} --check`);
}

function remove(id: string, root: string): void {
  const folder = importedStudies(root).find((path) => basename(path) === id);
  if (!folder) {
    const ids = importedStudies(root).map((path) => basename(path));
    throw new UserError(`No study is called "${id}".`, ids.length > 0 ? `Choose one of ${ids.join(", ")}.` : "None was imported.", 2); // prettier-ignore
  }
  rmSync(folder, { recursive: true });
  console.log(`${id} is removed; its embeddings stay in the cache.`);
}

sayOnInterrupt();

const program = new Command("code-rag")
  .description(
    "Studies retrieval over your own code base with your own questions, as the Kafka pages do: reads its sources, checks the\n" +
      "questions, ranks by BM25 and by models that run here, and adds it to every page of Code-RAG. Your text stays on this\n" +
      "machine unless you name a hosted model. A second run redoes only what changed, an interrupted one goes on where it\n" +
      "stopped.",
  )
  .option("--corpus <dir>", "the code base")
  .option("--gold <file>", "questions with known answers, in five layers")
  .option(
    "--init <dir>",
    "write a gold file to start with for this code base (to --gold FILE, or under data/imported)",
  )
  .option("--name <id>", "the study's id (default: `corpus` of the gold file)")
  .option("--label <text>", "its name on pages (default: the id)")
  .option("--link <prefix>", "address that a file's path is appended to, so that pages link to it")
  .option("--include <glob...>", 'which files, as in "src/**/*.py" (default: sources of common languages)')
  .option("--exclude <glob...>", 'which of them not, as in "**/test/**"')
  .option("--model <id...>", "dense systems of data/models.yaml (default: those whose weights are here)")
  .option("--lexical", "BM25 only")
  .option(
    "--chunking <id...>",
    `chunkings that dense systems rank beside ${DEFAULT_CHUNKING}; BM25 ranks all`,
  )
  .option("--check", "only check the questions and say what is not ranked; exit code 1 when something is not")
  .option("--remove <id>", "remove a study")
  .option("--studies <dir>", `folder of the studies (default: ${IMPORTED_STUDIES}, where pages look)`)
  .option("--max-cost <dollars>", "US dollars that a hosted model may cost", parseDollars)
  .option("--weights <dir>", "folder that holds model.onnx and tokenizer.json")
  .action(async (options: Options) => {
    if (options.remove !== undefined) remove(options.remove, studiesFolder(options));
    else if (options.init !== undefined) init({ ...options, init: options.init });
    else await importStudy(options);
  });

await runCommandLine(program);
