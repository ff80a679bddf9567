import { firstRank } from "../../src/shared/file-metrics.ts";
import type {
  KafkaFileRow,
  KafkaIndexRow,
  KafkaRanksRow,
  KafkaTextRow,
  KafkaTopRow,
} from "../../src/shared/kafka-explorer-rows.ts";
import { packRanks, packTop } from "../../src/shared/kafka-explorer-pack.ts";
import type { OfStudy } from "../../src/shared/kafka-rows.ts";
import type { RankingRow } from "../code-rag/ranking-store.ts";
import type { Column } from "../store/parquet.ts";
import type { Figure } from "../figures/figure.ts";
import { DEFAULT_CHUNKING } from "./chunkings.ts";
import { ASKED, LIST } from "./columns.ts";
import { SHARDS, shardAt } from "./explorer-shards.ts";
import { formTexts, type Question } from "./gold-schema.ts";
import { STUDY_INPUTS, type Study } from "./load-study.ts";
import type { ChunkLines } from "./question-facts.ts";
import { columnsOfStudy, forEveryStudy } from "./studies.ts";

const TOP = 10;
const SOURCE = "loaders/kafka/figure-explorer.ts";

export const indexRows = ({ questions }: Pick<Study, "questions">): KafkaIndexRow[] =>
  questions.map(({ id, area, cognitive }, place) => ({
    question: id,
    area,
    human: cognitive.human,
    shard: shardAt(place, questions.length),
  }));

const fileRows = ({ manifest }: Pick<Study, "manifest">): KafkaFileRow[] =>
  manifest.files.map(({ path }, file) => ({ file, path }));

/** Where the first primary stands, a row a list and form. */
export const ranksRows = ({ lists }: Pick<Study, "lists">): KafkaRanksRow[] =>
  lists.flatMap(({ system, chunking, mode, facts }) =>
    [...facts].map(([form, ofForm]) => ({
      system,
      chunking,
      mode,
      form,
      ranks: packRanks(ofForm.map((one) => (one ? firstRank(one.complete.primaries) : 0))),
    })),
  );

const inShard = ({ questions }: Pick<Study, "questions">, shard: number): Question[] =>
  questions.filter((_, place) => shardAt(place, questions.length) === shard);

/** Texts of a shard's questions, form by form. */
export const textRows = (study: Pick<Study, "questions">, shard: number): KafkaTextRow[] =>
  inShard(study, shard).flatMap((question) =>
    formTexts(question).map(({ form, text }) => {
      const { wrong_term, right_term } = question.cognitive.wrong_terminology;
      const wrong = form === "wrong_terminology";
      return {
        question: question.id,
        form,
        text,
        wrong_term: wrong ? wrong_term : "",
        right_term: wrong ? right_term : "",
      };
    }),
  );

function packed({ top, topChunks, labelled, listed }: RankingRow, linesOf: ChunkLines) {
  const files = top.slice(0, TOP).map((file, place) => {
    const [from, to] = linesOf(file, topChunks[place]!) ?? [0, 0];
    return { file, from, to };
  });
  return { top: packTop(files), labelled: packRanks(labelled), listed: listed.length };
}

/** Rankings of a shard's questions over some of the chunkings. */
export function topRows(
  study: Pick<Study, "questions" | "cells" | "linesOf">,
  shard: number,
  wanted: (chunking: string) => boolean,
): KafkaTopRow[] {
  const own = new Set(inShard(study, shard).map(({ id }) => id));
  return study.cells.flatMap(({ rankings, chunking }) => {
    if (!rankings || !wanted(chunking)) return [];
    const linesOf = study.linesOf(chunking);
    return rankings.rows
      .filter(({ question }) => own.has(question))
      .map((row) => ({
        question: row.question,
        form: row.form,
        system: rankings.system,
        chunking,
        mode: row.mode,
        ...packed(row, linesOf),
      }));
  });
}

const TEXT_COLUMNS = columnsOfStudy<KafkaTextRow>({
  ...ASKED,
  text: ["utf8", "", "the question in this form"],
  wrong_term: ["utf8", "", "the wrong term of wrong_terminology; else empty"],
  right_term: ["utf8", "", "the right one"],
});

const TOP_COLUMNS = columnsOfStudy<KafkaTopRow>({
  ...ASKED,
  ...LIST,
  top: ["utf8", "", "first ten files as index:first-last line of the best chunk, in base 36"],
  labelled: ["utf8", "rank", "ranks of the labelled files, in the order of kafka/gold-files"],
  listed: ["int32", "count", "files of the ten best chunks"],
});

const figure = <Row extends object>(
  id: Figure["id"],
  title: string,
  columns: readonly Column[],
  rowsOf: (study: Study) => Row[],
): Figure<OfStudy<Row>> => ({
  id,
  title,
  source: SOURCE,
  inputs: STUDY_INPUTS,
  columns,
  compute: forEveryStudy(rowsOf),
});

const sharded = (shard: number): Figure[] => [
  figure(
    `kafka-explorer/texts-${shard}`,
    `Questions of shard ${shard} in every form`,
    TEXT_COLUMNS,
    (study) => textRows(study, shard),
  ),
  figure(
    `kafka-explorer/top-${shard}`,
    `First ten files for the questions of shard ${shard}, over the default chunking`,
    TOP_COLUMNS,
    (study) => topRows(study, shard, (chunking) => chunking === DEFAULT_CHUNKING),
  ),
  figure(
    `kafka-explorer/more-${shard}`,
    `First ten files for the questions of shard ${shard}, over the other chunkings`,
    TOP_COLUMNS,
    (study) => topRows(study, shard, (chunking) => chunking !== DEFAULT_CHUNKING),
  ),
];

/** What the Kafka explorer loads. */
export const kafkaExplorer: Figure[] = [
  figure(
    "kafka-explorer/index",
    "Gold questions with the shard that holds them",
    columnsOfStudy<KafkaIndexRow>({
      question: ASKED.question,
      area: ["utf8", "", "part of the code base"],
      human: ["utf8", "", "as a developer asks"],
      shard: ["int32", "count", "shard, from 1"],
    }),
    indexRows,
  ),
  figure(
    "kafka-explorer/files",
    "Files of the code base by the index that rankings give them",
    columnsOfStudy<KafkaFileRow>({
      file: ["int32", "count", "index in the manifest"],
      path: ["utf8", "", "path in the repository"],
    }),
    fileRows,
  ),
  figure(
    "kafka-explorer/ranks",
    "Rank of the first primary of every question",
    columnsOfStudy<KafkaRanksRow>({
      ...LIST,
      form: ASKED.form,
      ranks: ["utf8", "rank", "in the order of the index; halves for ties, 0 without the form"],
    }),
    ranksRows,
  ),
  ...Array.from({ length: SHARDS }, (_, index) => sharded(index + 1)).flat(),
];
