import { ascending } from "d3-array";
import { capital, count, inWords, percent, spaced, tally } from "../format.js";
import type { PerQueryRow, SystemRow } from "../rows.ts";

export interface SolvedQuery {
  query: string;
  domain: string;
  /** Systems that put code that works first. */
  solved: number;
  solvers: string[];
}

/** For each query, which retrieval systems solve it at rank 1. Rows are of one dataset. */
export function solvedQueries(rows: readonly PerQueryRow[], systems: readonly SystemRow[]): SolvedQuery[] {
  const labels = new Map(
    systems.filter(({ class: group }) => group !== "baseline").map((row) => [row.system, row.label]),
  );
  const byQuery = new Map<string, SolvedQuery>();
  for (const row of rows) {
    const label = labels.get(row.system);
    if (label === undefined) continue;
    const entry = byQuery.get(row.query) ?? { query: row.query, domain: row.domain, solved: 0, solvers: [] };
    if (row.first_passing_rank === 1) {
      entry.solved++;
      entry.solvers.push(label);
    }
    byQuery.set(row.query, entry);
  }
  return [...byQuery.values()].sort((a, b) => ascending(a.query, b.query));
}

export interface SolvedCount {
  solved: number;
  queries: number;
  /** Queries that one would expect if systems succeeded independently, each at its own rate. */
  independent: number;
}

/** How many queries are solved by 0, 1, 2, ... systems, beside what independent systems of the same rates would give. */
export function solvedDistribution(queries: readonly SolvedQuery[], rates: readonly number[]): SolvedCount[] {
  // The distribution of a sum of independent successes with unequal rates, one system folded in after the other.
  let chances = [1];
  for (const rate of rates) {
    const next = new Array<number>(chances.length + 1).fill(0);
    chances.forEach((chance, solved) => {
      next[solved]! += chance * (1 - rate);
      next[solved + 1]! += chance * rate;
    });
    chances = next;
  }
  return chances.map((chance, solved) => ({
    solved,
    queries: queries.filter((query) => query.solved === solved).length,
    independent: chance * queries.length,
  }));
}

export interface DomainRate {
  domain: string;
  system: string;
  value: number;
  n: number;
}

/** exec@1 of each system in each domain. */
export function domainRates(rows: readonly PerQueryRow[], systems: readonly SystemRow[]): DomainRate[] {
  const domains = [...new Set(rows.map(({ domain }) => domain))].sort();
  return domains.flatMap((domain) =>
    systems.flatMap(({ system }) => {
      const own = rows.filter((row) => row.domain === domain && row.system === system);
      if (own.length === 0) return [];
      const solved = own.filter((row) => row.first_passing_rank === 1).length;
      return [{ domain, system, value: solved / own.length, n: own.length }];
    }),
  );
}

/** Mean over retrieval systems by domain, hardest first. */
export function domainMeans(
  rates: readonly DomainRate[],
  systems: readonly SystemRow[],
): { domain: string; value: number }[] {
  const retrievers = new Set(
    systems.filter(({ class: group }) => group !== "baseline").map(({ system }) => system),
  );
  return [...new Set(rates.map(({ domain }) => domain))]
    .map((domain) => {
      const own = rates.filter((row) => row.domain === domain && retrievers.has(row.system));
      return { domain, value: own.reduce((sum, row) => sum + row.value, 0) / own.length };
    })
    .sort((a, b) => a.value - b.value);
}

/** Whether systems fail together, in a sentence that holds whatever the rows say. */
export function difficultyFinding(distribution: readonly SolvedCount[], total: number): string {
  const none = distribution[0];
  const all = distribution.at(-1);
  if (!none || !all || total === 0) return "No system has been measured on this dataset yet.";
  const systems = distribution.length - 1;
  const together = none.queries > none.independent && all.queries > all.independent;
  const opening = `${capital(tally(none.queries))} of ${count(total)} questions ${none.queries === 1 ? "is" : "are"} solved at rank 1 by none of the ${inWords(systems)} systems and ${tally(all.queries)} by all of them`;
  return together
    ? `${opening}, more at both ends than independent systems would give (${none.independent.toFixed(0)} and ${all.independent.toFixed(0)}): they fail on the same questions.`
    : `${opening}; independent systems of the same strength would give ${none.independent.toFixed(0)} and ${all.independent.toFixed(0)}.`;
}

/** The hardest and the easiest domain in a sentence. */
export function domainSentence(means: readonly { domain: string; value: number }[]): string {
  const hardest = means[0];
  const easiest = means.at(-1);
  if (!hardest || !easiest || hardest === easiest) return "This dataset knows no domains.";
  return `Averaged over systems, ${spaced(hardest.domain)} is hardest (${percent(hardest.value)} solved at rank 1) and ${spaced(easiest.domain)} easiest (${percent(easiest.value)}).`;
}
