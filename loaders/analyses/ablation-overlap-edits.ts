import { bootstrapRatio, mean } from "../../src/shared/bootstrap.ts";
import { resampleIndices } from "../../src/shared/resample.ts";
import type { OverlapEditRow } from "../../src/shared/ablation-rows.ts";
import { BUG_TYPES } from "../../src/shared/vocabulary.ts";
import { present } from "../tasks/corpus.ts";
import { bagOfTokens, bagOfWords, contentWords, wordOverlap } from "./ablation-words.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { round6 } from "./round.ts";

/** Whether near-clones differ from their canonical in words, in tokens, and in what they share with the question. */
export function overlapEditRows(evaluation: Evaluation): OverlapEditRow[] {
  const { corpus, own } = evaluation;
  if (!corpus.hasText) return [];
  const pairs = own.flatMap(([first, ...others], query) => {
    if (others.length === 0) return [];
    const words = contentWords(present(corpus.tasks[query]!.query));
    const look = (snippet: number) => {
      const code = present(corpus.snippets[snippet]!.code);
      return {
        words: bagOfWords(code),
        tokens: bagOfTokens(code),
        overlap: wordOverlap(words, contentWords(code)).containment,
      };
    };
    const canonical = look(first!);
    return others.map((snippet) => {
      const { words: w, tokens, overlap } = look(snippet);
      return {
        query,
        bugType: corpus.snippets[snippet]!.bugType,
        sameWords: Number(w === canonical.words),
        sameTokens: Number(tokens === canonical.tokens),
        lower: Number(overlap < canonical.overlap),
        higher: Number(overlap > canonical.overlap),
      };
    });
  });
  const resamples = resampleIndices(own.length);
  return ["all", ...BUG_TYPES].flatMap((bugType): OverlapEditRow[] => {
    const chosen = pairs.filter((pair) => bugType === "all" || pair.bugType === bugType);
    if (chosen.length === 0) return [];
    const sums = (of: (pair: (typeof pairs)[number]) => number): Float64Array => {
      const byQuery = new Float64Array(own.length);
      for (const pair of chosen) byQuery[pair.query]! += of(pair);
      return byQuery;
    };
    const counts = sums(() => 1);
    const sameWords = bootstrapRatio(
      sums((pair) => pair.sameWords),
      counts,
      resamples,
    );
    const sameTokens = bootstrapRatio(
      sums((pair) => pair.sameTokens),
      counts,
      resamples,
    );
    return [
      {
        dataset: corpus.dataset.id,
        bug_type: bugType,
        same_words: round6(sameWords.value),
        words_low: round6(sameWords.low),
        words_high: round6(sameWords.high),
        same_tokens: round6(sameTokens.value),
        tokens_low: round6(sameTokens.low),
        tokens_high: round6(sameTokens.high),
        overlap_lower: round6(mean(chosen.map(({ lower }) => lower))),
        overlap_higher: round6(mean(chosen.map(({ higher }) => higher))),
        pairs: chosen.length,
        n: counts.filter((value) => value > 0).length,
      },
    ];
  });
}
