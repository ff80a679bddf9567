import { existsSync } from "node:fs";
import type { ChunkingRow, PublishedRecallRow } from "../../src/shared/kafka-chunking-rows.ts";
import { chunkingLabel } from "../../src/shared/kafka-labels.ts";
import type { OfStudy } from "../../src/shared/kafka-rows.ts";
import type { Figure } from "../figures/figure.ts";
import { readRows } from "../store/parquet.ts";
import type { ChunkRow } from "./chunk-rows.ts";
import { CHUNKINGS } from "./chunkings.ts";
import { CUT_OFF, LIST, PRINTED_NAME, PROTOCOL, QUESTIONS } from "./columns.ts";
import { STUDY_INPUTS, type Study } from "./load-study.ts";
import { KAFKA } from "./manifest.ts";
import { PUBLISHED_KAFKA_FILE, type PublishedKafka, readPublishedKafka } from "./published.ts";
import { columnsOfStudy, forEveryStudy } from "./studies.ts";
import { chunksPath } from "./study.ts";

/** The published study was over Kafka. */
const isKafka = ({ id }: Pick<Study, "id">): boolean => id === KAFKA.corpus;

const chunksOf = async (chunking: string, { folder }: Study): Promise<number> => {
  const path = chunksPath(chunking, folder);
  return existsSync(path) ? (await readRows<ChunkRow>(path)).length : 0;
};

export const chunkings: Figure<OfStudy<ChunkingRow>> = {
  id: "kafka/chunkings",
  title: "Ways to cut files into chunks, and how many chunks they give",
  source: "loaders/kafka/figure-chunkings.ts",
  inputs: [...STUDY_INPUTS, PUBLISHED_KAFKA_FILE],
  columns: columnsOfStudy<ChunkingRow>({
    chunking: LIST.chunking,
    splitter: ["utf8", "", "window or syntax"],
    size: ["int32", "characters", "longest chunk"],
    overlap: ["int32", "characters", "of them repeated from the chunk before"],
    chunks: ["int32", "count", "chunks of the code base; 0 where unknown"],
    published_chunks: ["int32", "count", "chunks of the published study's splitter; 0 for none"],
  }),
  compute: forEveryStudy(async (study) => {
    const published = isKafka(study)
      ? readPublishedKafka().from_the_study_repository_not_the_article.chunks
      : {};
    return Promise.all(
      CHUNKINGS.filter(({ id }) => study.chunkings.includes(id)).map(async ({ id, size, overlap }) => ({
        chunking: id,
        splitter: overlap > 0 ? "window" : "syntax",
        size,
        overlap,
        chunks: await chunksOf(id, study),
        published_chunks: published[chunkingLabel(id)] ?? 0,
      })),
    );
  }),
};

/** The article's recall@10: its commercial systems with intervals, and its pilot system over four chunkings. */
export function publishedRows(published: PublishedKafka): PublishedRecallRow[] {
  const { questions: n, "nomic_embed_text_recall@10": pilot } = published;
  const { protocol } = published.from_the_study_repository_not_the_article;
  const row = (
    label: string,
    chunking: string,
    value: number,
    [low, high]: readonly [number, number],
  ): PublishedRecallRow => ({ label, chunking, protocol, k: 10, value, low, high, n });
  const none = [NaN, NaN] as const;
  return [
    ...Object.entries(published["commercial_recall@10"]).map(([label, { value, ci95 }]) =>
      row(label, "", value, ci95),
    ),
    ...["c750-o100", "c1500-o200", "c3000-o300", "c6000-o500"].map((chunking) =>
      row("nomic-embed-text", chunking, pilot[chunking === "c3000-o300" ? "3000/300" : "others"], none),
    ),
  ];
}

export const published: Figure<OfStudy<PublishedRecallRow>> = {
  id: "kafka/published",
  title: "recall@10 as published for the human form",
  source: "loaders/kafka/figure-chunkings.ts",
  inputs: [...STUDY_INPUTS, PUBLISHED_KAFKA_FILE],
  columns: columnsOfStudy<PublishedRecallRow>({
    label: PRINTED_NAME,
    chunking: ["utf8", "", "chunking; empty for the baseline configuration"],
    protocol: PROTOCOL,
    k: CUT_OFF,
    value: ["float64", "rate 0..1", "recall@10"],
    low: ["float64", "rate 0..1", "2.5 % bound; NaN where none was published"],
    high: ["float64", "rate 0..1", "97.5 % bound"],
    n: QUESTIONS,
  }),
  compute: forEveryStudy((study) => (isKafka(study) ? publishedRows(readPublishedKafka()) : [])),
};
