import fc from "fast-check";
import { describe, expect, it } from "vitest";
import fixture from "../../tests/fixtures/file-metrics.json" with { type: "json" };
import {
  displacementAt,
  linesOverlap,
  primaryShareAt,
  quorumAt,
  rankGap,
  recallAt,
  reciprocalRank,
  spanHitAt,
} from "./file-metrics.ts";
import { CUTOFFS } from "./vocabulary.ts";

const ranks = (primaries: number[], adversarials: number[] = []) => ({ primaries, adversarials });

describe("recall, share of primaries and reciprocal rank", () => {
  it.each(fixture.metrics)("are trec_eval's for primaries at $primaries", ({ primaries, measures }) => {
    const known = measures as Record<string, number>;
    for (const k of CUTOFFS) {
      expect(recallAt(ranks(primaries), k)).toBe(known[`success_${k}`]);
      expect(primaryShareAt(ranks(primaries), k)).toBeCloseTo(known[`recall_${k}`]!, 6);
    }
    expect(reciprocalRank(ranks(primaries))).toBeCloseTo(known["recip_rank"]!, 6);
  });

  it("are 0 for a primary that the ranking does not hold", () => {
    expect([recallAt(ranks([Infinity]), 10), reciprocalRank(ranks([Infinity]))]).toEqual([0, 0]);
  });

  it("do not count a primary that shares ranks 10 and 11 with another file", () => {
    expect(recallAt(ranks([10.5]), 10)).toBe(0);
  });
});

describe("displacement", () => {
  it.each([
    { primaries: [5], adversarials: [1], k: 10, is: "primary_lower" },
    { primaries: [11], adversarials: [10], k: 10, is: "no_primary" },
    { primaries: [1, 9], adversarials: [2], k: 10, is: null }, // one primary stands above it
    { primaries: [30], adversarials: [12], k: 10, is: null }, // nobody is in the top 10
    { primaries: [2.5], adversarials: [2.5], k: 10, is: null }, // a tie
    { primaries: [Infinity], adversarials: [7], k: 10, is: "no_primary" },
    { primaries: [4], adversarials: [Infinity], k: 10, is: null },
    { primaries: [4], adversarials: [3], k: 1, is: null },
  ])("of primaries $primaries and adversarial files $adversarials at $k is $is", ({ is, k, ...one }) => {
    expect(displacementAt(one, k)).toBe(is);
  });

  it("is never there with a primary at rank 1, and splits by recall", () => {
    const rank = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(Infinity));
    const list = fc.array(rank, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(list, list, fc.constantFrom(...CUTOFFS), (primaries, adversarials, k) => {
        const one = ranks(primaries, adversarials);
        const displaced = displacementAt(one, k);
        if (recallAt(one, 1) === 1) expect(displaced).toBeNull();
        if (displaced !== null) {
          expect(displaced).toBe(recallAt(one, k) === 1 ? "primary_lower" : "no_primary");
          expect(rankGap(one) < 0 || Number.isNaN(rankGap(one))).toBe(true);
        }
      }),
    );
  });
});

describe("rank gap", () => {
  it("is the first adversarial file's rank minus the first primary's: positive when the answer leads", () => {
    expect(rankGap(ranks([3, 1], [9, 4]))).toBe(3);
    expect(rankGap(ranks([7], [2]))).toBe(-5);
    expect(rankGap(ranks([2.5], [2.5]))).toBe(0);
  });

  it("is none where the list lacks one of the two", () => {
    expect(rankGap(ranks([1], [Infinity]))).toBeNaN();
    expect(rankGap(ranks([Infinity], [1]))).toBeNaN();
  });
});

describe("quorum", () => {
  const forms = [ranks([1]), ranks([12]), ranks([3])];
  it("needs some form, or every one", () => {
    expect(CUTOFFS.map((k) => quorumAt(forms, k, "any"))).toEqual([1, 1, 1, 1]);
    expect(quorumAt(forms, 10, "all")).toBe(0);
    expect(quorumAt(forms.slice(0, 1), 1, "all")).toBe(1);
  });

  it("lies around each single form: all <= one <= any", () => {
    const form = fc.integer({ min: 1, max: 20 }).map((rank) => ranks([rank]));
    fc.assert(
      fc.property(fc.array(form, { minLength: 1, maxLength: 4 }), (list) => {
        for (const one of list) {
          expect(quorumAt(list, 10, "all")).toBeLessThanOrEqual(recallAt(one, 10));
          expect(quorumAt(list, 10, "any")).toBeGreaterThanOrEqual(recallAt(one, 10));
        }
      }),
    );
  });
});

describe("span hit", () => {
  it("needs the primary in the top k and its best chunk on the owner's lines", () => {
    expect(spanHitAt(ranks([2, 5]), [false, true], 3)).toBe(0);
    expect(spanHitAt(ranks([2, 5]), [false, true], 5)).toBe(1);
    expect(spanHitAt(ranks([2]), [true], 1)).toBe(0);
  });

  it("takes ranges as lines with both ends", () => {
    expect(linesOverlap([1, 40], [40, 60])).toBe(true);
    expect(linesOverlap([1, 39], [40, 60])).toBe(false);
    expect(linesOverlap([45, 50], [40, 60])).toBe(true);
  });
});
