import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";
import type { QueryFacts } from "./query-facts.ts";

/**
 * What a query's kept head would be if equal similarities were ordered by an id that names canonicals before
 * near-clones, as file orders often do: what the tie rule of this project keeps out. Within each kind the realized
 * order stays. Equal similarities beyond the kept head are not looked at.
 */
export function canonicalsFirst(
  { corpus }: Evaluation,
  { ranking }: EvaluatedSystem,
  { query, passing, canonicalRank }: QueryFacts,
): Pick<QueryFacts, "passing" | "canonicalRank"> {
  const from = query * ranking.depth;
  const similarity = ranking.topSimilarity.subarray(from, from + ranking.depth);
  if (!similarity.some((value, place) => place > 0 && value === similarity[place - 1]))
    return { passing, canonicalRank };
  const isOther = (place: number): number =>
    Number(corpus.snippets[ranking.top[from + place]!]!.kind !== "canonical");
  const places = Array.from(similarity.keys()).sort(
    (a, b) => similarity[b]! - similarity[a]! || isOther(a) - isOther(b) || a - b,
  );
  return {
    passing: places.map((place) => passing[place]!),
    canonicalRank: canonicalRank > ranking.depth ? canonicalRank : places.indexOf(canonicalRank - 1) + 1,
  };
}
