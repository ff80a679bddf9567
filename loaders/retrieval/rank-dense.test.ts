import fc from "fast-check";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { describe, expect, it } from "vitest";
import { decodeHalves, encodeHalves } from "../embedding/half-float.ts";
import { exactSimilarity } from "./exact-similarity.ts";
import { rankDense, type DenseInput } from "./rank-dense.ts";
import { similarityGraph, type Matrix } from "./similarity-graph.ts";

/** Vectors as they are frozen: fp16 values. Near-clones are a common direction plus a little noise. */
function frozenMatrix(rows: number, columns: number, seed: number, spread: number): Matrix {
  const random = xoroshiro128plus(seed);
  const uniform = (): number => random.next() / 2 ** 32;
  const common = Array.from({ length: columns }, uniform);
  const values = Array.from({ length: rows * columns }, (_, i) => common[i % columns]! + spread * uniform());
  return { rows, columns, data: decodeHalves(encodeHalves(values)) };
}

/** The specification, written out: float64 similarities of everything, sorted. */
function specification(
  { queries, passages, similarity, digests }: DenseInput,
  query: number,
): { order: number[]; scores: number[] } {
  const vector = ({ data, columns }: Matrix, row: number): Float32Array =>
    data.slice(row * columns, (row + 1) * columns);
  const scores = Array.from({ length: passages.rows }, (_, row) =>
    exactSimilarity(vector(queries, query), vector(passages, row), similarity),
  );
  const order = Array.from(scores.keys()).sort(
    (a, b) => scores[b]! - scores[a]! || (digests[a]! < digests[b]! ? -1 : 1),
  );
  return { order, scores };
}

const digestsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => ((i * 7919) % 100003).toString(16).padStart(6, "0"));

describe("rankDense", () => {
  it.each(["cosine", "dot"] as const)(
    "equals a float64 sort of everything, among clones that float32 confuses (%s)",
    async (similarity) => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 1e6 }),
          fc.constantFrom(1e-3, 1e-2, 1),
          async (seed, spread) => {
            const passages = frozenMatrix(60, 24, seed, spread);
            passages.data.copyWithin(24 * 7, 24 * 3, 24 * 4); // snippet 7 equals snippet 3: a tie
            const queries = frozenMatrix(3, 24, seed + 1, 1);
            const own = [Array.from({ length: 60 }, (_, i) => i), [3, 7], []];
            const input = { queries, passages, similarity, digests: digestsOf(60), own };
            const ranking = await rankDense(input, 12);
            for (let query = 0; query < 3; query++) {
              const { order, scores } = specification(input, query);
              expect([...ranking.top.slice(query * 12, query * 12 + 12)]).toEqual(order.slice(0, 12));
              expect(ranking.own[query]!.map(({ rank }) => rank)).toEqual(
                own[query]!.map((item) => order.indexOf(item) + 1),
              );
              expect(ranking.own[query]!.map((item) => item.similarity)).toEqual(
                own[query]!.map((item) => scores[item]),
              );
            }
          },
        ),
        { numRuns: 40, seed: 20260510 },
      );
    },
  );

  it("crosses block borders and keeps the whole corpus when it is smaller than the depth", async () => {
    const queries = frozenMatrix(300, 16, 5, 1);
    const passages = frozenMatrix(10, 16, 6, 1);
    const input = {
      queries,
      passages,
      similarity: "cosine" as const,
      digests: digestsOf(10),
      own: Array.from({ length: 300 }, () => [9]),
    };
    const ranking = await rankDense(input);
    expect(ranking.depth).toBe(10);
    for (const query of [0, 127, 128, 299]) {
      const { order } = specification(input, query);
      expect([...ranking.top.slice(query * 10, query * 10 + 10)]).toEqual(order);
      expect(ranking.own[query]![0]!.rank).toBe(order.indexOf(9) + 1);
    }
  });

  it("needs a graph of a few hundred bytes", () => {
    expect(similarityGraph().length).toBeLessThan(400);
  });
});
