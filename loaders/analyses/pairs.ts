import type { Snippet } from "../tasks/corpus.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";

/** A (query, own selected distractor, system) triple. */
export interface Triple {
  query: number;
  distractor: Snippet;
  /** The distractor is at least as similar to the query as the canonical (paper, section 5.5). */
  deceived: boolean;
}

/** Every triple of one system, query by query. */
export function triplesOf({ corpus }: Evaluation, { ranking }: EvaluatedSystem): Triple[] {
  return ranking.own.flatMap(([canonical, ...distractors], query) =>
    distractors.map(({ snippet, similarity }) => ({
      query,
      distractor: corpus.snippets[snippet]!,
      deceived: similarity >= canonical!.similarity,
    })),
  );
}
