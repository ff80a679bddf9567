import { isMechanical } from "../../src/shared/vocabulary.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";

/** What one system's ranking of one query says: everything that the per-query analyses need. */
export interface QueryFacts {
  /** Index of the query's task. */
  query: number;
  /** Verdicts of the kept head of the ranking, from rank 1 on. */
  passing: boolean[];
  /** 1-based rank of the first passing snippet in the complete ranking; 0 where nothing passes. */
  firstPassingRank: number;
  canonicalRank: number;
  canonicalSimilarity: number;
  /** Highest similarity among own distractors that are mechanical edits; NaN when the query has none. */
  bestDistractorSimilarity: number;
  /** Own distractors above the first passing snippet, others above it, and own distractors in all. */
  ownAbove: number;
  othersAbove: number;
  distractors: number;
  rank1: "passing" | "own_distractor" | "other_canonical" | "other_distractor";
}

function kindAtRank1(evaluation: Evaluation, query: number, snippet: number): QueryFacts["rank1"] {
  if (evaluation.passes(query, snippet)) return "passing";
  if (evaluation.own[query]!.includes(snippet)) return "own_distractor";
  return evaluation.corpus.snippets[snippet]!.kind === "canonical" ? "other_canonical" : "other_distractor";
}

function factsOf(evaluation: Evaluation, { ranking }: EvaluatedSystem, query: number): QueryFacts {
  const { depth, top } = ranking;
  const head = Array.from(top.subarray(query * depth, (query + 1) * depth));
  const passing = head.map((snippet) => evaluation.passes(query, snippet));
  const [canonical, ...distractors] = ranking.own[query]!;
  if (!canonical) throw new Error(`query ${query} has no canonical in its ranking`);
  const canonicalPasses = evaluation.passes(query, canonical.snippet);
  const inHead = passing.indexOf(true) + 1;
  const firstPassingRank = inHead > 0 ? inHead : canonicalPasses ? canonical.rank : 0;
  const mechanical = distractors.filter(({ snippet }) =>
    isMechanical(evaluation.corpus.snippets[snippet]!.bugType),
  );
  const ownAbove = distractors.filter(({ rank }) => rank < firstPassingRank).length;
  return {
    query,
    passing,
    firstPassingRank,
    canonicalRank: canonical.rank,
    canonicalSimilarity: canonical.similarity,
    bestDistractorSimilarity: mechanical.length
      ? Math.max(...mechanical.map(({ similarity }) => similarity))
      : Number.NaN,
    ownAbove,
    othersAbove: Math.max(0, firstPassingRank - 1 - ownAbove),
    distractors: distractors.length,
    rank1: kindAtRank1(evaluation, query, head[0]!),
  };
}

const known = new WeakMap<EvaluatedSystem, QueryFacts[]>();

/** Facts of every query under one system, computed once. */
export function queryFacts(evaluation: Evaluation, system: EvaluatedSystem): QueryFacts[] {
  let facts = known.get(system);
  if (!facts) {
    facts = evaluation.corpus.tasks.map((_, query) => factsOf(evaluation, system, query));
    known.set(system, facts);
  }
  return facts;
}
