import fc from "fast-check";
import { expect, test } from "vitest";
import { FUSION_K } from "../code-rag/average-ranks.ts";
import { fusedFirst, ranksOf } from "./fusion.ts";

const permutation = (size: number): fc.Arbitrary<number[]> =>
  fc.shuffledSubarray([...Array(size).keys()], { minLength: size, maxLength: size });

test("the first of the fusion is the one that fusing every item finds, whatever part of the ranking is kept", () => {
  const cases = fc.integer({ min: 3, max: 200 }).chain((size) =>
    fc.record({
      first: permutation(size),
      second: permutation(size),
      tie: permutation(size),
      depth: fc.integer({ min: 1, max: Math.min(size, 50) }),
    }),
  );
  fc.assert(
    fc.property(cases, ({ first, second, tie, depth }) => {
      const score = (item: number): number =>
        1 / (FUSION_K + first.indexOf(item) + 1) + 1 / (FUSION_K + second.indexOf(item) + 1);
      const expected = first.toSorted((a, b) => score(b) - score(a) || tie[a]! - tie[b]!)[0];
      const rankBelow = (item: number): number => first.indexOf(item) + 1;
      const head = first.slice(0, depth);
      expect(fusedFirst({ head, rankBelow, second, secondRank: ranksOf(second), tie })).toBe(expected);
    }),
  );
});

test("an item that is first in one ranking and far down the other loses to one that is near the top of both", () => {
  const second = [1, ...[...Array(99).keys()].map((item) => item + 2), 0];
  expect(
    fusedFirst({ head: [0, 1], rankBelow: () => 3, second, secondRank: ranksOf(second), tie: second }),
  ).toBe(1);
});
