import { count, inWords, tally } from "../format.js";
import type { ClaimRow } from "../rows.ts";

export const VERDICTS = ["holds", "does_not_hold", "cannot_tell"] as const;
export type Verdict = (typeof VERDICTS)[number];

export const VERDICT_WORDS: Record<Verdict, string> = {
  holds: "holds",
  does_not_hold: "does not hold",
  cannot_tell: "cannot tell",
};

/** How many published claims our data supports, in a sentence that holds whatever the rows say. */
export function claimsFinding(rows: readonly ClaimRow[], label: string): string {
  if (rows.length === 0) return "No claim has been checked on this dataset yet.";
  const of = (verdict: Verdict): number => rows.filter((row) => row.verdict === verdict).length;
  return `Of ${count(rows.length)} published claims, ${tally(of("holds"))} hold on ${label}, ${tally(of("does_not_hold"))} ${of("does_not_hold") === 1 ? "does" : "do"} not, and on ${inWords(of("cannot_tell")) === "no" ? "none" : inWords(of("cannot_tell"))} these data cannot tell.`;
}
