import { inWords, rate } from "../format.js";
import type { LeaderboardRow, SystemRow } from "../rows.ts";
import { standing } from "./leaderboard.js";

export interface IdentityRow {
  system: string;
  label: string;
  exec: number;
  ndcg: number;
  execRank: number;
  ndcgRank: number;
}

/** Both metrics of each retrieval system at one cut-off, with ranks (equal values share the better rank). */
export function identityRows(
  rows: readonly LeaderboardRow[],
  systems: readonly SystemRow[],
  dataset: string,
  k: number,
): IdentityRow[] {
  const exec = standing(rows, systems, dataset, "exec", k);
  const ndcg = new Map(standing(rows, systems, dataset, "ndcg", k).map((row) => [row.system, row]));
  const both = exec.flatMap((row) => {
    const other = ndcg.get(row.system);
    const label = systems.find(({ system }) => system === row.system)?.label ?? row.system;
    return other
      ? [
          {
            system: row.system,
            label,
            exec: row.value,
            ndcg: other.value,
            execRank: row.rank,
            ndcgRank: other.rank,
          },
        ]
      : [];
  });
  // Systems that tie by execution stand in the order of the other metric: a tie is no disagreement.
  return both.sort((a, b) => b.exec - a.exec || b.ndcg - a.ndcg);
}

/** Pairs of systems that the two metrics put in strictly opposite order. */
export function disagreements(rows: readonly IdentityRow[]): [IdentityRow, IdentityRow][] {
  return rows.flatMap((a, at) =>
    rows
      .slice(at + 1)
      .flatMap((b): [IdentityRow, IdentityRow][] =>
        (a.exec - b.exec) * (a.ndcg - b.ndcg) < 0 ? [[a, b]] : [],
      ),
  );
}

/** Whether identity and execution crown the same system, in a sentence that holds whatever the rows say. */
export function identityFinding(byCutoff: ReadonlyMap<number, readonly IdentityRow[]>): string {
  const first = byCutoff.get(1) ?? [];
  if (first.length === 0) return "No system has been measured on this dataset yet.";
  const same = first.every((row) => Math.abs(row.exec - row.ndcg) < 1e-9);
  const opening = same
    ? "At rank 1, ranking by identity and ranking by execution are the same number for every system"
    : "At rank 1, identity and execution already differ, because some question is answered by code that is not its canonical";
  const later = [...byCutoff]
    .filter(([k]) => k > 1)
    .map(([k, rows]) => ({
      k,
      pairs: disagreements(rows).length,
      all: (rows.length * (rows.length - 1)) / 2,
    }));
  const most = [...later].sort((a, b) => b.pairs - a.pairs)[0];
  if (!most || most.pairs === 0)
    return `${opening}; further down they put no pair of systems in opposite order.`;
  return `${opening}; at k = ${most.k} they put ${inWords(most.pairs)} of ${inWords(most.all)} pairs of systems in opposite order.`;
}

/** The widest disagreement at one cut-off, in a sentence. */
export function widestDisagreement(rows: readonly IdentityRow[], k: number): string {
  const gap = ([a, b]: [IdentityRow, IdentityRow]): number =>
    Math.min(Math.abs(a.exec - b.exec), Math.abs(a.ndcg - b.ndcg));
  const widest = disagreements(rows).sort((x, y) => gap(y) - gap(x))[0];
  if (!widest) return `At k = ${k} the two metrics agree on the order of every pair.`;
  const [ahead, behind] = widest[0].exec > widest[1].exec ? widest : [widest[1], widest[0]];
  return `At k = ${k}, ${ahead.label} leads ${behind.label} by exec@${k} (${rate(ahead.exec)} to ${rate(behind.exec)}) and trails it by ndcg@${k} (${rate(ahead.ndcg)} to ${rate(behind.ndcg)}).`;
}
