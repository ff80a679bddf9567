import { capital, count, inWords, listed, percent, points, range } from "../format.js";
import type { DensityRow, SystemRow } from "../rows.ts";
import { densityPaths, type DensityPath } from "./density.js";

export type DensitySource = DensityRow["source"];

/** A path, or one that stands in where a system has no similarities of the drawn mutants: of its selected ones, starred. */
export interface CurvePath extends DensityPath {
  standIn: boolean;
}

interface Where {
  dataset: string;
  k: number;
  source: DensitySource;
}

/** One path a system: of the source asked for, or the selected one where that is all there is, after the others. */
export function curvePaths(
  rows: readonly DensityRow[],
  systems: readonly SystemRow[],
  where: Where,
): CurvePath[] {
  const own = densityPaths(rows, systems, where).map((path) => ({ ...path, standIn: false }));
  if (where.source === "selected") return own;
  const known = new Set(own.map(({ system }) => system));
  const others = densityPaths(rows, systems, { ...where, source: "selected" })
    .filter(({ system }) => !known.has(system))
    .map((path) => ({ ...path, label: `${path.label} *`, standIn: true }));
  return [...own, ...others];
}

/** The systems that a selected path stands in for, and the command that embeds what they lack; null when there are none. */
export function missingPool(
  paths: readonly CurvePath[],
  systems: readonly SystemRow[],
  dataset: string,
): { sentence: string; command: string } | null {
  const missing = paths.filter(({ standIn }) => standIn).map(({ system }) => system);
  if (missing.length === 0) return null;
  const names = systems.filter(({ system }) => missing.includes(system)).map(({ label }) => label);
  return {
    sentence: `* ${listed(names)} ${names.length === 1 ? "has" : "have"} no similarities of the drawn mutants yet and ${names.length === 1 ? "stays" : "stay"} at the selected near-clones; this embeds them:`,
    command: `npm run embed -- --pool --model ${missing.join(" ")} --dataset ${dataset}`,
  };
}

/** How many mutants were drawn for how many queries, and how many queries have all sixteen. */
export function drawCounts(
  rows: readonly DensityRow[],
  dataset: string,
): { drawn: number; queries: number; matched: number } | null {
  const all = rows.filter((row) => row.dataset === dataset && row.source === "pool_all" && row.k === 1);
  const one = all.filter(({ system, d }) => system === all[0]?.system && d > 0);
  const last = one.at(-1);
  if (!last) return null;
  // A query with n mutants is counted at d = 1, ..., n.
  const drawn = one.reduce((sum, { full }) => sum + full, 0);
  return { drawn, queries: last.n, matched: last.full };
}

/** The near-clone that costs a system most; undefined when none costs anything. */
export const costliest = ({ values }: DensityPath): DensityRow | undefined =>
  values
    .filter(({ cost }) => cost > 0)
    .reduce<DensityRow | undefined>((most, row) => (most && most.cost >= row.cost ? most : row), undefined);

const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth".split(" ");
const ordinal = (d: number): string => ORDINALS[d - 1] ?? `${d}th`;

const within = (k: number): string => (k === 1 ? "At rank 1" : `Within the first ${inWords(k)} results`);

/** Which near-clone costs most at one k, and how much, over all systems. */
export function costSentence(paths: readonly CurvePath[], k: number): string {
  const measured = paths.filter(({ standIn }) => !standIn);
  const tops = measured
    .flatMap((path) => {
      const row = costliest(path);
      return row ? { label: path.label, row } : [];
    })
    .sort((a, b) => b.row.cost - a.row.cost);
  const [most, least] = [tops[0], tops.at(-1)];
  if (!most || !least) return `${within(k)}, no near-clone costs any system anything.`;
  const places = [...new Set(tops.map(({ row }) => row.d))].sort((a, b) => a - b);
  if (places.length === 1 && tops.length === measured.length && tops.length > 1) {
    const all = tops.length === 2 ? "both systems" : `all ${inWords(tops.length)} systems`;
    return `${within(k)}, the ${ordinal(most.row.d)} near-clone costs ${all} most: ${points(most.row.cost)} for ${most.label}, ${points(least.row.cost)} for ${least.label}.`;
  }
  const groups = places.map((d) => {
    const systems = tops.filter(({ row }) => row.d === d).length;
    return `the ${ordinal(d)} for ${inWords(systems)} ${systems === 1 ? "system" : "systems"}`;
  });
  return `${within(k)}, the near-clone that costs most is ${listed(groups)}; the largest cost is ${points(most.row.cost)}, for ${most.label}.`;
}

/** Below half a point, a cost is not worth a place in a sentence. */
const NOTICEABLE = 0.005;

/** How the costliest near-clone of one system moves as more results are read. */
export function depthSentence(
  rows: readonly DensityRow[],
  systems: readonly SystemRow[],
  where: Omit<Where, "k">,
  system: string,
): string {
  const tops = [1, 3, 5, 10].flatMap((k) => {
    const path = densityPaths(rows, systems, { ...where, k }).find((one) => one.system === system);
    return path ? { k, label: path.label, top: costliest(path), last: path.values.at(-1)!.d } : [];
  });
  const seen = tops.filter(({ top }) => top !== undefined && top.cost >= NOTICEABLE);
  const unseen = tops.filter((entry) => !seen.includes(entry));
  const [first] = tops;
  if (!first || seen.length === 0) return "";
  const parts = seen.map(
    ({ k, top, last }) =>
      `the ${ordinal(top!.d)} at k = ${k} (${points(top!.cost)}${top!.d === last && k > 1 ? ", the last that was kept" : ""})`,
  );
  const rest =
    unseen.length === 0
      ? ""
      : ` At k = ${listed(unseen.map(({ k }) => count(k)))}, none of the first ${inWords(first.last)} costs half a point.`;
  return `For ${first.label}, the costliest is ${listed(parts)}.${rest}`;
}

/** What is left of rank 1 when the pool holds as many near-clones a query as were drawn; empty where none were. */
export function crowdSentence(
  rows: readonly DensityRow[],
  systems: readonly SystemRow[],
  dataset: string,
): string {
  const ends = densityPaths(rows, systems, { dataset, k: 1, source: "pool_matched" })
    .map(({ label, values }) => ({ label, end: values.at(-1)! }))
    .sort((a, b) => b.end.value - a.end.value);
  const [best] = ends;
  if (!best || best.end.d === 0) return "";
  const { d, n, value, low, high, chance } = best.end;
  const none = ends.filter(({ end }) => end.value === 0).length;
  const never =
    none === 0
      ? ""
      : ` ${capital(inWords(none))} of ${inWords(ends.length)} systems ${none === 1 ? "puts" : "put"} it first for none.`;
  return (
    `With ${inWords(d)} near-clones of its own beside it, code that works comes first for at best ${percent(value)} (${range(low, high)}) of ` +
    `${count(n)} questions that have so many, with ${best.label}; a random order of these candidates would put it first for ${percent(chance)}.${never}`
  );
}
