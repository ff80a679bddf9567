import { count, inWords, percent, tally } from "../format.js";
import type { DensityRow, LeaderboardRow, SystemRow } from "../rows.ts";

export interface DensityPath {
  system: string;
  label: string;
  /** Value at each d, ascending from 0. */
  values: DensityRow[];
}

/** One path a retrieval system over d at one k, highest at d = 0 first. */
export function densityPaths(
  rows: readonly DensityRow[],
  systems: readonly SystemRow[],
  where: { dataset: string; k: number; source: string },
): DensityPath[] {
  return systems
    .filter((system) => system.class !== "baseline")
    .map((system) => ({
      system: system.system,
      label: system.label,
      values: rows
        .filter(
          (row) =>
            row.dataset === where.dataset &&
            row.k === where.k &&
            row.source === where.source &&
            row.system === system.system,
        )
        .sort((a, b) => a.d - b.d),
    }))
    .filter(({ values }) => values.length > 0)
    .sort((a, b) => b.values[0]!.value - a.values[0]!.value);
}

/** The path that ends highest: the system that copes best with all near-clones. */
export const bestPath = (paths: readonly DensityPath[]): DensityPath | undefined =>
  [...paths].sort((a, b) => b.values.at(-1)!.value - a.values.at(-1)!.value)[0];

/** What the first near-clone costs, in a sentence that holds whatever the rows say. */
export function densityFinding(paths: readonly DensityPath[]): string {
  const best = bestPath(paths);
  const [none, one] = best?.values ?? [];
  if (!best || !none || !one) return "No system has been measured at this setting yet.";
  const drop = (path: DensityPath): number => path.values[0]!.value - path.values[1]!.value;
  const falls = paths.filter((path) => drop(path) > 0).length;
  const all = best.values.at(-1)!;
  const largest = paths.filter((path) => {
    const steps = path.values.slice(1).map((row, index) => path.values[index]!.value - row.value);
    return drop(path) > 0 && steps.every((step) => step <= steps[0]! + 1e-9);
  }).length;
  if (falls === 0)
    return `One near-clone lowers no system’s success: ${best.label} stays at ${percent(one.value)}.`;
  const opening = `One near-clone is enough: ${best.label} falls from ${percent(none.value)} to ${percent(one.value)} when each query keeps one broken sibling, and to ${percent(all.value)} with ${inWords(all.d)}.`;
  const rest =
    largest === paths.length
      ? ` For ${paths.length === 2 ? "both" : `all ${inWords(paths.length)}`} systems the first costs more than any later one.`
      : ` The first costs more than any later one for ${inWords(largest)} of ${inWords(paths.length)} systems.`;
  return opening + rest;
}

/** How many systems beat a coin among a query's own candidates when all near-clones are there. */
export function chanceSentence(paths: readonly DensityPath[]): string {
  const ends = paths.map(({ values }) => values.at(-1)!);
  const end = ends[0];
  if (!end) return "";
  const above = ends.filter((row) => row.low > row.chance).length;
  const below = ends.filter((row) => row.high < row.chance).length;
  const sides = [
    `${tally(above)} of ${inWords(ends.length)} systems ${above === 1 ? "is" : "are"} above that with the whole interval`,
    ...(below > 0 ? [`${inWords(below)} below it`] : []),
  ];
  const candidates =
    end.full < end.n ? `candidates, at most ${inWords(end.d + 1)},` : `${inWords(end.d + 1)} candidates`;
  return `A coin among the query’s own ${candidates} would be right in ${percent(end.chance)}; ${sides.join(", ")}.`;
}

/** The near-clone half of the workbook in one or two sentences. */
export function homeFinding(
  paths: readonly DensityPath[],
  leaderboard: readonly LeaderboardRow[],
  dataset: string,
): string {
  const best = bestPath(paths);
  const [none, one] = best?.values ?? [];
  if (!best || !none || !one) return "Nothing has been measured on this dataset yet.";
  const all = best.values.at(-1)!;
  const ten = leaderboard.find(
    (row) => row.dataset === dataset && row.system === best.system && row.metric === "exec" && row.k === 10,
  );
  const reach = ten
    ? ` Its first ten results hold code that works for ${percent(ten.value)} of ${count(ten.n)} questions.`
    : "";
  if (one.value >= none.value)
    return `Near-identical broken code does not hurt here: ${best.label} puts code that works first for ${percent(none.value)} without it and ${percent(all.value)} with it.${reach}`;
  return (
    `${best.label}, the best of ${inWords(paths.length)} systems, puts code that works first for ${percent(none.value)} of questions. ` +
    `Add one near-identical broken copy and it is ${percent(one.value)}; with ${inWords(all.d)}, ${percent(all.value)}.${reach}`
  );
}
