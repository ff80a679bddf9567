import { describe, expect, it } from "vitest";
import { bootstrapMeans, quantileSorted, unitMatrix } from "../../src/shared/bootstrap.ts";
import { resampleIndices } from "../../src/shared/resample.ts";
import { quantileBand } from "./monte-carlo.ts";
import { printedLike } from "./printed.ts";

/** Sorted bootstrap means of zeros and ones under one seed. */
function replicates(ones: number, n: number, seed: number): Float64Array {
  const values = Float64Array.from({ length: n }, (_, i) => (i < ones ? 1 : 0));
  return bootstrapMeans(unitMatrix([values]), resampleIndices(n, 5000, seed))[0]!.sort();
}

describe("quantileBand", () => {
  it("holds the bounds of bootstraps with other seeds, for rates and for rare events", () => {
    for (const [ones, n] of [
      [54, 939],
      [311, 939],
      [1, 939],
      [15, 30],
    ] as const) {
      const own = replicates(ones, n, 1);
      for (let seed = 2; seed < 12; seed++) {
        const other = replicates(ones, n, seed);
        for (const p of [0.025, 0.975]) {
          const { from, to } = quantileBand(own, p);
          const bound = quantileSorted(other, p);
          expect(bound).toBeGreaterThanOrEqual(from);
          expect(bound).toBeLessThanOrEqual(to);
        }
      }
    }
  });

  it("is narrower than a quarter of the interval, so that a wrong one is seen", () => {
    const own = replicates(311, 939, 1);
    const [low, high] = [quantileBand(own, 0.025), quantileBand(own, 0.975)];
    const width = high.value - low.value;
    expect(low.to - low.from).toBeLessThan(width / 4);
    expect(high.to - high.from).toBeLessThan(width / 4);
    // A 90 % interval that was published as one of 95 %.
    expect(quantileSorted(own, 0.05)).toBeGreaterThan(low.to);
  });
});

describe("printedLike", () => {
  it("takes the most decimals of a family: a number alone may have lost its zeros", () => {
    const { tolerance, name } = printedLike([0.33, 0.3305, 1]);
    expect(name).toBe("to 4 decimals");
    expect(tolerance(0.33)).toBeCloseTo(0.00005, 9);
  });

  it("compares numbers in full by what two float64 computations may differ by", () => {
    const { tolerance, name } = printedLike([1 / 3, 0.5]);
    expect(name).toBe("in full");
    expect(tolerance(0.5)).toBeLessThan(1e-9);
    expect(printedLike([1 / 3], 0).tolerance(1e-20)).toBeLessThan(1e-28);
  });

  it("counts the decimals of small numbers", () => {
    expect(printedLike([2.7e-5]).name).toBe("to 6 decimals");
  });
});
