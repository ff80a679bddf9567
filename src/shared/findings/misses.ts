import { bootstrapRatio } from "../bootstrap.js";
import { inWords, percent, range } from "../format.js";
import { resampleIndices } from "../resample.js";
import type { PerQueryRow, SystemRow } from "../rows.ts";

/** What stands at rank 1, in the order in which it is drawn. */
export const RANK1_KINDS = ["passing", "own_distractor", "other_canonical", "other_distractor"] as const;
export type Rank1Kind = (typeof RANK1_KINDS)[number];

export const RANK1_LABELS: Record<Rank1Kind, string> = {
  passing: "code that works",
  own_distractor: "a near-clone of its own",
  other_canonical: "another task’s canonical",
  other_distractor: "another task’s near-clone",
};

export interface MissRow {
  system: string;
  label: string;
  class: string;
  n: number;
  counts: Record<Rank1Kind, number>;
  misses: number;
  /** Share of the misses that are the query's own near-clones, with its interval over queries. */
  own: number;
  low: number;
  high: number;
}

/** Rank 1 of every system taken apart; most successes first. Rows are of one dataset. */
export function missRows(rows: readonly PerQueryRow[], systems: readonly SystemRow[]): MissRow[] {
  const queries = new Set(rows.map(({ query }) => query)).size;
  const resamples = resampleIndices(queries);
  return systems
    .flatMap(({ system, label, class: group }) => {
      const own = rows.filter((row) => row.system === system);
      if (own.length === 0) return [];
      const counts = Object.fromEntries(
        RANK1_KINDS.map((kind) => [kind, own.filter((row) => row.rank1_kind === kind).length]),
      ) as Record<Rank1Kind, number>;
      const missed = own.map((row) => Number(row.rank1_kind !== "passing"));
      const byOwn = own.map((row) => Number(row.rank1_kind === "own_distractor"));
      const misses = own.length - counts.passing;
      const share = misses === 0 ? { value: 0, low: 0, high: 0 } : bootstrapRatio(byOwn, missed, resamples);
      return [
        {
          system,
          label,
          class: group,
          n: own.length,
          counts,
          misses,
          own: share.value,
          low: share.low,
          high: share.high,
        },
      ];
    })
    .sort((a, b) => b.counts.passing - a.counts.passing);
}

/** What stands at rank 1 instead, in a sentence that holds whatever the rows say. */
export function missesFinding(rows: readonly MissRow[]): string {
  const retrievers = rows.filter((row) => row.class !== "baseline");
  const best = retrievers[0];
  if (!best) return "No system has been measured on this dataset yet.";
  if (best.misses === 0) return `${best.label} puts code that works first for every question.`;
  const mostly = retrievers.filter((row) => row.misses > 0 && row.own > 0.5).length;
  const rest =
    mostly === retrievers.length
      ? ` The same holds for more than half of the misses of every system.`
      : ` Own near-clones make up more than half of the misses for ${inWords(mostly)} of ${inWords(retrievers.length)} systems.`;
  return (
    `When ${best.label} is wrong at rank 1, a broken copy of the right code stands there in ${percent(best.own)} of cases ` +
    `(${range(best.low, best.high)}).${rest}`
  );
}
