import { Command } from "commander";
import { readModels, systemById, type DenseSystem } from "../loaders/embedding/models.ts";
import { CHUNKINGS, DEFAULT_CHUNKING } from "../loaders/kafka/chunkings.ts";
import { DEFAULT_SYSTEM, defaultVectors, writeDefaultVectors } from "../loaders/kafka/default-vectors.ts";
import { readGold } from "../loaders/kafka/gold.ts";
import { studySystems } from "../loaders/kafka/frozen-rankings.ts";
import { gridOf } from "../loaders/kafka/grid.ts";
import { readCorpus } from "../loaders/kafka/imported-corpus.ts";
import { readManifest } from "../loaders/kafka/manifest.ts";
import { rankingSetting, type RankingSetting, rankOneChunking } from "../loaders/kafka/rank-cells.ts";
import { codeBaseOf, KAFKA_FOLDER, ragQuestion } from "../loaders/kafka/study.ts";
import { requireKnown } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";

interface Options {
  model?: string[];
  chunking?: string[];
}

function rankOne(chunking: string, chosen: readonly DenseSystem[], setting: RankingSetting): void {
  const { code, ranked } = rankOneChunking(chunking, chosen, setting);
  const own = ranked.find(({ id }) => id === DEFAULT_SYSTEM);
  if (own && chunking === DEFAULT_CHUNKING) {
    const { questions, cacheOf } = setting;
    writeDefaultVectors(defaultVectors(own, code.chunks, code.fileOf, questions, cacheOf(own)));
  }
}

function rank({ model, chunking }: Options): void {
  const systems = readModels();
  for (const id of model ?? []) systemById(id, systems);
  const known = CHUNKINGS.map(({ id }) => id);
  requireKnown("chunking", chunking ?? [], known);
  const grid = gridOf(model ? systems : studySystems(systems)).filter(
    ({ system }) => !model || model.includes(system.id),
  );
  const manifest = readManifest();
  const questions = readGold(manifest).map(ragQuestion);
  const setting = rankingSetting(systems, codeBaseOf(readCorpus(manifest)), {
    manifest,
    questions,
    folder: KAFKA_FOLDER,
  });
  for (const id of chunking ?? known) {
    rankOne(id, grid.filter((cell) => cell.chunking === id).map(({ system }) => system), setting); // prettier-ignore
  }
}

const program = new Command("kafka:rank")
  .description(
    "Ranks Kafka's files for every form of every gold question, and freezes the rankings: BM25, and each dense\n" +
      "system whose chunks and questions are embedded here (`npm run kafka:embed`) alone and fused with BM25.",
  )
  .option("--model <id...>", "dense systems of data/models.yaml (default: all)")
  .option("--chunking <id...>", CHUNKINGS.map(({ id }) => id).join(", "))
  .action(rank);

await runCommandLine(program);
