import fc from "fast-check";
import { describe, expect, it } from "vitest";
import fixture from "../../tests/fixtures/file-metrics.json" with { type: "json" };
import { averageRanks, fuse } from "./average-ranks.ts";
import { chunkCodeBase } from "./chunked-code-base.ts";
import { fuseFiles, rankFiles, scoreFiles } from "./rank-files.ts";

/** Files of 3, 1 and 2 chunks, one character each. */
const code = chunkCodeBase(
  {
    id: "small",
    files: [
      { path: "a", text: "abc" },
      { path: "b", text: "d" },
      { path: "c", text: "ef" },
    ],
  },
  {
    id: "characters",
    size: 1,
    overlap: 0,
    split: (text) => Array.from(text, (_, start) => ({ start, end: start + 1 })),
  },
);
const scored = (...scores: number[]) => scoreFiles(code, Float64Array.from(scores));

describe("averageRanks", () => {
  it("gives equal scores the mean of the ranks that they take", () => {
    expect([...averageRanks(Float64Array.of(0, 5, 0, 7, 0))]).toEqual([4, 2, 4, 1, 4]);
    expect([...averageRanks(Float64Array.of(1, 1))]).toEqual([1.5, 1.5]);
  });

  it("sums to n (n + 1) / 2, and counts what stands above and half of what ties", () => {
    const scores = fc.array(fc.constantFrom(-Infinity, -1, 0, 0.5, 2), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(scores, (values) => {
        const ranks = averageRanks(Float64Array.from(values));
        const n = values.length;
        expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBe((n * (n + 1)) / 2);
        values.forEach((value, i) => {
          const above = values.filter((other) => other > value).length;
          const ties = values.filter((other) => other === value).length;
          expect(ranks[i]).toBe(above + (ties + 1) / 2);
        });
      }),
    );
  });
});

describe("fuse", () => {
  it("is reciprocal rank fusion with k = 60", () => {
    const fused = fuse(Float64Array.of(1, 2), Float64Array.of(3, 1));
    expect(fused[0]).toBeCloseTo(1 / 61 + 1 / 63, 15);
    expect(fused[1]).toBeCloseTo(1 / 62 + 1 / 61, 15);
  });

  it.each(fixture.fusion)("scores as ranx does (rankings %#)", ({ one, other, fused }) => {
    const scores = fuse(averageRanks(Float64Array.from(one)), averageRanks(Float64Array.from(other)));
    scores.forEach((score, file) => expect(score).toBeCloseTo(fused[file]!, 12));
  });
});

describe("rankFiles", () => {
  it("scores a file by its best chunk, and says which one that is", () => {
    const { ranks, top, topChunks } = rankFiles(code, scored(0.1, 0.9, 0.2, 0.5, 0.3, 0.6));
    expect([...ranks]).toEqual([1, 3, 2]);
    expect(top).toEqual([0, 2, 1]);
    expect(topChunks).toEqual([1, 1, 0]);
  });

  it("lists each file once where its best chunk stands, and no chunk that BM25 did not find", () => {
    expect(rankFiles(code, scored(0.8, 0.9, 0.7, 0, 0.75, 0)).listed).toEqual([0, 2, 1]);
    expect(rankFiles(code, scored(0.8, 0.9, 0.7, 0, 0.75, 0), 0).listed).toEqual([0, 2]);
  });

  it("orders files that tie by the digest of their paths, not by their place", () => {
    const { top, ranks } = rankFiles(code, scored(1, 0, 0, 1, 1, 0));
    expect(top).toEqual([2, 1, 0]); // SHA-256 of "c" begins with 2e, of "b" with 3e, of "a" with ca
    expect([...ranks]).toEqual([2, 2, 2]);
  });
});

describe("fuseFiles", () => {
  it("fuses file ranks, not chunk scores, and takes the best chunk of the mode that ranks the file higher", () => {
    const vector = scored(0.9, 0.1, 0.1, 0.5, 0.2, 0.1); // files 1, 2, 3
    const bm25 = scored(0, 3, 0, 0, 0, 9); // files 2, 3, 1
    const hybrid = fuseFiles(vector, bm25);
    expect(hybrid.fileScores[0]).toBeCloseTo(1 / 61 + 1 / 62, 15);
    expect(hybrid.fileScores[2]).toBeCloseTo(1 / 63 + 1 / 61, 15);
    expect([...hybrid.fileRanks]).toEqual([1, 3, 2]);
    expect(rankFiles(code, hybrid).topChunks).toEqual([0, 1, 0]);
  });
});
