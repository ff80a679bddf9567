import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chanceAtDensity, expectedExec } from "./density.ts";
import { execAt } from "./ranking-metrics.ts";

/** All subsets of `size` of 0..n-1. */
function subsets(n: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]];
  const result: number[][] = [];
  for (let first = from; first <= n - size; first++) {
    for (const rest of subsets(n, size - 1, first + 1)) result.push([first, ...rest]);
  }
  return result;
}

/** A complete ranking as letters: `o` own distractor, `x` other snippet, `p` the one passing snippet. */
const ranking = fc
  .record({ own: fc.integer({ min: 0, max: 6 }), others: fc.integer({ min: 0, max: 8 }) })
  .chain(({ own, others }) => {
    const items = ["p", ...Array<string>(own).fill("o"), ...Array<string>(others).fill("x")];
    return fc.shuffledSubarray(items, { minLength: items.length });
  });

function bruteForce(items: string[], d: number, k: number): number {
  const own = items.flatMap((item, index) => (item === "o" ? [index] : []));
  const choices = subsets(own.length, Math.min(d, own.length));
  const hits = choices.map((kept) => {
    const keep = new Set(kept.map((i) => own[i]));
    const left = items.filter((item, index) => item !== "o" || keep.has(index));
    return execAt(
      left.map((item) => item === "p"),
      k,
    );
  });
  return hits.reduce<number>((sum, hit) => sum + hit, 0) / choices.length;
}

function position(items: string[]) {
  const above = items.slice(0, items.indexOf("p"));
  return {
    ownAbove: above.filter((item) => item === "o").length,
    othersAbove: above.filter((item) => item === "x").length,
    distractors: items.filter((item) => item === "o").length,
  };
}

describe("expectedExec", () => {
  it("equals brute force over every subset of retained near-clones", () => {
    fc.assert(
      fc.property(ranking, fc.integer({ min: 0, max: 7 }), fc.integer({ min: 1, max: 10 }), (items, d, k) => {
        expect(expectedExec(position(items), d, k)).toBeCloseTo(bruteForce(items, d, k), 10);
      }),
      { numRuns: 400 },
    );
  });

  it("equals the shipped pool exactly when everything is kept", () => {
    fc.assert(
      fc.property(ranking, fc.integer({ min: 1, max: 10 }), (items, k) => {
        const passing = items.map((item) => item === "p");
        expect(expectedExec(position(items), items.length, k)).toBe(execAt(passing, k));
      }),
    );
  });

  it("never rises as near-clones are added", () => {
    fc.assert(
      fc.property(ranking, fc.integer({ min: 1, max: 10 }), (items, k) => {
        const curve = [0, 1, 2, 3, 4, 5, 6].map((d) => expectedExec(position(items), d, k));
        curve.slice(1).forEach((value, i) => expect(value).toBeLessThanOrEqual(curve[i]! + 1e-12));
      }),
    );
  });

  it("is 0 where nothing passes, and a coin has 1/(d+1)", () => {
    expect(expectedExec(null, 0, 10)).toBe(0);
    expect(expectedExec({ ownAbove: 0, othersAbove: Infinity, distractors: 3 }, 0, 10)).toBe(0);
    expect([0, 1, 4].map((d) => chanceAtDensity(d))).toEqual([1, 0.5, 0.2]);
  });

  it("averages to chance over all orders of own candidates", () => {
    // The passing snippet stands anywhere among d + 1 with equal probability.
    for (const [d, k] of [
      [4, 1],
      [4, 3],
      [16, 5],
      [2, 10],
    ] as const) {
      // prettier-ignore
      const places = Array.from({ length: d + 1 }, (_, ownAbove) => ownAbove);
      const values = places.map((ownAbove) =>
        expectedExec({ ownAbove, othersAbove: 0, distractors: d }, d, k),
      );
      expect(values.reduce((sum, value) => sum + value, 0) / (d + 1)).toBeCloseTo(chanceAtDensity(d, k), 12);
    }
  });
});
