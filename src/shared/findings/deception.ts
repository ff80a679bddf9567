import { capital, count, inWords, listed, percent, range, spaced } from "../format.js";
import type { DeceptionRow } from "../rows.ts";

/** Rows by bug type for one system over all domains, most deceptive first. */
export function byBugType(rows: readonly DeceptionRow[], dataset: string, system: string): DeceptionRow[] {
  return rows
    .filter(
      (row) =>
        row.dataset === dataset && row.system === system && row.domain === "all" && row.bug_type !== "all",
    )
    .sort((a, b) => b.value - a.value);
}

/** Rows by domain for one system over all bug types, most deceived first. */
export function byDomain(rows: readonly DeceptionRow[], dataset: string, system: string): DeceptionRow[] {
  return rows
    .filter(
      (row) =>
        row.dataset === dataset && row.system === system && row.bug_type === "all" && row.domain !== "all",
    )
    .sort((a, b) => b.value - a.value);
}

/** The one row over all bug types and domains. */
export const overall = (
  rows: readonly DeceptionRow[],
  dataset: string,
  system: string,
): DeceptionRow | undefined =>
  rows.find(
    (row) =>
      row.dataset === dataset && row.system === system && row.domain === "all" && row.bug_type === "all",
  );

/** Which bugs deceive, in a sentence that holds whatever the rows say. */
export function deceptionFinding(rows: readonly DeceptionRow[], dataset: string): string {
  const all = overall(rows, dataset, "all_dense");
  const types = byBugType(rows, dataset, "all_dense");
  const most = types[0];
  const least = types.at(-1);
  if (!all || !most || !least) return "Deception has not been measured on this dataset yet.";
  const opening = `A near-clone is at least as similar to the question as the code that works in ${percent(all.value)} of pairs`;
  if (most === least) return `${opening}.`;
  const apart = types.filter((row) => row.high < all.value || row.low > all.value);
  const spread = `from ${percent(least.value)} for ${spaced(least.bug_type)} to ${percent(most.value)} for ${spaced(most.bug_type)}`;
  if (apart.length === 0)
    return `${opening}, and no kind of bug stands out: ${spread}, every interval holding the overall rate.`;
  return `${opening}, ${spread}; ${inWords(apart.length)} of ${inWords(types.length)} kinds ${apart.length === 1 ? "differs" : "differ"} from the overall rate with the whole interval.`;
}

/** Where a system's rates by bug type stand against a coin, in a sentence. */
export function coinSentence(types: readonly DeceptionRow[], label: string): string {
  const named = (side: readonly DeceptionRow[]): string =>
    side.length === types.length ? "every kind of bug" : listed(side.map((row) => spaced(row.bug_type)));
  const under = types.filter((row) => row.high < 0.5);
  const over = types.filter((row) => row.low > 0.5);
  if (under.length === 0 && over.length === 0)
    return `For no kind of bug is ${label} told apart from a coin between the two versions.`;
  const parts = [
    under.length > 0 ? `better than a coin on ${named(under)}` : "",
    over.length > 0 ? `worse than a coin on ${named(over)}` : "",
  ].filter(Boolean);
  return `${capital(label)} is ${parts.join(" and ")}, with the whole interval.`;
}

/** How the overall rate stands against a coin between the two versions, as a clause. */
export function againstCoin(row: DeceptionRow): string {
  if (row.low > 0.5) return "worse than a coin";
  if (row.high >= 0.5) return "no better than a coin";
  return row.value > 0.35 ? "little better than a coin" : "better than a coin";
}

/** How often a single near-clone deceives, in a sentence; says so where no dense system was measured. */
export function pairSentence(row: DeceptionRow | undefined): string {
  if (!row) return "No dense system has been measured on this dataset yet.";
  const interval = `(${range(row.low, row.high)})`;
  return (
    `Taken one by one, a broken copy is at least as similar to the question as the original in ${percent(row.value)} of ` +
    `${count(row.pairs)} pairs ${interval}: in choosing between the two versions, similarity is ${againstCoin(row)}.`
  );
}

/** Whether some kind of bug stands out, in a sentence. */
export function favoriteSentence(rows: readonly DeceptionRow[], dataset: string): string {
  const all = overall(rows, dataset, "all_dense");
  const types = byBugType(rows, dataset, "all_dense");
  const most = types[0];
  const least = types.at(-1);
  if (!all || !most || !least || most === least) return "";
  const name = (row: DeceptionRow): string => `${spaced(row.bug_type)} (${percent(row.value)})`;
  const under = types.filter((row) => row.high < all.low);
  const over = types.filter((row) => row.low > all.high);
  if (under.length === 0 && over.length === 0)
    return `The error has no clear favorite: from ${name(least)} to ${name(most)}, the interval of every kind of bug meets the overall one.`;
  const parts = [
    under.length > 0
      ? `${listed(under.map(name))} ${under.length === 1 ? "deceives" : "deceive"} clearly less`
      : "",
    over.length > 0 ? `${listed(over.map(name))} clearly more` : "",
  ].filter(Boolean);
  return `Kinds of bug are not alike: ${parts.join(", ")} than near-clones at large; the others lie together.`;
}
