import { count, inWords, percent, points } from "../format.js";
import type { LeaderboardRow, SystemRow } from "../rows.ts";
import type { Metric } from "../vocabulary.ts";

/** Rows of one dataset, metric and cut-off, best first, without chance baselines. */
export function standing(
  rows: readonly LeaderboardRow[],
  systems: readonly SystemRow[],
  dataset: string,
  metric: Metric,
  k: number,
): LeaderboardRow[] {
  const baselines = new Set(
    systems.filter((system) => system.class === "baseline").map(({ system }) => system),
  );
  return rows
    .filter(
      (row) => row.dataset === dataset && row.metric === metric && row.k === k && !baselines.has(row.system),
    )
    .sort((a, b) => b.value - a.value);
}

const couldBeFirst = (contenders: number, all: number): string =>
  contenders < all
    ? `${inWords(contenders)} of the ${inWords(all)}`
    : all === 2
      ? "either"
      : `any of the ${inWords(all)}`;

/** The leaderboard in one or two sentences, true whatever the rows say. */
export function leaderboardFinding(
  rows: readonly LeaderboardRow[],
  systems: readonly SystemRow[],
  dataset: string,
): string {
  const first = standing(rows, systems, dataset, "exec", 1);
  const best = first[0];
  if (!best) return "No system has been measured on this dataset yet.";
  const name = systems.find(({ system }) => system === best.system)?.label ?? best.system;
  const atTen = rows.find(
    (row) => row.dataset === dataset && row.system === best.system && row.metric === "exec" && row.k === 10,
  );
  const opening =
    best.value < 0.5
      ? `The best of ${inWords(first.length)} systems, ${name}, puts code that works first for only ${percent(best.value)} of ${count(best.n)} queries`
      : `The best of ${inWords(first.length)} systems, ${name}, puts code that works first for ${percent(best.value)} of ${count(best.n)} queries`;
  const reach = atTen ? `, and within its first ten results for ${percent(atTen.value)}` : "";
  const rivals = first.filter((row) => row !== best && row.rank_low === 1).length;
  const lead =
    best.rank_high === 1 && rivals === 0
      ? " Its lead is more than chance would give."
      : ` Who leads is not settled: ${couldBeFirst(rivals + 1, first.length)} could be first.`;
  return `${opening}${reach}.${first.length > 1 ? lead : ""}`;
}

/** What equal similarities could change at rank 1, in a sentence. */
export function tieSentence(
  rows: readonly LeaderboardRow[],
  systems: readonly SystemRow[],
  dataset: string,
): string {
  const tied = standing(rows, systems, dataset, "exec", 1).sort((a, b) => b.tie_share - a.tie_share);
  const most = tied[0];
  if (!most || most.tie_share < 0.0005)
    return "No query has equal similarities that could change what comes first.";
  const name = systems.find(({ system }) => system === most.system)?.label ?? most.system;
  const others = tied.slice(1).filter((row) => row.tie_share >= 0.0005).length;
  const rest =
    others === 0
      ? "No other system has such ties."
      : `${others === 1 ? "One other system has" : `${count(others)} other systems have`} such ties, on fewer queries.`;
  return (
    `Equal similarities could change what comes first for ${percent(most.tie_share)} of the queries of ${name}: its exec@1 lies between ` +
    `${percent(most.tie_worst)} with every tie lost and ${percent(most.tie_best)} with every tie won. ${rest}`
  );
}

/** What an order of ties by an id that names canonicals first would give at rank 1, in a sentence. */
export function tieOrderSentence(
  rows: readonly LeaderboardRow[],
  systems: readonly SystemRow[],
  dataset: string,
): string {
  const gains = standing(rows, systems, dataset, "exec", 1)
    .map((row) => ({ ...row, gain: row.tie_canonicals_first - row.value }))
    .sort((a, b) => b.gain - a.gain);
  const most = gains[0];
  if (!most || most.gain < 0.00005)
    return "Here an order of ties by an id that names canonicals first would raise no system’s exec@1.";
  const name = systems.find(({ system }) => system === most.system)?.label ?? most.system;
  const next = gains[1];
  const others = !next
    ? ""
    : next.gain < 0.00005
      ? " No other system would gain."
      : ` The next largest gain is ${points(next.gain)}.`;
  return (
    `Were equal similarities ordered by an id that names canonicals before near-clones, as the order of a file often does, exec@1 of ${name} would be ` +
    `${percent(most.tie_canonicals_first)} instead of ${percent(most.value)}: ${points(most.gain)} for nothing.${others}`
  );
}
