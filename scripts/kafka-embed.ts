import { existsSync } from "node:fs";
import { Command } from "commander";
import { openEmbeddingCache } from "../loaders/code-rag/embedding-cache.ts";
import { TRUNCATION_COLUMNS, truncationOf, type TruncationRow } from "../loaders/code-rag/truncation.ts";
import { UserError } from "../loaders/errors.ts";
import { readModels, systemById, type DenseSystem } from "../loaders/embedding/models.ts";
import { runsUnnamed } from "../loaders/embedding/registered.ts";
import { chunkCorpus } from "../loaders/kafka/chunk.ts";
import { chunkingById, CHUNKINGS } from "../loaders/kafka/chunkings.ts";
import { readGold } from "../loaders/kafka/gold.ts";
import { formTexts } from "../loaders/kafka/gold-schema.ts";
import { gridOf, type Cell } from "../loaders/kafka/grid.ts";
import { studySystems } from "../loaders/kafka/frozen-rankings.ts";
import { readCorpus } from "../loaders/kafka/imported-corpus.ts";
import { truncationPath } from "../loaders/kafka/load-study.ts";
import { KAFKA } from "../loaders/kafka/manifest.ts";
import { encodeRows, readRows } from "../loaders/store/parquet.ts";
import { writeFileWhole } from "../loaders/store/write-file.ts";
import { requireKnown } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";
import { type EncoderOptions, sayOnInterrupt, withEncoder } from "./encoding.ts";

interface Options {
  model?: string[];
  chunking?: string[];
  all?: boolean;
  questions?: boolean;
  check?: boolean;
  threads?: string;
  weights?: string;
}

/** Cells in the order of the study; chunkings that were named are taken whether the study has them or not. */
function chosenCells({ model, chunking, all }: Options): Cell[] {
  if (!model && !chunking && !all) {
    throw new UserError("Nothing was chosen.", "Give --model ID, --chunking ID or --all.", 2);
  }
  const systems = readModels();
  for (const id of model ?? []) systemById(id, systems);
  requireKnown(
    "chunking",
    chunking ?? [],
    CHUNKINGS.map(({ id }) => id),
  );
  const grid = gridOf(model ? systems : studySystems(systems).filter(runsUnnamed)).filter(
    ({ system }) => !model || model.includes(system.id),
  );
  if (!model || !chunking) return grid.filter((cell) => !chunking || chunking.includes(cell.chunking));
  const chosen = [...new Set(grid.map(({ system }) => system))];
  return chosen.flatMap((system) => chunking.map((id) => ({ system, chunking: id })));
}

function threadsOf({ threads }: Options): number | undefined {
  if (threads === undefined) return undefined;
  const count = Number(threads);
  if (Number.isInteger(count) && count > 0) return count;
  throw new UserError(`--threads ${threads} is no number of threads.`, "Give a whole number from 1.", 2);
}

const encoderOf = (options: Options): EncoderOptions => ({
  weights: options.weights,
  threads: threadsOf(options),
});

/** Says what is embedded of each cell; true when nothing is missing. */
function report(
  cells: readonly Cell[],
  textsOf: (chunking: string) => string[],
): { rows: TruncationRow[]; complete: boolean } {
  const rows: TruncationRow[] = [];
  let complete = true;
  for (const system of new Set(cells.map((cell) => cell.system))) {
    const cache = openEmbeddingCache(KAFKA.corpus, system);
    for (const { chunking } of cells.filter((cell) => cell.system === system)) {
      const { texts, missing } = cache.coverage("passage", textsOf(chunking));
      const row = truncationOf(system, chunking, textsOf(chunking), cache);
      if (row) rows.push(row);
      complete &&= missing === 0;
      const seen = row ? `, ${((100 * row.truncated) / row.chunks).toFixed(1)} % truncated` : "";
      console.log(
        `${system.id} ${chunking}: ${texts - missing} of ${texts} distinct chunks are embedded${seen}`,
      );
    }
  }
  return { rows, complete };
}

/** Joins what truncation does to these cells with what is frozen of others, which another machine may have embedded. */
async function freezeTruncation(rows: readonly TruncationRow[]): Promise<void> {
  const path = truncationPath();
  const before = existsSync(path) ? await readRows<TruncationRow>(path) : [];
  const keyOf = ({ system, chunking }: TruncationRow): string => `${system} ${chunking}`;
  const joined = new Map([...before, ...rows].map((row) => [keyOf(row), row]));
  const sorted = [...joined.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  if (sorted.length > 0) writeFileWhole(path, encodeRows(sorted, TRUNCATION_COLUMNS));
}

async function embedQuestions(systems: readonly DenseSystem[], options: Options): Promise<void> {
  const texts = readGold()
    .flatMap(formTexts)
    .map(({ text }) => text);
  for (const system of systems) {
    await withEncoder(system, encoderOf(options), (encodeAs) =>
      openEmbeddingCache(KAFKA.corpus, system).embed("query", texts, encodeAs(`${system.id} questions`)),
    );
    console.log(`${system.id}: ${texts.length} question texts are embedded`);
  }
}

async function embedChunks(cells: readonly Cell[], options: Options, textsOf: (id: string) => string[]) {
  for (const { system, chunking } of cells) {
    await withEncoder(system, encoderOf(options), (encodeAs) =>
      openEmbeddingCache(KAFKA.corpus, system).embed(
        "passage",
        textsOf(chunking),
        encodeAs(`${system.id} ${chunking}`),
      ),
    );
  }
}

async function embed(options: Options): Promise<void> {
  const cells = chosenCells(options);
  if (options.questions) {
    await embedQuestions([...new Set(cells.map(({ system }) => system))], options);
    return;
  }
  const files = readCorpus();
  const known = new Map<string, string[]>();
  const textsOf = (id: string): string[] => {
    const texts = known.get(id) ?? chunkCorpus(files, chunkingById(id)).map(({ text }) => text);
    known.set(id, texts);
    return texts;
  };
  if (!options.check) await embedChunks(cells, options, textsOf);
  const { rows, complete } = report(cells, textsOf);
  if (!options.check) await freezeTruncation(rows);
  else if (!complete) process.exitCode = 1;
}

sayOnInterrupt();

const program = new Command("kafka:embed")
  .description(
    "Embeds the chunks of Kafka's broker core into a cache on this machine, the most informative first.\n" +
      "An interrupted run goes on where it stopped. The text comes from `npm run import:kafka`.",
  )
  .option("--model <id...>", "systems of data/models.yaml")
  .option("--chunking <id...>", CHUNKINGS.map(({ id }) => id).join(", "))
  .option("--all", "every system of the study that runs on this machine, every chunking")
  .option("--questions", "embed the questions' forms instead of chunks (seconds)")
  .option("--check", "only say what lacks embeddings; exit code 1 when something does")
  .option("--threads <count>", "encoders at the same time (default: one a core)")
  .option("--weights <dir>", "folder that holds model.onnx and tokenizer.json")
  .action(embed);

await runCommandLine(program);
