import type { UnitMatrix } from "./bootstrap.ts";

/**
 * `bootstrapMeans` for many columns over units of a few kinds, where units of one kind have the same value in every
 * column: a resample is then a count of kinds, and each column a sum over kinds instead of over units.
 * @param kinds kind of each unit, an index into the matrix's rows
 * @param matrix a row a kind
 * @param resamples indices of units, as `resampleIndices(kinds.length)` draws them
 * @returns `result[column][replicate]`
 */
export function bootstrapKinds(
  kinds: ArrayLike<number>,
  matrix: UnitMatrix,
  resamples: Uint32Array,
): Float64Array[] {
  const { units: kindCount, columns, values } = matrix;
  const units = kinds.length;
  const replicates = units === 0 ? 0 : resamples.length / units;
  const means = Array.from({ length: columns }, () => new Float64Array(replicates));
  const counts = new Uint32Array(kindCount);
  const sums = new Float64Array(columns);
  for (let replicate = 0; replicate < replicates; replicate++) {
    counts.fill(0);
    const start = replicate * units;
    for (let draw = start; draw < start + units; draw++) counts[kinds[resamples[draw]!]!]!++;
    sums.fill(0);
    for (let kind = 0; kind < kindCount; kind++) {
      const count = counts[kind]!;
      if (count === 0) continue;
      const row = kind * columns;
      for (let column = 0; column < columns; column++) sums[column]! += count * values[row + column]!;
    }
    for (let column = 0; column < columns; column++) means[column]![replicate] = sums[column]! / units;
  }
  return means;
}
