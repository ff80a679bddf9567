/**
 * Rows of the figures that ask how conclusions change with the number of questions, by the rules of `kafka-rows.ts`.
 * Everything is about recall@10 of the human form.
 *
 * A contest is a choice that a study makes: between systems (their chunking held), chunkings (system and mode held) or
 * modes (system and chunking held). Its options were all asked the same questions.
 */
import type { OfList } from "./kafka-rows.ts";

/** Which contest a row belongs to: what varies is empty. */
export interface ContestKey {
  /** Unique within a study. */
  contest: string;
  /** `system`, `chunking` or `mode`. */
  about: string;
  /** Of a contest between systems: `vector` (dense ones, by their vectors alone) or `all` (with every mode). */
  among: string;
  system: string;
  chunking: string;
  mode: string;
}

/** `kafka/evolution.parquet`: one row a contest, protocol and number of questions. */
export interface EvolutionRow extends ContestKey {
  protocol: string;
  /** Questions drawn. */
  size: number;
  options: number;
  draws: number;
  /** Share of draws in which the best over all questions is chosen; a draw chooses at random between its leaders. */
  right: number;
  /** As `right`, with questions drawn with replacement: what new questions of the same kind may say. */
  right_again: number;
  /** Share of draws with a single leader. */
  alone: number;
  /** Share of orders of the questions in which, from here to the last one, no other option leads, not even tied. */
  settled: number;
  /** Half-width of the 95 % interval of the best option's recall@10: mean over draws, and the range of 95 % of them. */
  half_width: number;
  half_width_low: number;
  half_width_high: number;
  /** Share of draws whose interval has no width, since the option solves all or none of the questions. */
  no_width: number;
  /** All questions. */
  n: number;
}

/** `kafka/evolution-leaders.parquet`: one row an option more. */
export interface EvolutionLeaderRow extends OfList {
  contest: string;
  protocol: string;
  size: number;
  /** Share of draws in which it is chosen: those it leads, each shared between its leaders. */
  leads: number;
  /** Share of draws in which it leads alone. */
  alone: number;
  /** Over all questions. */
  value: number;
  low: number;
  high: number;
  /** Whether no option has a higher value over all questions. */
  best: boolean;
}

/** `kafka/evolution-needs.parquet`: questions that a claim needs, one row an option other than the best, and size of claim. */
export interface EvolutionNeedRow extends OfList {
  contest: string;
  protocol: string;
  /** Best minus this one over all questions, paired. */
  behind: number;
  behind_low: number;
  behind_high: number;
  /** Share of questions that only one of the two solves. */
  discordant: number;
  discordant_low: number;
  discordant_high: number;
  n: number;
  /** Claimed true difference. */
  delta: number;
  /**
   * Questions for 80 % power at the 5 % level, paired, from the discordance and from the ends of its interval. NaN where
   * the two disagree on fewer questions than `delta`, so that such a difference cannot be.
   */
  questions: number;
  questions_low: number;
  questions_high: number;
}
