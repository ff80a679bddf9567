import { bootstrapMean, mean, quantileSorted } from "../bootstrap.js";
import { difference, inWords, percent, range } from "../format.js";
import { resampleIndices } from "../resample.js";
import type { PerQueryRow, SystemRow } from "../rows.ts";

export interface GapRow {
  system: string;
  label: string;
  class: string;
  n: number;
  /** Share of queries whose best near-clone is strictly more similar than the canonical, with its interval. */
  below: number;
  low: number;
  high: number;
  /** Of similarity(query, canonical) − max similarity(query, own near-clone), in the system's own units. */
  mean: number;
  median: number;
  quartiles: [number, number];
}

/** Similarity of the canonical minus that of the most similar own near-clone. */
export const gapOf = (row: PerQueryRow): number => row.canonical_similarity - row.best_distractor_similarity;

/** Gap statistics of every system over the queries that have a near-clone; rows are of one dataset. */
export function gapRows(rows: readonly PerQueryRow[], systems: readonly SystemRow[]): GapRow[] {
  return systems
    .flatMap(({ system, label, class: group }) => {
      const gaps = rows.filter((row) => row.system === system && row.distractors > 0).map(gapOf);
      if (gaps.length === 0) return [];
      const sorted = [...gaps].sort((a, b) => a - b);
      const below = bootstrapMean(
        gaps.map((gap) => Number(gap < 0)),
        resampleIndices(gaps.length),
      );
      return [
        {
          system,
          label,
          class: group,
          n: gaps.length,
          below: below.value,
          low: below.low,
          high: below.high,
          mean: mean(gaps),
          median: quantileSorted(sorted, 0.5),
          quartiles: [quantileSorted(sorted, 0.25), quantileSorted(sorted, 0.75)] as [number, number],
        },
      ];
    })
    .sort((a, b) => a.below - b.below);
}

/** How often and by how little broken code wins, in a sentence that holds whatever the rows say. */
export function gapFinding(rows: readonly GapRow[]): string {
  const retrievers = rows.filter((row) => row.class !== "baseline");
  const best = retrievers[0];
  if (!best) return "No system has been measured on this dataset yet.";
  const majority = retrievers.filter((row) => row.below > 0.5).length;
  const others =
    majority === retrievers.length
      ? `; for every system that is more than half of the questions`
      : `; ${inWords(majority)} of ${inWords(retrievers.length)} systems lose more than half of the questions this way`;
  return (
    `Even for ${best.label}, some near-clone is more similar to the question than the code that works in ${percent(best.below)} ` +
    `(${range(best.low, best.high)}) of cases${others}. Its median gap is ${difference(best.median)}.`
  );
}
