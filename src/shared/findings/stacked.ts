import { count, inWords, listed, percent, pointsRange, range, signedPoints } from "../format.js";
import type { StackedMadeRow, StackedRateRow, StackedSelectionRow } from "../rows.ts";
import { ALL_FAMILIES } from "../vocabulary.js";

/** Rows of one setting by number of bugs, one bug first. */
export function stackedPath(
  rows: readonly StackedRateRow[],
  where: { dataset: string; source: string; system?: string; queries?: string; variants?: string },
): StackedRateRow[] {
  const { dataset, source, system = ALL_FAMILIES, queries = "matched", variants = "failing" } = where;
  return rows
    .filter(
      (row) =>
        row.dataset === dataset &&
        row.source === source &&
        row.system === system &&
        row.queries === queries &&
        row.variants === variants,
    )
    .sort((a, b) => a.count - b.count);
}

const isTold = (row: StackedRateRow): boolean => row.delta_high < 0 || row.delta_low > 0;

const bugs = (value: number): string => `${inWords(value)} ${value === 1 ? "bug" : "bugs"}`;

const changeOf = (row: StackedRateRow): string =>
  `${signedPoints(row.delta)} (${pointsRange(row.delta_low, row.delta_high)})`;

/** A change this small is called none; the rule of the claims has it, too. */
const MARGIN = 0.05;

/** −1 when the change at the most bugs is told to be a drop, 1 a rise, 0 when it is not told from zero. */
const directionOf = (path: readonly StackedRateRow[]): number => {
  const last = path.at(-1)!;
  return isTold(last) ? Math.sign(last.delta) : 0;
};

/** What both comparisons say together: bugs of the four selected near-clones, and of the valid pool. */
function opening(paths: readonly (readonly StackedRateRow[])[]): string {
  const directions = paths.map(directionOf);
  const falls = directions.filter((direction) => direction < 0).length;
  const rises = directions.filter((direction) => direction > 0).length;
  if (falls === paths.length) return "More bugs in a snippet push it away from the question";
  if (rises === paths.length) return "More bugs in a snippet draw it nearer to the question";
  if (falls + rises === 2)
    return "More bugs push a snippet away in one comparison and draw it nearer in the other";
  if (falls === 1) return "In one of two comparisons, more bugs push a snippet away from the question";
  if (rises === 1) return "In one of two comparisons, more bugs draw a snippet nearer to the question";
  const later = paths.flatMap((path) => path.slice(1));
  if (later.some(isTold)) return "More bugs in a snippet make no steady difference";
  return later.every((row) => row.delta_low > -MARGIN && row.delta_high < MARGIN)
    ? "More bugs in a snippet do not push it away from the question"
    : "These questions cannot tell whether more bugs push a snippet away";
}

/** Whether several bugs give a snippet away, in a sentence that holds whatever the rows say. */
export function stackedFinding(rows: readonly StackedRateRow[], dataset: string): string {
  const path = stackedPath(rows, { dataset, source: "selected" });
  const pool = stackedPath(rows, { dataset, source: "pool" });
  const [one, ...later] = path;
  const last = later.at(-1);
  if (!one || !last) return "Snippets with several bugs have not been measured on this dataset yet.";
  const sixth = pool.length > 1 ? pool.at(-1) : undefined;
  const further = sixth
    ? `; from one to ${inWords(sixth.count)} of the whole valid pool, of ${changeOf(sixth)} over ${count(sixth.n)}`
    : "";
  return (
    `${opening(sixth ? [path, pool] : [path])}: it is at least as similar as the code that works in ${percent(one.value)} of cases with one bug, in ` +
    `${listed(later.map(({ value }) => percent(value)))} with ${listed(later.map((row) => inWords(row.count)))}. ` +
    `From one to ${inWords(last.count)} that is a change of ${changeOf(last)} over ${count(last.n)} queries${further}.`
  );
}

/** What the queries at hand could have shown, for each number of bugs whose change is not told from zero. */
export function powerSentence(path: readonly StackedRateRow[]): string {
  const open = path.slice(1).filter((row) => !isTold(row) && Number.isFinite(row.detectable));
  if (open.length === 0) return "";
  const needed = open.map((row) => (100 * row.detectable).toFixed(1));
  return `With ${listed(open.map((row) => inWords(row.count)))} bugs, a change has to be about ${listed(needed)} points to be seen in these ${count(open[0]!.n)} queries.`;
}

/** Between which systems the change at the most bugs lies, in a sentence. */
export function systemsSentence(
  paths: readonly { label: string; path: readonly StackedRateRow[] }[],
): string {
  const ends = paths
    .flatMap(({ label, path }) => (path.length > 1 ? [{ label, row: path.at(-1)! }] : []))
    .sort((a, b) => a.row.delta - b.row.delta);
  const [least, most] = [ends[0], ends.at(-1)];
  if (!least || !most) return "";
  const told = ends.filter(({ row }) => isTold(row));
  const parts = [
    told.filter(({ row }) => row.delta < 0).length,
    told.filter(({ row }) => row.delta > 0).length,
  ] as const;
  const verdict =
    told.length === 0
      ? "and no interval excludes zero"
      : `with an interval that excludes zero for ${[
          parts[0] > 0 ? `${inWords(parts[0])} that ${parts[0] === 1 ? "falls" : "fall"}` : "",
          parts[1] > 0 ? `${inWords(parts[1])} that ${parts[1] === 1 ? "rises" : "rise"}` : "",
        ]
          .filter(Boolean)
          .join(" and ")}`;
  if (least === most)
    return `For ${least.label}, ${bugs(least.row.count)} change the rate by ${changeOf(least.row)}.`;
  return `From one bug to ${inWords(least.row.count)}, the change runs from ${changeOf(least.row)} (${least.label}) to ${changeOf(most.row)} (${most.label}), ${verdict}.`;
}

/** What happens beyond four bugs, where the valid pool gives more, in a sentence. */
export function poolSentence(rows: readonly StackedRateRow[], dataset: string): string {
  const path = stackedPath(rows, { dataset, source: "pool" });
  const [one, last] = [path[0], path.at(-1)];
  if (!one || !last || one === last) return "";
  return (
    `Mutants drawn from the whole valid pool go further: over the ${count(last.n)} queries that admit every number up to ${inWords(last.count)}, ` +
    `the rate is ${percent(one.value)} (${range(one.low, one.high)}) with one bug and ${percent(last.value)} (${range(last.low, last.high)}) with ${inWords(last.count)}, ` +
    `a change of ${changeOf(last)}${isTold(last) ? "" : ", which is not told from zero"}.`
  );
}

/** How the compared queries differ from the others before any bug is added, in a sentence. */
export function selectionSentence(
  rows: readonly StackedSelectionRow[],
  dataset: string,
  source: string,
): string {
  const row = rows.find((r) => r.dataset === dataset && r.source === source && r.system === ALL_FAMILIES);
  if (!row) return "";
  const verdict =
    row.low > 0 || row.high < 0
      ? `so they are not a random part of them`
      : `which does not tell them from a random part`;
  return (
    `Only queries that admit every number of bugs are compared. Their single bugs deceive in ${percent(row.matched)}, those of all ${count(row.n_all)} queries with such bugs in ` +
    `${percent(row.all)}: ${signedPoints(row.difference)} (${pointsRange(row.low, row.high)}), ${verdict}.`
  );
}

/** Which part of a dataset was combined, where it was not all of it. */
export function drawnSentence(
  made: readonly StackedMadeRow[],
  where: { dataset: string; source: string },
  tasks: number,
): string {
  const drawn = made.find((row) => row.dataset === where.dataset && row.source === where.source)?.tasks;
  if (drawn === undefined || drawn >= tasks) return "";
  return `Bugs were combined for ${count(drawn)} of ${count(tasks)} tasks, drawn by digest: each combination is embedded by every system, which is what costs.`;
}

/** What became of the composed snippets, in a sentence; `rates` tell whether the doubtful ones matter. */
export function madeSentence(
  made: readonly StackedMadeRow[],
  rates: readonly StackedRateRow[],
  where: { dataset: string; source: string },
): string {
  const rows = made.filter(
    (row) => row.dataset === where.dataset && row.source === where.source && row.count > 1,
  );
  const sum = (of: (row: StackedMadeRow) => number): number =>
    rows.reduce((total, row) => total + of(row), 0);
  const composed = sum((row) => row.composed);
  if (composed === 0) return "";
  const passing = sum((row) => row.passing);
  const doubtful = sum((row) => row.times_out + row.crashes + row.raises);
  const failing = stackedPath(rates, where).at(-1);
  const valid = stackedPath(rates, { ...where, variants: "valid" }).at(-1);
  const without =
    failing && valid && failing.count === valid.count
      ? ` Without them the rate with ${bugs(valid.count)} is ${percent(valid.value)} (${count(valid.n)} queries) instead of ${percent(failing.value)} (${count(failing.n)}).`
      : "";
  return (
    `Of ${count(composed)} composed snippets, ${passing === 0 ? "none passes" : `${count(passing)} (${percent(passing / composed)}) ${passing === 1 ? "passes" : "pass"}`} every test, ` +
    `${passing === 0 ? "so none is discarded" : "bugs that cancel out: discarded"}. ${count(doubtful)} time out, crash on every input or only raise exceptions; they are wrong as well and stay.${without}`
  );
}

/** How far ahead of a variant the canonical is, by number of bugs, in a sentence. */
export function gapSentence(path: readonly StackedRateRow[]): string {
  const [one, last] = [path[0], path.at(-1)];
  if (!one || !last || one === last) return "";
  const shown = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;
  const apart = one.gap_high < last.gap_low || one.gap_low > last.gap_high;
  return `The canonical’s similarity minus a variant’s is ${shown(one.gap)} on average with one bug and ${shown(last.gap)} with ${inWords(last.count)}${apart ? "" : ", with overlapping intervals"}. Exact ties, which count as deceived, are ${percent(one.tied)} and ${percent(last.tied)}.`;
}
