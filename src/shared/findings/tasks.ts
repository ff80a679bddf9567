import { capital, count, inWords, tally } from "../format.js";

interface TaskFacts {
  domain: string;
  mutants: number;
  survivors: number;
  solved: number;
  measured: number;
}

/** How many tasks every system, and no system, solves, in a sentence that holds whatever the rows say. */
export function tasksFinding(rows: readonly TaskFacts[], label: string): string {
  const domains = new Set(rows.map(({ domain }) => domain)).size;
  const opening = `${label}: ${count(rows.length)} tasks${domains > 1 ? ` in ${inWords(domains)} domains` : ""}`;
  const measured = rows.filter((row) => row.measured > 0);
  if (measured.length === 0) return `${opening}; no system has been measured on them here.`;
  const none = measured.filter(({ solved }) => solved === 0).length;
  const every = measured.filter((row) => row.solved === row.measured).length;
  const solved = every === 0 ? "None is" : every === 1 ? "One is" : `${capital(inWords(every))} are`;
  return `${opening}. ${solved} solved at rank 1 by every system measured, and ${tally(none)} by no system; open any of them.`;
}
