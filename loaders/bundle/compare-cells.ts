import type { Comparison } from "./comparison.ts";
import type { Measures, Recomputed } from "./measures.ts";
import { RANK_DEVIATIONS } from "./monte-carlo.ts";
import { type Printed, printedLike } from "./printed.ts";
import { type Cell, type CellField, findCells, type FoundCells } from "./published-cells.ts";
import type { SystemNames } from "./names.ts";

/** Fields that are printed alike. */
const FAMILY: Record<CellField, "rates" | "counts" | "p-values" | "bounds"> = {
  value: "rates",
  a_rate: "rates",
  b_rate: "rates",
  delta: "rates",
  a_only: "counts",
  b_only: "counts",
  both: "counts",
  neither: "counts",
  p: "p-values",
  low: "bounds",
  high: "bounds",
};

/** The value that an equal cell has, and the range of an acceptable one. */
const rangeOf = (recomputed: Recomputed): { value: number; from: number; to: number } =>
  typeof recomputed === "number" ? { value: recomputed, from: recomputed, to: recomputed } : recomputed;

/**
 * Compares every number of a summary file (leaderboard, tests, intervals) with ours: equal as far as it is printed, for
 * bounds of intervals within Monte-Carlo tolerance, or different.
 * @returns the cells, so that a caller can tell what a file leaves out
 */
export function compareCells(
  file: string,
  content: unknown,
  names: SystemNames,
  measures: Measures,
  comparison: Comparison,
): FoundCells {
  const found = findCells(content, names);
  const printed = printedFamilies(found.cells);
  for (const path of found.unknown) comparison.unknown.push({ file, path });
  for (const cell of found.cells) {
    const recomputed = measures.recompute(cell);
    if (recomputed === undefined) {
      comparison.unknown.push({ file, path: cell.path });
      continue;
    }
    const { value, from, to } = rangeOf(recomputed);
    const half = printed.get(FAMILY[cell.field])!.tolerance(value);
    const isEqual = Math.abs(cell.value - value) <= half;
    const isWithin = from !== to && cell.value >= from - half && cell.value <= to + half;
    comparison.add(isEqual ? "equal" : isWithin ? "within" : "different", {
      file,
      metric: `${cell.metric}@${cell.k} ${cell.field}`,
      path: cell.path,
      published: cell.value,
      recomputed: value,
      accepted:
        from === to
          ? `${value} as printed (+-${half.toPrecision(2)})`
          : `${from} to ${to} (${RANK_DEVIATIONS} standard deviations of a quantile's rank)`,
    });
  }
  return found;
}

function printedFamilies(cells: readonly Cell[]): Map<string, Printed> {
  const families = [...new Set(cells.map(({ field }) => FAMILY[field]))];
  return new Map(
    families.map((family) => {
      const values = cells.filter(({ field }) => FAMILY[field] === family).map(({ value }) => value);
      return [family, printedLike(values, family === "p-values" ? 0 : undefined)];
    }),
  );
}
