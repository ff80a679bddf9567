import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankScores } from "./rank-scores.ts";
import { tieOrder } from "./ranking.ts";

/** The specification, written out: sort everything by score, then digest, then place. */
function sortedOrder(scores: number[], digests: string[]): number[] {
  return Array.from(scores.keys()).sort(
    (a, b) => scores[b]! - scores[a]! || digests[a]!.localeCompare(digests[b]!) || a - b,
  );
}

const row = fc.integer({ min: 1, max: 60 }).chain((n) =>
  fc.record({
    scores: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: n, maxLength: n }),
    digests: fc.array(fc.constantFrom("a0", "b1", "c2", "d3", "e4", "f5"), { minLength: n, maxLength: n }),
  }),
);

describe("rankScores", () => {
  it("equals a full sort by score, then content digest, at any depth, and ranks every own snippet exactly", () => {
    fc.assert(
      fc.property(row, fc.integer({ min: 1, max: 70 }), ({ scores, digests }, depth) => {
        const order = sortedOrder(scores, digests);
        const own = Array.from(scores.keys());
        const ranking = rankScores({ digests, own: [own] }, depth, (_, row) => row.set(scores));
        expect(ranking.depth).toBe(Math.min(depth, scores.length));
        expect([...ranking.top]).toEqual(order.slice(0, depth));
        expect([...ranking.topSimilarity]).toEqual(order.slice(0, depth).map((item) => scores[item]));
        expect(ranking.own[0]!.map(({ rank }) => rank)).toEqual(own.map((item) => order.indexOf(item) + 1));
      }),
      { seed: 20260510 },
    );
  });

  it("does not depend on the order in which the corpus lists its snippets", () => {
    const scores = [1, 3, 3, 2, 3, 1];
    const digests = ["f", "e", "d", "c", "b", "a"];
    const names = (order: number[]): string[] => {
      const { top } = rankScores({ digests: order.map((i) => digests[i]!), own: [[]] }, 6, (_, row) =>
        row.set(order.map((i) => scores[i]!)),
      );
      return [...top].map((place) => digests[order[place]!]!);
    };
    expect(names([0, 1, 2, 3, 4, 5])).toEqual(["b", "d", "e", "c", "a", "f"]);
    expect(names([5, 3, 1, 0, 2, 4])).toEqual(names([0, 1, 2, 3, 4, 5]));
  });
});

describe("tieOrder", () => {
  it("is the place of each digest among all", () => {
    expect([...tieOrder(["c", "a", "b", "a"])]).toEqual([3, 0, 2, 1]);
  });
});
