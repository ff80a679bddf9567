import { capital, count, percent, range } from "../format.js";

/** `ablations/function-length.parquet`: exec@k of one system over a third of the queries, from short functions to long ones. */
export interface FunctionLengthRow {
  dataset: string;
  system: string;
  k: number;
  /** 1 to 3, from the shortest canonicals to the longest. */
  third: number;
  /** Characters of the canonical, the least and the most in the third. */
  characters_from: number;
  characters_to: number;
  value: number;
  low: number;
  high: number;
  /** Queries in the third. */
  n: number;
  /** The longest third minus the shortest, the same in each of the three rows. */
  change: number;
  change_low: number;
  change_high: number;
}

/** Rows of one dataset and cut-off. */
export const lengthRowsAt = (
  rows: readonly FunctionLengthRow[],
  { dataset, k }: { dataset: string; k: number },
): FunctionLengthRow[] => rows.filter((row) => row.dataset === dataset && row.k === k);

/** Whether long functions are harder to find, in a sentence that holds whatever the rows say. */
export function lengthFinding(
  rows: readonly FunctionLengthRow[],
  where: { dataset: string; k: number },
): string {
  const firsts = lengthRowsAt(rows, where).filter(({ third }) => third === 1);
  if (firsts.length === 0) return "No system has been measured on this dataset yet.";
  const harder = firsts.filter(({ change_high }) => change_high < 0).length;
  const easier = firsts.filter(({ change_low }) => change_low > 0).length;
  const undecided = firsts.length - harder - easier;
  const queries = lengthRowsAt(rows, where)
    .filter(({ system }) => system === firsts[0]!.system)
    .reduce((sum, { n }) => sum + n, 0);
  const opening =
    harder + easier === 0
      ? "The length of a function decides little"
      : harder > easier
        ? "Long functions are harder to find"
        : harder < easier
          ? "Long functions are easier to find"
          : "Length cuts both ways";
  return `${opening}: from the shortest third to the longest, exec@${where.k} falls for ${harder} of ${firsts.length} systems and rises for ${easier} by more than chance would; for ${undecided} nobody can tell. ${count(queries)} queries.`;
}

/** What length does to one system, with numbers. */
export function lengthSentence(
  rows: readonly FunctionLengthRow[],
  { system, label, ...where }: { dataset: string; k: number; system: string; label: string },
): string {
  const thirds = lengthRowsAt(rows, where).filter((row) => row.system === system);
  const [short, , long] = thirds;
  if (!short || !long) return "";
  const shown = ({ value, low, high, n }: FunctionLengthRow): string =>
    `${percent(value)} (${range(low, high)}, n = ${count(n)})`;
  return capital(
    `${label} puts code that works in the first ${where.k === 1 ? "place" : count(where.k)} for ${shown(short)} of the functions of up to ${count(short.characters_to)} characters, and for ${shown(long)} of those from ${count(long.characters_from)} on.`,
  );
}
