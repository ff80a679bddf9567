import { bootstrapMeans, mean, percentileInterval, unitMatrix } from "../../src/shared/bootstrap.ts";
import { resampleIndices } from "../../src/shared/resample.ts";
import { isDense } from "../embedding/models.ts";
import type { Twin } from "./ablation-noise.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";
import { round6 } from "./round.ts";

/** One model in two numeric types. */
export interface Pair {
  family: string;
  fp32: EvaluatedSystem;
  int8: EvaluatedSystem;
}

/** Models that stand in the registry in both types and rank the dataset in both. */
export function dtypePairs({ systems }: Evaluation): Pair[] {
  const of = (dtype: string) => systems.filter(({ system }) => isDense(system) && system.dtype === dtype);
  return of("fp32").flatMap((fp32) => {
    const family = isDense(fp32.system) ? fp32.system.family : "";
    const int8 = of("int8").find(({ system }) => isDense(system) && system.family === family);
    return int8 ? [{ family, fp32, int8 }] : [];
  });
}

/** Queries that have a near-clone, with the similarities of their own candidates in both types. */
export function twinsOf({ fp32, int8 }: Pair): { query: number; twin: Twin }[] {
  return fp32.ranking.own.flatMap((own, query) =>
    own.length < 2
      ? []
      : [
          {
            query,
            twin: {
              fp32: own.map(({ similarity }) => similarity),
              int8: int8.ranking.own[query]!.map(({ similarity }) => similarity),
            },
          },
        ],
  );
}

/** Similarity of the canonical, which comes first, minus that of the most similar near-clone. */
export const gapOf = ([canonical, ...others]: readonly number[]): number => canonical! - Math.max(...others);

/** A mean or a difference with its interval, rounded. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

const drawn = new Map<number, Uint32Array>();

/** The standard resamples of `n` units, drawn once: many rows share them. */
export function resamplesOf(n: number): Uint32Array {
  let resamples = drawn.get(n);
  if (!resamples) drawn.set(n, (resamples = resampleIndices(n)));
  return resamples;
}

/** Mean of each column with its interval, and of differences of columns, all from the same resamples. */
export function estimates(
  columns: readonly ArrayLike<number>[],
  differences: readonly (readonly [number, number])[] = [],
): Estimate[] {
  const means = bootstrapMeans(unitMatrix(columns), resamplesOf(columns[0]!.length));
  const of = (value: number, replicates: Float64Array): Estimate => {
    const { low, high } = percentileInterval(replicates);
    return { value: round6(value), low: round6(low), high: round6(high) };
  };
  return [
    ...columns.map((column, i) => of(mean(column), means[i]!)),
    ...differences.map(([a, b]) =>
      of(
        mean(columns[a]!) - mean(columns[b]!),
        means[a]!.map((value, i) => value - means[b]![i]!),
      ),
    ),
  ];
}
