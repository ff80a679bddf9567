import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { mean } from "../../src/shared/bootstrap.ts";

/** Similarities of one query's own candidates in two numeric types, canonical first. */
export interface Twin {
  fp32: readonly number[];
  int8: readonly number[];
}

/** Within queries, int8 = slope x fp32 + noise: least squares on deviations from each query's mean. */
export interface NoiseFit {
  slope: number;
  /** Standard deviation of the residuals, with the degrees of freedom that are left. */
  noise: number;
  /** Standard deviation of fp32 similarities within queries. */
  spread: number;
  correlation: number;
}

const deviations = (values: readonly number[]): number[] => {
  const center = mean(values);
  return values.map((value) => value - center);
};

/** Fits all queries together. What moves all candidates of a query alike cannot reorder them and is left out. */
export function fitNoise(twins: readonly Twin[]): NoiseFit {
  let [xx, xy, yy, items] = [0, 0, 0, 0];
  for (const { fp32, int8 } of twins) {
    const [x, y] = [deviations(fp32), deviations(int8)];
    x.forEach((value, i) => {
      xx += value * value;
      xy += value * y[i]!;
      yy += y[i]! * y[i]!;
    });
    items += x.length;
  }
  const slope = xy / xx;
  const free = items - twins.length;
  return {
    slope,
    noise: Math.sqrt(Math.max(0, yy - slope * xy) / (free - 1)),
    spread: Math.sqrt(xx / free),
    correlation: xy / Math.sqrt(xx * yy),
  };
}

/** The canonical's residual minus the mean of its near-clones': what int8 moves in its favor beyond noise. */
export function canonicalShift({ fp32, int8 }: Twin, slope: number): number {
  const residuals = int8.map((value, i) => value - slope * fp32[i]!);
  return residuals[0]! - mean(residuals.slice(1));
}

/** Seed and draws of the control. */
export const NOISE_SEED = 20260510;
export const NOISE_DRAWS = 400;

/** Standard normal values from a seed (Box and Muller, 1958). */
export function gaussians(seed: number): () => number {
  const generator = xoroshiro128plus(seed);
  const uniform = (): number => (uniformInt(generator, 0, 2 ** 31 - 2) + 1) / 2 ** 31;
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/**
 * For each query, the share of draws in which its canonical stands at each place among its candidates (first place
 * first) once every fp32 similarity, scaled by the slope, has received independent Gaussian noise.
 */
export function placesUnderNoise(
  twins: readonly Twin[],
  { slope, noise }: Pick<NoiseFit, "slope" | "noise">,
  draws = NOISE_DRAWS,
  seed = NOISE_SEED,
): Float64Array[] {
  const gaussian = gaussians(seed);
  return twins.map(({ fp32 }) => {
    const places = new Float64Array(fp32.length);
    for (let draw = 0; draw < draws; draw++) {
      const canonical = slope * fp32[0]! + noise * gaussian();
      let above = 0;
      for (let i = 1; i < fp32.length; i++) {
        if (slope * fp32[i]! + noise * gaussian() > canonical) above++;
      }
      places[above]! += 1 / draws;
    }
    return places;
  });
}
