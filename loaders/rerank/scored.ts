import { costOf } from "../api/cost.ts";
import { pairKey } from "./executed-file.ts";
import { likelihoodScores, type PairScore } from "./likelihood-scores.ts";
import { readRerankers, recipeOf, type RerankerEntry } from "./registry.ts";
import { readScores, type ScoreRow, scorePathsOf } from "./score-file.ts";

/** A reranker whose scores are frozen. */
export interface ScoredReranker {
  id: string;
  /** The list that a listwise reranker ordered; empty and 0 for one that scores pairs. */
  firstStage: string;
  k: number;
  /** By `pairKey`. */
  scores: ReadonlyMap<string, PairScore>;
}

/** Every reranker with frozen scores on a dataset. Scores of another recipe than the registry's are not used. */
export async function scoredRerankers(dataset: string): Promise<ScoredReranker[]> {
  const likelihoods = [...(await likelihoodScores(dataset))].map(([id, scores]) => ({
    id,
    firstStage: "",
    k: 0,
    scores,
  }));
  const registered: ScoredReranker[] = [];
  for (const entry of readRerankers()) {
    for (const path of scorePathsOf(dataset, entry.id)) {
      const { recipe, firstStage, k, rows } = await readScores(path);
      if (recipe !== recipeOf(entry)) continue;
      const scores = new Map(rows.map((row) => [pairKey(row.query, row.item), pairScore(entry, row)]));
      registered.push({ id: entry.id, firstStage, k, scores });
    }
  }
  return [...likelihoods, ...registered];
}

function pairScore(entry: RerankerEntry, { score, ms, input_tokens, output_tokens }: ScoreRow): PairScore {
  const price = entry.kind === "cross-encoder" ? undefined : entry.price;
  const free = entry.kind === "cross-encoder" ? 0 : Number.NaN;
  const usd = price ? costOf(price, { input: input_tokens, output: output_tokens }) : free;
  return { score, ms, tokens: input_tokens + output_tokens, usd };
}
