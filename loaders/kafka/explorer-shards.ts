/** The Kafka explorer loads one shard of a study's questions at a time; `src/components/kafka-explorer-files.ts` lists as many. */
export const SHARDS = 16;

/** The shard, from 1, of a question by its place among so many: contiguous parts, as large as the others or one smaller. */
export const shardAt = (place: number, questions: number): number =>
  Math.floor((place * SHARDS) / questions) + 1;
