import { describe, expect, it } from "vitest";
import { randomSimilarity, rankRandom } from "./random.ts";

const digests = Array.from({ length: 1000 }, (_, i) => `snippet-${i}`);
const queryKeys = Array.from({ length: 400 }, (_, i) => `task-${i}`);
const own = queryKeys.map((_, i) => [2 * i, 2 * i + 1]);

describe("rankRandom", () => {
  it("is the same for the same seed and another for another", () => {
    const first = rankRandom({ digests, queryKeys, own, seed: 1 });
    expect(rankRandom({ digests, queryKeys, own, seed: 1 }).top).toEqual(first.top);
    expect(rankRandom({ digests, queryKeys, own, seed: 2 }).top).not.toEqual(first.top);
  });

  it("draws uniformly: similarities have mean 1/2 and variance 1/12, ranks have mean (n + 1) / 2", () => {
    const { own: ranked } = rankRandom({ digests, queryKeys, own, seed: 7 });
    const all = ranked.flat();
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    const similarity = mean(all.map((item) => item.similarity));
    expect(Math.abs(similarity - 0.5)).toBeLessThan(0.03);
    expect(mean(all.map((item) => (item.similarity - 0.5) ** 2))).toBeCloseTo(1 / 12, 2);
    expect(Math.abs(mean(all.map((item) => item.rank)) - 500.5)).toBeLessThan(30);
  });

  it("keeps the order of old snippets when the corpus grows", () => {
    const before = rankRandom(
      { digests: digests.slice(0, 500), queryKeys, own: queryKeys.map(() => []), seed: 1 },
      500,
    );
    const after = rankRandom({ digests, queryKeys, own: queryKeys.map(() => []), seed: 1 }, 1000);
    const kept = [...after.top.slice(0, 1000)].filter((snippet) => snippet < 500);
    expect(kept).toEqual([...before.top.slice(0, 500)]);
  });

  it("draws the same for a pair inside and outside a corpus", () => {
    const { own: ranked } = rankRandom({ digests, queryKeys, own, seed: 7 });
    expect(randomSimilarity(7, "task-3", "snippet-7")).toBe(ranked[3]![1]!.similarity);
  });
});
