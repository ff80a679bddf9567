import { group } from "d3-array";
import { isDense, type System } from "../embedding/models.ts";

/**
 * Mean over dense families of one value a query, each family first averaged over its numeric types, so that a model
 * which stands there twice does not count twice; undefined where no system is dense.
 */
export function familyMean(
  bySystem: readonly { system: System; values: Float64Array }[],
): Float64Array | undefined {
  const dense = bySystem.filter(({ system }) => isDense(system));
  const families = [...group(dense, ({ system }) => system.family).values()];
  if (families.length === 0) return undefined;
  const mean = new Float64Array(families[0]![0]!.values.length);
  for (const members of families) {
    for (const { values } of members) {
      for (let query = 0; query < mean.length; query++)
        mean[query]! += values[query]! / (members.length * families.length);
    }
  }
  return mean;
}
