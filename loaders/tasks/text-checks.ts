import type { Violation } from "../errors.ts";
import type { Corpus } from "./corpus.ts";
import { CLOSENESS_SYSTEM, closestOfCorpus, QUERY_COSINE_LIMIT } from "./near-duplicates.ts";
import type { PlacedTask } from "./read-tasks.ts";
import { overlapIsHigh, wordOverlap, type WordOverlap } from "./word-overlap.ts";

const MOST = 1000;

/** What the texts of tasks say beyond their gates. */
export interface TextReport {
  /** Pairs of questions that are one question in other words. */
  violations: Violation[];
  /** The closest pair of questions, for the report; absent without vectors. */
  closest?: { a: string; b: string; cosine: number };
  /** Why closeness was not checked; empty when it was. */
  skipped: string;
  /** Tasks whose question and code share many words: to look at, not to refuse. */
  overlaps: WordOverlap[];
}

/** Near-duplicate questions and shared words of a dataset whose text is on this machine. */
export async function checkTexts(tasks: readonly PlacedTask[], corpus: Corpus): Promise<TextReport> {
  const overlaps = tasks.map(wordOverlap).filter(overlapIsHigh);
  const close = await closestOfCorpus(corpus, MOST);
  if (!close) {
    const command = `npm run embed -- --model ${CLOSENESS_SYSTEM} --dataset ${corpus.dataset.id}`;
    return { violations: [], skipped: `some tasks have no vector: \`${command}\``, overlaps };
  }
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const violations = close.queries.pairs
    .filter(({ cosine }) => cosine >= QUERY_COSINE_LIMIT)
    .map(({ a, b, cosine }) => {
      const { file, line } = byId.get(b)!;
      return {
        file,
        line,
        item: b,
        rule: "query: near-duplicate",
        message: `asks nearly what ${a} asks: cosine ${cosine.toFixed(3)}, the limit is ${QUERY_COSINE_LIMIT}.`,
        remedy: "Drop one of the two, or make its question ask for another behavior.",
      };
    });
  const [closest] = close.queries.pairs;
  return { violations, skipped: "", overlaps, ...(closest ? { closest } : {}) };
}
