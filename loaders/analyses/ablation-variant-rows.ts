import {
  bootstrapMeans,
  mean,
  percentileInterval,
  replicateRatios,
  unitMatrix,
} from "../../src/shared/bootstrap.ts";
import { discordance, mcnemarExact } from "../../src/shared/mcnemar.ts";
import { smallestMeanDifference, smallestPairedDifference } from "../../src/shared/power.ts";
import {
  AS_IS,
  VARIANT_MEASURES,
  type VariantMeasure,
  type VariantRow,
} from "../../src/shared/variant-rows.ts";
import type { QueryRows, SystemVariants } from "../ablations/load-ablations.ts";
import type { System } from "../embedding/models.ts";
import { familyMean } from "./ablation-families.ts";
import { round6 } from "./round.ts";
import { ALL_FAMILIES } from "../../src/shared/vocabulary.ts";

/** Value of each query (0 where it does not count), and whether it counts. */
interface Cell {
  system: string;
  variant: string;
  measure: VariantMeasure;
  values: Float64Array;
  counts: Float64Array;
  isBinary: boolean;
  chance: number;
}

const works =
  (k: number) =>
  ([canonical]: QueryRows) =>
    canonical.passing_top10 & ((1 << k) - 1) ? 1 : 0;

const VALUE: Record<VariantMeasure, (rows: QueryRows) => number> = {
  exec1: works(1),
  exec3: works(3),
  exec5: works(5),
  exec10: works(10),
  neighborhood: (rows) => (rows.some(({ rank }) => rank === 1) ? 1 : 0),
  canonical_first: ([canonical, ...others]) => (others.every(({ rank }) => rank > canonical.rank) ? 1 : 0),
  gap: ([canonical, ...others]) =>
    canonical.similarity - Math.max(...others.map(({ similarity }) => similarity)),
};

/** Only a query with a near-clone can choose among its own candidates. */
const NEEDS_NEAR_CLONE: ReadonlySet<VariantMeasure> = new Set(["canonical_first", "gap"]);

function cellOf(
  system: string,
  variant: string,
  measure: VariantMeasure,
  queries: readonly QueryRows[],
): Cell {
  const counted = queries.map((rows) => !NEEDS_NEAR_CLONE.has(measure) || rows.length > 1);
  const chances = queries.filter((_, query) => counted[query]).map((rows) => 1 / rows.length);
  return {
    system,
    variant,
    measure,
    values: Float64Array.from(queries, (rows, query) => (counted[query] ? VALUE[measure](rows) : 0)),
    counts: Float64Array.from(counted, Number),
    isBinary: measure !== "gap",
    chance: measure === "canonical_first" ? mean(chances) : Number.NaN,
  };
}

/** Means over families of the variants that every system has; similarities of different models are not averaged. */
function familyCells(cells: readonly Cell[], systems: readonly System[]): Cell[] {
  const cellsOf = (variant: string, measure: VariantMeasure): Cell[] =>
    cells.filter((cell) => cell.variant === variant && cell.measure === measure);
  const shared = [...new Set(cells.map(({ variant }) => variant))].filter(
    (variant) => cellsOf(variant, "exec1").length === systems.length,
  );
  if (shared.length < 2) return [];
  return shared.flatMap((variant) =>
    VARIANT_MEASURES.filter((measure) => measure !== "gap").flatMap((measure): Cell[] => {
      const own = cellsOf(variant, measure);
      const values = familyMean(own.map((cell, i) => ({ system: systems[i]!, values: cell.values })));
      return values ? [{ ...own[0]!, system: ALL_FAMILIES, values, isBinary: false }] : [];
    }),
  );
}

/** Values of the queries that count. */
const countedOf = ({ values, counts }: Cell): Float64Array =>
  values.filter((_, query) => counts[query] === 1);

function smallestDifference(cell: Cell, before: Cell): number {
  const [a, b] = [countedOf(cell), countedOf(before)];
  if (cell.isBinary) {
    const { onlyA, onlyB } = discordance(a, b);
    return smallestPairedDifference(a.length, (onlyA + onlyB) / a.length);
  }
  const differences = a.map((value, query) => value - b[query]!);
  const center = mean(differences);
  const squares = differences.map((value) => (value - center) ** 2);
  const variance = squares.reduce((sum, square) => sum + square, 0) / Math.max(1, a.length - 1);
  return smallestMeanDifference(a.length, Math.sqrt(variance));
}

/**
 * Every measure of every variant with its paired difference to the registered run: all share the resamples of queries,
 * each query with all its own snippets.
 */
export function variantRows(dataset: string, systems: readonly SystemVariants[]): VariantRow[] {
  const own = systems.flatMap(({ system, variants }) =>
    [...variants].flatMap(([variant, queries]) =>
      VARIANT_MEASURES.map((measure) => cellOf(system.id, variant, measure, queries)),
    ),
  );
  const cells = [...familyCells(own, systems.map(({ system }) => system)), ...own]; // prettier-ignore
  if (cells.length === 0) return [];
  const means = bootstrapMeans(unitMatrix(cells.flatMap(({ values, counts }) => [values, counts])));
  const place = new Map(cells.map((cell, i) => [`${cell.system} ${cell.variant} ${cell.measure}`, i]));
  return cells.map((cell, i): VariantRow => {
    const asIs = place.get(`${cell.system} ${AS_IS} ${cell.measure}`)!;
    const before = cells[asIs]!;
    const [sums, sumsBefore, counts] = [means[2 * i]!, means[2 * asIs]!, means[2 * i + 1]!];
    const interval = percentileInterval(replicateRatios(sums, counts));
    const change = percentileInterval(
      replicateRatios(
        sums.map((sum, replicate) => sum - sumsBefore[replicate]!),
        counts,
      ),
    );
    const [now, then] = [countedOf(cell), countedOf(before)];
    const { onlyA, onlyB } = cell.isBinary ? discordance(now, then) : { onlyA: 0, onlyB: 0 };
    return {
      dataset,
      system: cell.system,
      variant: cell.variant,
      measure: cell.measure,
      value: round6(mean(now)),
      low: round6(interval.low),
      high: round6(interval.high),
      delta: round6(mean(now) - mean(then)),
      delta_low: round6(change.low),
      delta_high: round6(change.high),
      variant_only: onlyA,
      as_is_only: onlyB,
      p: cell.isBinary ? Number(mcnemarExact(onlyA, onlyB).toPrecision(6)) : Number.NaN,
      detectable: round6(smallestDifference(cell, before)),
      chance: round6(cell.chance),
      n: now.length,
    };
  });
}
