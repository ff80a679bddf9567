import fc from "fast-check";
import { describe, expect, it } from "vitest";
import fixture from "../../tests/fixtures/bm25.json" with { type: "json" };
import { buildBm25, rankBm25, scoreBm25, scoreOutside } from "./bm25.ts";

const split = (text: string): string[] => text.split(" ").filter((token) => token !== "");
const settings = { k1: fixture.k1, b: fixture.b, tokenize: split };
const index = buildBm25(fixture.documents, settings);

describe("BM25", () => {
  it("equals bm25s (method lucene, float32) on every query and document", () => {
    fixture.queries.forEach((query, i) => {
      scoreBm25(index, query).forEach((score, j) =>
        expect(score).toBeCloseTo(fixture.bm25s_lucene[i]![j]!, 5),
      );
    });
  });

  it("equals rank_bm25 with Lucene's idf to the last digits", () => {
    fixture.queries.forEach((query, i) => {
      scoreBm25(index, query).forEach((score, j) =>
        expect(Math.abs(score - fixture.rank_bm25_with_lucene_idf[i]![j]!)).toBeLessThan(1e-12),
      );
    });
  });

  it("gives documents with one bag of tokens bit-equal scores, so that the tie rule orders them", () => {
    const bag = fc.array(fc.constantFrom("a", "b", "c", "<", "<=", "+"), { minLength: 1, maxLength: 30 });
    const shuffled = bag.chain((tokens) =>
      fc.tuple(fc.constant(tokens), fc.shuffledSubarray(tokens, { minLength: tokens.length }), bag, bag),
    );
    fc.assert(
      fc.property(shuffled, ([tokens, permuted, other, query]) => {
        const texts = [tokens, other, permuted].map((list) => list.join(" "));
        const scores = scoreBm25(buildBm25(texts, settings), query.join(" "));
        expect(scores[0]).toBe(scores[2]);
      }),
      { seed: 20260510 },
    );
  });

  it("scores an outside text as it would score inside, statistics unchanged", () => {
    for (const query of fixture.queries) {
      const scores = scoreBm25(index, query);
      fixture.documents.forEach((text, i) => expect(scoreOutside(index, query, text)).toBe(scores[i]));
    }
  });

  it("ranks by score, then content digest, with operators as evidence", () => {
    const snippets = ["def f(a, b): return a < b", "def f(a, b): return b < a", "def f(a, b): return a > b"];
    const corpus = { digests: ["2", "1", "3"], own: [[0, 1, 2]] };
    const ranking = rankBm25({ queries: ["is a < b"], snippets, k1: 1.5, b: 0.75, ...corpus });
    expect([...ranking.top]).toEqual([1, 0, 2]);
    expect(ranking.own[0]!.map(({ rank }) => rank)).toEqual([2, 1, 3]);
    expect(ranking.topSimilarity[0]).toBe(ranking.topSimilarity[1]);
    expect(ranking.topSimilarity[1]).toBeGreaterThan(ranking.topSimilarity[2]!);
  });

  it("answers a query without a known token by the tie rule alone", () => {
    const ranking = rankBm25({
      queries: ["zzz"],
      snippets: ["a", "b"],
      digests: ["f", "0"],
      own: [[]],
      k1: 1.5,
      b: 0.75,
    });
    expect([...ranking.top]).toEqual([1, 0]);
    expect([...ranking.topSimilarity]).toEqual([0, 0]);
  });
});
