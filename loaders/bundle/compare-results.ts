import { underEarlierName } from "../execution/outcome.ts";
import type { Outcome } from "../execution/types.ts";
import type { Ranking } from "../retrieval/ranking.ts";
import type { Comparison } from "./comparison.ts";
import type { OutcomeTable } from "./outcome-table.ts";
import { printedLike } from "./printed.ts";
import type { RankedSystem } from "./rank-system.ts";
import type { BundleData } from "./read-data.ts";
import type { PublishedResults, TopResult } from "./read-results.ts";

/** A system whose order was recomputed. */
export interface RecomputedOrder {
  /** By the tie rule, before any published place decided. */
  plain: Ranking;
  /** The order that counts. */
  ranking: Ranking;
  ranked: RankedSystem;
}

/**
 * Compares the published top results of a system with ours: snippet and similarity at each rank, what is said of the
 * snippet, and its outcomes with those of the execution cache.
 * @param order absent for a system that could not be recomputed: then only labels and outcomes are compared
 */
export function compareTopResults(
  published: PublishedResults,
  order: RecomputedOrder | undefined,
  data: BundleData,
  table: OutcomeTable,
  comparison: Comparison,
): void {
  const { file } = published;
  const printed = printedLike(published.top.flatMap((top) => top ?? []).map(({ similarity }) => similarity));
  published.top.forEach((results, query) => {
    results?.forEach((result, place) => {
      const path = `per_query/${data.queries[query]!.id}/top_results/${result.rank}`;
      if (order) {
        comparePlace(result, order, query, place, data, path, file, comparison);
        const ours = order.ranked.ofPublished[query]![place]!;
        const off = Math.abs(ours - result.similarity);
        const half = printed.tolerance(ours);
        const status = off <= half ? "equal" : off <= half + order.ranked.margin ? "within" : "different";
        comparison.add(status, {
          file,
          metric: "similarity",
          path,
          published: result.similarity,
          recomputed: ours,
          accepted: `+-${(half + order.ranked.margin).toPrecision(2)} (printed ${printed.name}, float32)`,
        });
      }
      compareFacts(result, query, data, table, path, file, comparison);
    });
  });
}

function comparePlace(
  { snippet }: TopResult,
  { plain, ranking, ranked }: RecomputedOrder,
  query: number,
  place: number,
  { snippets }: BundleData,
  path: string,
  file: string,
  comparison: Comparison,
): void {
  const at = query * plain.depth + place;
  const gap = Math.abs(ranked.ofPublished[query]![place]! - plain.topSimilarity[at]!);
  const status = plain.top[at] === snippet ? "equal" : gap <= ranked.margin ? "within" : "different";
  comparison.add(status, {
    file,
    metric: "corpus_id",
    path,
    published: snippets[snippet]!.id,
    recomputed: snippets[ranking.top[at]!]!.id,
    accepted: `a snippet whose similarity is within ${ranked.margin.toPrecision(2)} of ${plain.topSimilarity[at]!}`,
  });
}

function compareFacts(
  result: TopResult,
  query: number,
  { snippets }: BundleData,
  table: OutcomeTable,
  path: string,
  file: string,
  comparison: Comparison,
): void {
  const snippet = snippets[result.snippet]!;
  const exact = (metric: string, value: string | boolean, ours: string | boolean) =>
    comparison.addExact({ file, metric, path, published: value, recomputed: ours });
  if (result.label !== null) exact("label", result.label, snippet.correct ? "correct" : "incorrect");
  exact("bug_type", result.bugType, snippet.bugType);
  exact("passes_all_tests", result.passes, table.passes(query, result.snippet));
  if (result.outcomes) {
    exact("test_results", result.outcomes.join(","), table.outcomes(query, result.snippet).join(","));
  }
}

/** Compares outcomes of the bundle's cache with those of our own runner, pair by pair. */
export function compareExecution(
  file: string,
  data: BundleData,
  cached: (query: number, snippet: number) => readonly Outcome[] | undefined,
  here: ReadonlyMap<string, readonly Outcome[]>,
  comparison: Comparison,
): void {
  for (const [key, ours] of here) {
    const [query, snippet] = key.split(" ").map(Number) as [number, number];
    const theirs = cached(query, snippet)?.map(underEarlierName);
    if (!theirs) continue;
    const path = `${data.queries[query]!.id}/${data.snippets[snippet]!.id}`;
    const passes = (outcomes: readonly Outcome[]) => outcomes.every((outcome) => outcome === "pass");
    const cell = { file, path };
    comparison.addExact({ ...cell, metric: "verdict", published: passes(theirs), recomputed: passes(ours) });
    comparison.addExact({
      ...cell,
      metric: "outcomes",
      published: theirs.join(","),
      recomputed: ours.join(","),
    });
  }
}
