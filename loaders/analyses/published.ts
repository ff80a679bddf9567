import { readFileSync } from "node:fs";
import { z } from "zod";
import { fromRoot } from "../paths.ts";

export const PUBLISHED_FILE = "data/published/execretrieval.json";

const band = z.tuple([z.number(), z.number()]);
/** How many of how many. */
const part = z.tuple([z.number(), z.number()]);

/** The published figures that a claim of ours is set beside. */
const SCHEMA = z.object({
  queries: z.number(),
  leaderboard: z.object({
    "Gemini Embedding 2": z.object({ "exec@1": z.number(), "exec@1_ci95": band }),
    BM25: z.object({ "exec@1": z.number(), "exec@10": z.number() }),
    "paraphrase-MiniLM": z.object({ "exec@10": z.number() }),
  }),
  "below_0.10_at_rank_1": z.object({
    embedding_systems: z.number(),
    "of_which_exec@5_0.80_to_0.89": z.number(),
  }),
  leading_four: z.object({ "exec@10_at_least": z.number() }),
  miss_at_1_is_own_distractor: z.object({ leading_four_band: band }),
  "density_exec@1": z.object({
    strongest: z.object({ d0: z.number(), d1: z.number() }),
    d0_all_23_dense_band: band,
    relative_drop_at_d1_band_23_dense: band,
  }),
  canonical_below_a_distractor: z.object({
    "Gemini Embedding 2": z.number(),
    "Qwen3-Embedding-8B": z.number(),
  }),
  deception: z.object({
    overall: z.number(),
    by_bug_type_band: band,
    least: z.record(z.string(), z.number()),
    most: z.record(z.string(), z.number()),
  }),
  edit_size: z.object({
    bucket_band: band,
    median_chars: z.number(),
    spearman_relative: z.number(),
    spearman_absolute: z.number(),
    multi_line_share: z.number(),
  }),
  stacked: z.object({
    composed: z.number(),
    discarded_passing: z.number(),
    queries_covered: z.number(),
    matched_queries: z.number(),
    max_abs_delta_points: z.number(),
    embedders: z.array(z.string()),
    selection_bias_points: band,
  }),
  difficulty: z.object({
    median_systems_solving: z.number(),
    solved_by_none: z.number(),
    solved_by_all: z.number(),
    hardest_domain: z.record(z.string(), z.number()),
  }),
  economics: z.object({
    entries: z.number(),
    prompt_tokens: z.number(),
    completion_tokens: z.number(),
    reasoning_tokens: z.number(),
    usd_per_1m_input: z.number(),
    usd_per_1m_output: z.number(),
    list_price_usd: z.number(),
    batch_share: z.number(),
    batch_discount: z.number(),
    first_attempt_validation_rate: z.number(),
    accidentally_correct_distractors: z.object({ earlier_model: part, final_model: part }),
    mean_prompt_tokens: z.number(),
    mean_completion_tokens: z.number(),
    mean_reasoning_tokens: z.number(),
    median_real_time_s: z.number(),
    assert_only_removed_semantic_rejects: z.number(),
    crash_rejects_before_after: z.tuple([z.number(), z.number()]),
    validation_rate_without_a_fix_band: band,
  }),
});

export type Published = z.infer<typeof SCHEMA>;

/** The published figures of ExecRetrieval. */
export const readPublished = (): Published =>
  SCHEMA.parse(JSON.parse(readFileSync(fromRoot(PUBLISHED_FILE), "utf8")));
