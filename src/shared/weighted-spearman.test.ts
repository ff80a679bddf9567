import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spearman } from "./spearman.ts";
import { tieOrderOf, weightedSpearman } from "./weighted-spearman.ts";

describe("weightedSpearman", () => {
  it("equals Spearman's of the sample written out with its repetitions", () => {
    const item = fc.record({
      x: fc.integer({ min: 0, max: 5 }),
      y: fc.integer({ min: 0, max: 5 }),
      w: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(item, { minLength: 2, maxLength: 40 }), (items) => {
        const long = items.flatMap(({ x, y, w }) => Array.from({ length: w }, () => ({ x, y })));
        const expected = spearman(
          long.map(({ x }) => x),
          long.map(({ y }) => y),
        );
        const ours = weightedSpearman(
          tieOrderOf(items.map(({ x }) => x)),
          tieOrderOf(items.map(({ y }) => y)),
          items.map(({ w }) => w),
        );
        if (Number.isNaN(expected)) expect(ours).toBeNaN();
        else expect(ours).toBeCloseTo(expected, 9);
      }),
    );
  });
});
