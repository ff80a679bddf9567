import { isMechanical } from "../../src/shared/vocabulary.ts";
import { isEditBeyondLimit } from "../embedding/edit-beyond-limit.ts";
import type { Snippet } from "../tasks/corpus.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";

/** A (query, own selected distractor, system) triple. */
export interface Triple {
  query: number;
  distractor: Snippet;
  /** The distractor is at least as similar to the query as the canonical (paper, section 5.5). */
  deceived: boolean;
  /** The edit lies beyond what the system read, so that the two have one vector and it is deceived by necessity. */
  unseen: boolean;
}

/** Every triple of one system whose distractor is a mechanical edit, query by query. */
export function triplesOf({ corpus }: Evaluation, { ranking, cut }: EvaluatedSystem): Triple[] {
  return ranking.own.flatMap(([canonical, ...distractors], query) => {
    const { codeCharacters } = corpus.snippets[canonical!.snippet]!;
    const read = cut?.get(canonical!.snippet) ?? codeCharacters;
    return distractors.flatMap(({ snippet, similarity }) => {
      const distractor = corpus.snippets[snippet]!;
      if (!isMechanical(distractor.bugType)) return [];
      return [
        {
          query,
          distractor,
          deceived: similarity >= canonical!.similarity,
          unseen: isEditBeyondLimit(distractor.editOffset, read, codeCharacters),
        },
      ];
    });
  });
}
