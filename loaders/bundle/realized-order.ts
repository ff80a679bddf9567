import type { Ranking } from "../retrieval/ranking.ts";
import type { RankedSystem } from "./rank-system.ts";
import type { PublishedResults } from "./read-results.ts";
import { TIE_RULES, type TieRule } from "./tie-rules.ts";

/** How many published places (query, rank, system) each rule reproduces. */
export interface RuleScore {
  rule: TieRule;
  same: number;
  places: number;
}

/** The rules, the one that reproduces most published places first. */
export function scoreRules(
  systems: readonly { ranked: RankedSystem; published: PublishedResults }[],
): RuleScore[] {
  return TIE_RULES.map((rule) => {
    const score = { rule, same: 0, places: 0 };
    for (const { ranked, published } of systems) {
      const { top, depth } = ranked.byRule.get(rule.id)!;
      published.top.forEach((results, query) =>
        results?.forEach(({ snippet }, place) => {
          score.places++;
          if (top[query * depth + place] === snippet) score.same++;
        }),
      );
    }
    return score;
  }).sort((a, b) => b.same - a.same);
}

/** A ranking in the order that counts, and in how many queries it is the published one that decides. */
export interface RealizedOrder {
  ranking: Ranking;
  /** Queries whose top differs, but only among similarities that are equal. */
  inTies: number;
  /** Queries whose top differs, but only among similarities that float32 cannot tell apart. */
  inNearTies: number;
}

/**
 * The recomputed order, with the published one where no computation can decide: where every place of a query's published
 * top has a similarity that is, within the margin of float32, the one that stands there by our computation.
 */
export function realizeOrder(
  ranking: Ranking,
  { ofPublished, margin }: Pick<RankedSystem, "ofPublished" | "margin">,
  published: PublishedResults,
): RealizedOrder {
  const realized: RealizedOrder = {
    ranking: { ...ranking, top: ranking.top.slice(), topSimilarity: ranking.topSimilarity.slice(), own: [] },
    inTies: 0,
    inNearTies: 0,
  };
  const { depth } = ranking;
  realized.ranking.own = ranking.own.map((items, query) => {
    const results = published.top[query] ?? [];
    const from = query * depth;
    const same = results.every(({ snippet }, place) => ranking.top[from + place] === snippet);
    const gaps = results.map((_, place) =>
      Math.abs(ofPublished[query]![place]! - ranking.topSimilarity[from + place]!),
    );
    const largest = Math.max(0, ...gaps);
    if (same || largest > margin) return items;
    if (largest === 0) realized.inTies++;
    else realized.inNearTies++;
    const order = putFirst(
      realized.ranking,
      query,
      results.map(({ snippet }) => snippet),
      ofPublished[query]!,
    );
    return items.map((item) => {
      const place = order.indexOf(item.snippet);
      return place < 0 ? item : { ...item, rank: place + 1 };
    });
  });
  return realized;
}

/** Puts snippets at the head of a query's kept ones, the others behind them in their order. */
function putFirst(ranking: Ranking, query: number, first: number[], similarities: number[]): number[] {
  const { depth, top, topSimilarity } = ranking;
  const from = query * depth;
  const known = new Map(first.map((snippet, place) => [snippet, similarities[place]!]));
  for (let place = 0; place < depth; place++) {
    const snippet = top[from + place]!;
    if (!known.has(snippet)) known.set(snippet, topSimilarity[from + place]!);
  }
  const kept = [...known].slice(0, depth);
  kept.forEach(([snippet, similarity], place) => {
    top[from + place] = snippet;
    topSimilarity[from + place] = similarity;
  });
  return kept.map(([snippet]) => snippet);
}
