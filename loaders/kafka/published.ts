import { readFileSync } from "node:fs";
import { z } from "zod";
import { fromRoot } from "../paths.ts";
import { PROTOCOLS } from "./question-facts.ts";

export const PUBLISHED_KAFKA_FILE = "data/published/code-rag-kafka.json";

const band = z.tuple([z.number(), z.number()]);

/** The published figures that a claim of ours is set beside. */
const SCHEMA = z.object({
  questions: z.number(),
  "commercial_recall@10": z.record(z.string(), z.object({ value: z.number(), ci95: band })),
  leader_minus_next_ci95: band,
  paraphrase_drop_band: band,
  "quorum_any_recall@10_all_nine_commercial": z.number(),
  "ai_optimized_recall@10_all_nine_commercial": z.number(),
  early_top1: z.object({ human: z.number(), any_form: z.number() }),
  "nomic_embed_text_recall@10": z.object({ "3000/300": z.number(), others: z.number() }),
  local_models_preferring_c500_o100: band,
  ci_half_width_band: band,
  from_the_study_repository_not_the_article: z.object({
    /** Chunks by size and overlap, of a recursive splitter. */
    chunks: z.record(z.string(), z.number()),
    protocol: z.enum(PROTOCOLS),
  }),
});

export type PublishedKafka = z.infer<typeof SCHEMA>;

/** The published figures of the Kafka study. */
export const readPublishedKafka = (): PublishedKafka =>
  SCHEMA.parse(JSON.parse(readFileSync(fromRoot(PUBLISHED_KAFKA_FILE), "utf8")));
