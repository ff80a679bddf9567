import { hypergeometricCdf } from "../../src/shared/combinatorics.ts";
import { expectedExec } from "../../src/shared/density.ts";
import type { Pool } from "../../src/shared/ablation-rows.ts";
import { isDense } from "../embedding/models.ts";
import { readVectors, vectorMatrix, vectorsPath } from "../embedding/vectors.ts";
import { buildBm25, scoreBm25 } from "../retrieval/bm25.ts";
import { rankRandom } from "../retrieval/random.ts";
import { rankDense } from "../retrieval/rank-dense.ts";
import { rankScores } from "../retrieval/rank-scores.ts";
import type { Ranking, RankingCorpus } from "../retrieval/ranking.ts";
import { present } from "../tasks/corpus.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";
import { queryFacts } from "./query-facts.ts";

/** Where the first passing snippet of a query stands in the pools that the controls compare. */
export interface PoolPlaces {
  /** Own near-clones in all. */
  distractors: number;
  /** In the whole pool: own near-clones above the first passing snippet, others above it, failing others in all. */
  ownAbove: number;
  othersAbove: number;
  failingOthers: number;
  /** Among canonicals: those above the first that passes, and own near-clones above that one. */
  canonicalsAbove: number;
  ownAboveCanonical: number;
}

/** exec@k of one query in one pool; the exact expectation where items are taken away at random. */
export function execIn(pool: Pool, places: PoolPlaces, k: number): number {
  const { distractors, ownAbove, othersAbove, failingOthers, canonicalsAbove, ownAboveCanonical } = places;
  const within = (above: number): number => (above < k ? 1 : 0);
  switch (pool) {
    case "full":
      return within(ownAbove + othersAbove);
    case "without_own":
      return expectedExec({ ownAbove, othersAbove, distractors }, 0, k);
    case "random_removed":
      return ownAbove + othersAbove === Infinity
        ? 0
        : 1 - hypergeometricCdf(ownAbove + othersAbove - k, failingOthers, othersAbove, distractors);
    case "canonicals_and_own":
      return within(canonicalsAbove + ownAboveCanonical);
    case "canonicals":
      return within(canonicalsAbove);
  }
}

/** Ranking of the canonicals alone by the scores that they have in the whole pool; undefined where that needs text. */
async function rankCanonicals(
  { corpus }: Evaluation,
  { system }: EvaluatedSystem,
  canonicals: readonly number[],
): Promise<Ranking | undefined> {
  const digests = canonicals.map((snippet) => corpus.snippets[snippet]!.id);
  const base: RankingCorpus = { digests, own: canonicals.map((_, query) => [query]) };
  const tasks = corpus.tasks.map(({ id }) => id);
  if (isDense(system)) {
    const file = await readVectors(vectorsPath(corpus.dataset.id, system.id));
    const queries = vectorMatrix(file, "query", tasks);
    const passages = vectorMatrix(file, "passage", digests);
    return rankDense({ ...base, queries, passages, similarity: system.similarity });
  }
  if (system.provider === "random") return rankRandom({ ...base, queryKeys: tasks, seed: system.seed });
  if (!corpus.hasText) return undefined;
  // Scores of the whole index: another pool must not change how rare a word is.
  const index = buildBm25(
    corpus.snippets.map(({ code }) => present(code)),
    system,
  );
  const whole = new Float64Array(corpus.snippets.length);
  return rankScores(base, 50, (query, scores) => {
    scoreBm25(index, present(corpus.tasks[query]!.query), whole);
    canonicals.forEach((snippet, place) => (scores[place] = whole[snippet]!));
  });
}

/** Number of snippets of other tasks that pass each query's suite. */
function passingOthers({ corpus, own, passes }: Evaluation): number[] {
  return own.map((mine, query) => {
    let count = 0;
    for (let snippet = 0; snippet < corpus.snippets.length; snippet++)
      count += Number(passes(query, snippet));
    for (const snippet of mine) count -= Number(passes(query, snippet));
    return count;
  });
}

/** Places of every query under every system that has them, in the order of the evaluation's systems. */
export async function poolPlaces(
  evaluation: Evaluation,
): Promise<{ evaluated: EvaluatedSystem; places: PoolPlaces[] }[]> {
  const { corpus, own, systems } = evaluation;
  const canonicals = own.map(([canonical]) => canonical!);
  const passing = passingOthers(evaluation);
  const found: { evaluated: EvaluatedSystem; places: PoolPlaces[] }[] = [];
  for (const evaluated of systems) {
    const ranking = await rankCanonicals(evaluation, evaluated, canonicals);
    if (!ranking) continue;
    const alone: Evaluation = {
      ...evaluation,
      corpus: { ...corpus, snippets: canonicals.map((snippet) => corpus.snippets[snippet]!) },
      own: canonicals.map((_, query) => [query]),
      passes: (query, place) => evaluation.passes(query, canonicals[place]!),
    };
    const among = queryFacts(alone, { system: evaluated.system, ranking });
    const places = queryFacts(evaluation, evaluated).map((facts, query): PoolPlaces => {
      const { firstPassingRank, distractors } = facts;
      const first = firstOf(ranking, query, among[query]!.firstPassingRank);
      return {
        distractors,
        ownAbove: facts.ownAbove,
        othersAbove: firstPassingRank === 0 ? Infinity : facts.othersAbove,
        failingOthers: corpus.snippets.length - own[query]!.length - passing[query]!,
        canonicalsAbove: first ? among[query]!.firstPassingRank - 1 : Infinity,
        ownAboveCanonical: first
          ? ownAbove(evaluation, evaluated, query, canonicals[first.place]!, first)
          : 0,
      };
    });
    found.push({ evaluated, places });
  }
  return found;
}

/** The item at a rank of a canonicals' ranking: its place among canonicals and its similarity; undefined for rank 0. */
function firstOf(
  { top, topSimilarity, depth, own }: Ranking,
  query: number,
  rank: number,
): { place: number; similarity: number } | undefined {
  if (rank === 0) return undefined;
  if (rank > depth) return { place: query, similarity: own[query]![0]!.similarity };
  const at = query * depth + rank - 1;
  return { place: top[at]!, similarity: topSimilarity[at]! };
}

/** Own near-clones of a query that stand above a snippet, in the realized order. */
function ownAbove(
  { corpus }: Evaluation,
  { ranking }: EvaluatedSystem,
  query: number,
  snippet: number,
  { similarity }: { similarity: number },
): number {
  const id = corpus.snippets[snippet]!.id;
  return ranking.own[query]!.slice(1).filter(
    (item) =>
      item.similarity > similarity ||
      (item.similarity === similarity && corpus.snippets[item.snippet]!.id < id),
  ).length;
}
