import { count, inWords, percent, points, rate } from "../format.js";
import type { PairedRow } from "../rows.ts";

/** Family-wise level at which a difference counts as shown. */
export const LEVEL = 0.05;

/** Whether a row's difference is shown: by McNemar after Holm for exec@k, by the interval for continuous metrics. */
export function isShown(row: PairedRow): boolean {
  return Number.isNaN(row.p_holm) ? row.low > 0 || row.high < 0 : row.p_holm < LEVEL;
}

/** Which differences between systems are real, in a sentence that holds whatever the rows say. */
export function pairedFinding(rows: readonly PairedRow[], name: (system: string) => string): string {
  const first = rows[0];
  if (!first) return "No two systems have been compared on this dataset yet.";
  const shown = rows.filter(isShown);
  const detectable = [...rows].map((row) => row.detectable).sort((a, b) => a - b);
  const middle = detectable[Math.floor(detectable.length / 2)] ?? NaN;
  const limit = Number.isFinite(middle)
    ? ` With ${count(first.n)} queries, a true difference has to be about ${points(middle)} to be seen in the typical pair.`
    : "";
  if (shown.length === 0)
    return `${rows.length === 1 ? "The one pair of retrieval systems does not differ" : `None of the ${inWords(rows.length)} pairs of retrieval systems differs`} by more than chance would give.${limit}`;
  const widest = shown.reduce((best, row) => (Math.abs(row.delta) > Math.abs(best.delta) ? row : best));
  const [ahead, behind] = widest.delta > 0 ? [widest.a, widest.b] : [widest.b, widest.a];
  return `${shown.length === rows.length ? "All" : count(shown.length)} of ${count(rows.length)} pairs of retrieval systems differ by more than chance would give, ${name(ahead)} and ${name(behind)} most (${points(widest.delta)}).${limit}`;
}

/** One pair in words: who wins which queries, and what the test says. */
export function pairSentence(row: PairedRow, name: (system: string) => string): string {
  const verdict = isShown(row)
    ? "a difference that chance would rarely give"
    : "no difference that these queries can show";
  const counts = Number.isNaN(row.p)
    ? ""
    : `Both succeed on ${count(row.both)} queries, neither on ${count(row.neither)}; ${name(row.a)} alone on ${count(row.a_only)}, ${name(row.b)} alone on ${count(row.b_only)}. Exact McNemar p = ${pValue(row.p)}, ${pValue(row.p_holm)} after Holm: ${verdict}. `;
  return `${counts}The mean difference is ${row.delta < 0 ? "−" : "+"}${points(row.delta)} (95% interval ${rate(row.low)} to ${rate(row.high)})${Number.isNaN(row.p) ? `: ${verdict}` : ""}.`;
}

/** A p value as it is printed: three decimals, or a bound. */
export const pValue = (p: number): string => (Number.isNaN(p) ? "–" : p < 0.001 ? "< 0.001" : p.toFixed(3));

/** Share of all queries on which a pair disagrees. */
export const discordance = (row: PairedRow): string => percent((row.a_only + row.b_only) / row.n);
