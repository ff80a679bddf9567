import { deviation } from "d3-array";
import {
  bootstrapMeans,
  bootstrapRatioDifference,
  mean,
  percentileInterval,
  unitMatrix,
} from "../../src/shared/bootstrap.ts";
import { smallestMeanDifference } from "../../src/shared/power.ts";
import type { StackedMadeRow, StackedRateRow, StackedSelectionRow } from "../../src/shared/rows.ts";
import type { StackedRow } from "../tasks/stacked-file.ts";
import { round6 } from "./round.ts";
import { allSeries, type CountMeans, type StackedInput, type StackedSeries } from "./stacked-means.ts";

const pick = (values: Float64Array, units: readonly number[]): Float64Array =>
  Float64Array.from(units, (unit) => values[unit]!);

/** A value with its interval over replicates. */
function estimate(value: number, replicates: Float64Array) {
  const { low, high } = percentileInterval(replicates);
  return [round6(value), round6(low), round6(high)] as const;
}

/** Rows of counts over the same queries, so that each count's difference from the first is paired. */
function rowsOver(
  dataset: string,
  { source, scope }: StackedSeries,
  counts: readonly CountMeans[],
  units: readonly number[],
  queries: "matched" | "all",
): StackedRateRow[] {
  const systems = [...(counts[0]?.bySystem.keys() ?? [])];
  if (units.length === 0 || systems.length === 0) return [];
  const cells = systems.flatMap((system) =>
    counts.map((means, i) => {
      const { deceived, tied, gap } = means.bySystem.get(system)!;
      const own = { deceived: pick(deceived, units), tied: pick(tied, units), gap: pick(gap, units) };
      return { system, means, isFirst: i === 0, ...own };
    }),
  );
  const replicates = bootstrapMeans(unitMatrix(cells.flatMap(({ deceived, gap }) => [deceived, gap])));
  return cells.map(({ system, means, isFirst, ...own }, at): StackedRateRow => {
    const first = at - (at % counts.length);
    const [now, then] = [replicates[2 * at]!, replicates[2 * first]!];
    const changes = own.deceived.map((value, unit) => value - cells[first]!.deceived[unit]!);
    const [value, low, high] = estimate(mean(own.deceived), now);
    const [delta, delta_low, delta_high] = estimate(
      mean(changes),
      now.map((replicate, r) => replicate - then[r]!),
    );
    const [gap, gap_low, gap_high] = estimate(mean(own.gap), replicates[2 * at + 1]!);
    return {
      dataset,
      source,
      variants: scope,
      queries,
      system,
      count: means.count,
      value,
      low,
      high,
      delta,
      delta_low,
      delta_high,
      detectable: isFirst ? NaN : round6(smallestMeanDifference(units.length, deviation(changes) ?? NaN)),
      gap,
      gap_low,
      gap_high,
      tied: round6(mean(own.tied)),
      scored: means.variants.length,
      n: units.length,
    };
  });
}

/** Variants of these queries only. */
function restrict(counts: readonly CountMeans[], tasks: readonly string[], units: readonly number[]) {
  const kept = new Set(units.map((unit) => tasks[unit]!));
  return counts.map((means) => ({ ...means, variants: means.variants.filter(({ task }) => kept.has(task)) }));
}

/** Deception by number of mutations: matched queries, all queries, and matched queries with valid variants only. */
export function rateRows(input: StackedInput): StackedRateRow[] {
  const { dataset, tasks } = input;
  const matchedRows = (series: StackedSeries): StackedRateRow[] =>
    rowsOver(dataset, series, restrict(series.counts, tasks, series.matched), series.matched, "matched");
  const allRows = (series: StackedSeries): StackedRateRow[] => {
    const [singles] = series.counts;
    return series.counts.flatMap((means) => {
      const units = [...tasks.keys()].filter((query) => means.has[query]);
      const counts = means === singles ? [means] : [singles!, means];
      const rows = rowsOver(dataset, series, counts, units, "all");
      return rows.filter(({ count }) => count === means.count);
    });
  };
  return [
    ...allSeries(input, "failing").flatMap((series) => [...matchedRows(series), ...allRows(series)]),
    ...allSeries(input, "valid").flatMap(matchedRows),
  ];
}

/** How the single edits of matched queries deceive, beside those of every query. */
export function selectionRows(input: StackedInput): StackedSelectionRow[] {
  return allSeries(input, "failing").flatMap(({ source, counts, matched }) => {
    const [singles] = counts;
    const units = [...input.tasks.keys()].filter((query) => singles!.has[query]);
    if (matched.length === 0) return [];
    const isMatched = new Set(matched);
    const flags = Float64Array.from(units, (unit) => (isMatched.has(unit) ? 1 : 0));
    const ones = new Float64Array(units.length).fill(1);
    return [...singles!.bySystem].map(([system, { deceived }]): StackedSelectionRow => {
      const values = pick(deceived, units);
      const inside = values.map((value, i) => value * flags[i]!);
      const { value, low, high } = bootstrapRatioDifference([inside, flags], [values, ones]);
      return {
        dataset: input.dataset,
        source,
        system,
        matched: round6(mean(inside) / mean(flags)),
        all: round6(mean(values)),
        difference: round6(value),
        low: round6(low),
        high: round6(high),
        n_matched: matched.length,
        n_all: units.length,
      };
    });
  });
}

/** What became of the composed variants. */
export function madeRows(input: StackedInput): StackedMadeRow[] {
  return allSeries({ ...input, systems: [] }, "failing").flatMap(({ source, counts, matched }) =>
    counts.map(({ count, has }): StackedMadeRow => {
      const own = input.rows.filter((row) => row.source === source && row.count === count);
      const of = (outcome: StackedRow["outcome"]): number =>
        own.filter((row) => row.outcome === outcome).length;
      return {
        dataset: input.dataset,
        source,
        count,
        composed: own.length,
        passing: of("passes"),
        times_out: of("times_out"),
        crashes: of("crashes"),
        raises: of("raises"),
        wrong_output: of("wrong_output"),
        queries: has.filter(Boolean).length,
        matched: matched.length,
        tasks: input.drawn[source].size,
      };
    }),
  );
}
