import { beforeAll, describe, expect, it } from "vitest";
import type { Corpus } from "../tasks/corpus.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { sizeBins, sizeRows } from "./method-composition.ts";

let corpora: Corpus[];

beforeAll(async () => {
  corpora = await Promise.all([loadCorpus("near-miss"), loadCorpus("humaneval")]);
});

describe("sizes of tasks", () => {
  it("histograms hold each task once, between the least and the largest value", () => {
    for (const corpus of corpora) {
      const bins = sizeBins(corpus);
      for (const { measure, n, least, most } of sizeRows(corpus)) {
        const own = bins.filter((bin) => bin.measure === measure);
        expect(own.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(n);
        expect(own[0]!.low).toBeLessThanOrEqual(least);
        expect(own.at(-1)!.high).toBeGreaterThan(most);
        expect(own.length).toBeLessThanOrEqual(15);
      }
    }
  });

  it("of our own tasks keep to the data card: 7 to 10 tests, four distractors, quartiles in order", () => {
    const rows = new Map(sizeRows(corpora[0]!).map((row) => [row.measure, row]));
    expect(rows.get("tests")).toMatchObject({ n: corpora[0]!.tasks.length });
    expect(rows.get("tests")!.least).toBeGreaterThanOrEqual(7);
    expect(rows.get("tests")!.most).toBeLessThanOrEqual(10);
    expect(rows.get("distractors")).toMatchObject({ least: 4, most: 4 });
    for (const { least, q1, median, q3, most } of rows.values())
      expect([least, q1, median, q3, most].toSorted((a, b) => a - b)).toEqual([least, q1, median, q3, most]);
  });

  it("need the text for words and lines, and claim none without it", () => {
    for (const corpus of corpora) {
      const measures = sizeRows(corpus).map(({ measure }) => measure);
      expect(measures.includes("query_words")).toBe(corpus.hasText);
      expect(measures).toContain("valid_pool");
    }
  });
});
