import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadCorpus } from "./load-corpus.ts";
import { closestOfCorpus, closestPairs } from "./near-duplicates.ts";
import { overlapIsHigh, wordOverlap } from "./word-overlap.ts";

describe("closestPairs", () => {
  it("finds what sorting every pair finds, and counts those beyond the limit", () => {
    const vector = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(vector, { minLength: 2, maxLength: 14 }), (vectors) => {
        const items = vectors.map((_, index) => `t${String(index).padStart(2, "0")}`);
        const matrix = { data: Float32Array.from(vectors.flat()), columns: 3 };
        const { pairs, beyond } = closestPairs(items, matrix, { top: 2, limit: 0.9 });
        const cosine = (a: number[], b: number[]) =>
          a.reduce((sum, value, k) => sum + value * b[k]!, 0) / Math.hypot(...a) / Math.hypot(...b);
        const all = vectors
          .flatMap((a, i) => vectors.slice(i + 1).map((b) => cosine(a, b)))
          .sort((x, y) => y - x);
        expect(pairs).toHaveLength(Math.min(2, all.length));
        pairs.forEach((pair, index) => expect(pair.cosine).toBeCloseTo(all[index]!, 12));
        const certain = all.filter((value) => Math.abs(value - 0.9) > 1e-9);
        if (certain.length === all.length) expect(beyond).toBe(all.filter((value) => value >= 0.9).length);
      }),
    );
  });
});

describe("closestOfCorpus", () => {
  it("compares nothing when a question is not the one that was embedded", async () => {
    const corpus = await loadCorpus("near-miss");
    const [first, ...rest] = corpus.tasks;
    const edited = { ...corpus, tasks: [{ ...first!, query: `${first!.query!} And more.` }, ...rest] };
    expect(await closestOfCorpus(edited, 1)).toBeNull();
  });
});

const CODE = `
def merge_shop_rows(rows, shopName):
    total = sum(row.price for row in rows)
    return sorted(rows), total
`;

describe("wordOverlap", () => {
  it("compares content words with the names that the code chose, singular and plural alike", () => {
    const overlap = wordOverlap({
      id: "collections/merge_shop_rows",
      query: "Merge the rows of a shop and give the sum of their prices.",
      canonical: CODE,
    });
    // `price` is an attribute and `sum` a builtin: the function did not choose them.
    expect(overlap.shared).toEqual(["merge", "row", "shop"]);
    expect(overlap).toMatchObject({ queryWords: 6, nameWords: 5, ofQuery: 0.5, ofNames: 0.6 });
    expect(overlapIsHigh(overlap)).toBe(true);
  });

  it("is nothing where question and code use other words", () => {
    const overlap = wordOverlap({ id: "a/b", query: "Join all branches.", canonical: CODE });
    expect(overlap).toMatchObject({ shared: [], ofQuery: 0, ofNames: 0 });
    expect(overlapIsHigh(overlap)).toBe(false);
  });
});
