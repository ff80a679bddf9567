import type { System } from "../embedding/models.ts";
import type { Ranking } from "../retrieval/ranking.ts";
import type { Corpus } from "../tasks/corpus.ts";

/** One system's ranking of every query of a dataset. */
export interface EvaluatedSystem {
  system: System;
  ranking: Ranking;
  /** Snippets that the system cut, by index, with the UTF-16 characters of each that it read; absent for none. */
  cut?: ReadonlyMap<number, number>;
}

/** A dataset with every system that can rank all of it, and the verdicts that decide what passes. */
export interface Evaluation {
  corpus: Corpus;
  systems: EvaluatedSystem[];
  /** Systems that cannot rank the dataset on this machine, and why. */
  skipped: { system: System; reason: string }[];
  /** Indices into `corpus.snippets` of each task's canonical and selected distractors, canonical first. */
  own: number[][];
  /** Whether a snippet passes every test of a query's task. */
  passes(query: number, snippet: number): boolean;
}
