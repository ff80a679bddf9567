import { FileAttachment } from "observablehq:stdlib";

/** Addresses of a shard's files, for `readRows`. */
export interface KafkaShardFiles {
  texts: string;
  /** Rankings over the default chunking. */
  top: string;
  /** Rankings over the other chunkings. */
  more: string;
}

/** The Kafka explorer's files by shard, from 1, as `loaders/kafka/explorer-shards.ts` cuts them; Framework wants each name spelled out. */
export const KAFKA_SHARDS: Readonly<Record<number, KafkaShardFiles>> = {
  1: {
    texts: FileAttachment("../data/kafka-explorer/texts-1.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-1.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-1.parquet").href,
  },
  2: {
    texts: FileAttachment("../data/kafka-explorer/texts-2.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-2.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-2.parquet").href,
  },
  3: {
    texts: FileAttachment("../data/kafka-explorer/texts-3.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-3.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-3.parquet").href,
  },
  4: {
    texts: FileAttachment("../data/kafka-explorer/texts-4.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-4.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-4.parquet").href,
  },
  5: {
    texts: FileAttachment("../data/kafka-explorer/texts-5.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-5.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-5.parquet").href,
  },
  6: {
    texts: FileAttachment("../data/kafka-explorer/texts-6.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-6.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-6.parquet").href,
  },
  7: {
    texts: FileAttachment("../data/kafka-explorer/texts-7.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-7.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-7.parquet").href,
  },
  8: {
    texts: FileAttachment("../data/kafka-explorer/texts-8.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-8.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-8.parquet").href,
  },
  9: {
    texts: FileAttachment("../data/kafka-explorer/texts-9.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-9.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-9.parquet").href,
  },
  10: {
    texts: FileAttachment("../data/kafka-explorer/texts-10.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-10.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-10.parquet").href,
  },
  11: {
    texts: FileAttachment("../data/kafka-explorer/texts-11.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-11.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-11.parquet").href,
  },
  12: {
    texts: FileAttachment("../data/kafka-explorer/texts-12.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-12.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-12.parquet").href,
  },
  13: {
    texts: FileAttachment("../data/kafka-explorer/texts-13.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-13.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-13.parquet").href,
  },
  14: {
    texts: FileAttachment("../data/kafka-explorer/texts-14.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-14.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-14.parquet").href,
  },
  15: {
    texts: FileAttachment("../data/kafka-explorer/texts-15.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-15.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-15.parquet").href,
  },
  16: {
    texts: FileAttachment("../data/kafka-explorer/texts-16.parquet").href,
    top: FileAttachment("../data/kafka-explorer/top-16.parquet").href,
    more: FileAttachment("../data/kafka-explorer/more-16.parquet").href,
  },
};
