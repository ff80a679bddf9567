import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { readVectors, vectorMatrix, vectorsPath } from "../embedding/vectors.ts";
import { exactSimilarity } from "../retrieval/exact-similarity.ts";
import { COSTS, POOLS } from "../../src/shared/ablation-rows.ts";
import { spearman } from "../../src/shared/spearman.ts";
import { controlCostRows, controlRows } from "./ablation-controls.ts";
import { twinsOf, dtypePairs } from "./ablation-dtype-pairs.ts";
import { dtypeNoiseRows, dtypePlaceRows } from "./ablation-dtype-noise.ts";
import { dtypeOrderRows, dtypeRows } from "./ablation-dtype-rows.ts";
import { fitNoise, placesUnderNoise } from "./ablation-noise.ts";
import { overlapEditRows } from "./ablation-overlap-edits.ts";
import { overlapData, overlapRows, thirdsOf } from "./ablation-overlap-rows.ts";
import { execIn, type PoolPlaces, poolPlaces } from "./ablation-pools.ts";
import { contentWords, nameOverlap, wordOverlap } from "./ablation-words.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { loadEvaluation } from "./evaluation.ts";
import { leaderboardRows } from "./leaderboard.ts";

/** The smaller committed dataset: real rows, and quick to compute by hand. */
const DATASET = "humaneval";
const SYSTEM = "bge-small-en-v1.5";
let evaluation: Evaluation;
beforeAll(async () => {
  evaluation = await loadEvaluation(DATASET);
}, 300_000);

const places: PoolPlaces = {
  distractors: 4,
  ownAbove: 2,
  othersAbove: 3,
  failingOthers: 9,
  canonicalsAbove: 1,
  ownAboveCanonical: 2,
};

/** Every query's snippets of one system in a plain sort of exact similarities. */
async function plainOrders(): Promise<number[][]> {
  const { corpus } = evaluation;
  const file = await readVectors(vectorsPath(DATASET, SYSTEM));
  const tasks = corpus.tasks.map(({ id }) => id);
  const ids = corpus.snippets.map(({ id }) => id);
  const queries = vectorMatrix(file, "query", tasks);
  const passages = vectorMatrix(file, "passage", ids);
  const row = ({ data, columns }: typeof queries, at: number): Float32Array =>
    data.subarray(at * columns, (at + 1) * columns);
  return tasks.map((_, query) => {
    const similarity = ids.map((_id, snippet) =>
      exactSimilarity(row(queries, query), row(passages, snippet), "cosine"),
    );
    return [...ids.keys()].sort((a, b) => similarity[b]! - similarity[a]! || (ids[a]! < ids[b]! ? -1 : 1));
  });
}

describe("near-clones of other tasks", () => {
  it("give in the whole pool what the leaderboard says, to the last digit", async () => {
    const rows = (await controlRows(evaluation)).filter(({ pool }) => pool === "full");
    for (const row of leaderboardRows(evaluation).filter(({ metric }) => metric === "exec")) {
      const mine = rows.find(({ system, k }) => system === row.system && k === row.k);
      if (mine) expect([mine.value, mine.low, mine.high]).toEqual([row.value, row.low, row.high]);
    }
    expect(rows.length).toBeGreaterThan(0);
  });

  it("equal a plain sort of the pool that is left", async () => {
    const { corpus, own } = evaluation;
    const rows = await controlRows(evaluation);
    const canonical = (snippet: number): boolean => corpus.snippets[snippet]!.kind === "canonical";
    const left = {
      without_own: (query: number, snippet: number) => own[query]!.indexOf(snippet) < 1,
      canonicals: (_: number, snippet: number) => canonical(snippet),
      canonicals_and_own: (query: number, snippet: number) =>
        canonical(snippet) || own[query]!.includes(snippet),
    };
    const orders = await plainOrders();
    for (const [pool, keep] of Object.entries(left)) {
      for (const k of [1, 10]) {
        const solved = orders.map((order, query) =>
          order
            .filter((snippet) => keep(query, snippet))
            .slice(0, k)
            .some((snippet) => evaluation.passes(query, snippet)),
        );
        const row = rows.find((r) => r.system === SYSTEM && r.pool === pool && r.k === k)!;
        expect(row.value, `${pool} ${k}`).toBeCloseTo(solved.filter(Boolean).length / solved.length, 6);
      }
    }
  }, 300_000);

  it("average over every draw of random items, as enumeration does", () => {
    const { distractors, ownAbove, othersAbove, failingOthers } = places;
    for (let k = 1; k <= 10; k++) {
      let [draws, solved] = [0, 0];
      for (let mask = 0; mask < 1 << failingOthers; mask++) {
        const taken = [...Array(failingOthers).keys()].filter((item) => mask & (1 << item));
        if (taken.length !== distractors) continue;
        const gone = taken.filter((item) => item < othersAbove).length;
        draws++;
        if (ownAbove + othersAbove - gone < k) solved++;
      }
      expect(execIn("random_removed", places, k)).toBeCloseTo(solved / draws, 12);
    }
  });

  it("never lose by taking items away, in any pool and at any k", () => {
    const small = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(small, small, small, small, small, fc.integer({ min: 1, max: 10 }), (d, o, a, f, c, k) => {
        const case_: PoolPlaces = {
          distractors: d,
          ownAbove: Math.min(o, d),
          othersAbove: a + c,
          failingOthers: a + c + f + d,
          canonicalsAbove: c,
          ownAboveCanonical: Math.min(o, d),
        };
        for (const [less, more] of Object.values(COSTS))
          expect(execIn(less, case_, k)).toBeGreaterThanOrEqual(execIn(more, case_, k) - 1e-12);
        for (const pool of POOLS)
          expect(execIn(pool, case_, k + 1)).toBeGreaterThanOrEqual(execIn(pool, case_, k) - 1e-12);
      }),
    );
  });

  it("cost the difference of the two rates, for every system", async () => {
    const rates = await controlRows(evaluation);
    for (const { system, k, cost, value } of await controlCostRows(evaluation)) {
      const of = (pool: string) =>
        rates.find((r) => r.system === system && r.k === k && r.pool === pool)!.value;
      const [less, more] = COSTS[cost as keyof typeof COSTS];
      expect(value).toBeCloseTo(of(less) - of(more), 5);
    }
    expect((await poolPlaces(evaluation)).length).toBeGreaterThan(0);
  }, 120_000);
});

describe("int8 against fp32", () => {
  it("counts every query once, and its change is what the leaderboard's rates differ by", () => {
    const board = leaderboardRows(evaluation).filter(({ metric }) => metric === "exec");
    for (const row of dtypeRows(evaluation)) {
      const of = (id: string) => board.find(({ system, k }) => system === id && k === row.k)!.value;
      expect(row.both + row.fp32_only + row.int8_only + row.neither).toBe(row.n);
      expect(row.delta).toBeCloseTo(of(row.int8_system) - of(row.fp32_system), 5);
      expect(row.delta).toBeCloseTo((row.int8_only - row.fp32_only) / row.n, 5);
    }
  });

  it("finds the flipped orders that a loop over pairs finds", () => {
    const pairs = dtypePairs(evaluation);
    dtypeOrderRows(evaluation).forEach((row, at) => {
      let flips = 0;
      const { fp32, int8 } = pairs[at]!;
      fp32.ranking.own.forEach(([first, ...others], query) => {
        const [first8, ...others8] = int8.ranking.own[query]!;
        others.forEach((other, i) => {
          if (first!.rank < other.rank !== first8!.rank < others8[i]!.rank) flips++;
        });
      });
      expect(row.flips).toBe(flips);
      expect(row.flips_to_canonical + row.flips_to_distractor).toBe(flips);
    });
  });

  it("puts the canonical at exactly one place, in every arm", () => {
    const rows = dtypePlaceRows(evaluation);
    for (const family of new Set(rows.map((row) => row.family))) {
      for (const arm of ["fp32", "int8", "noise", "alike", "coins"] as const) {
        const total = rows.filter((row) => row.family === family).reduce((sum, row) => sum + row[arm], 0);
        expect(total, `${family} ${arm}`).toBeCloseTo(1, 4);
      }
    }
    for (const gap of ["small", "middle", "large"])
      expect(dtypeNoiseRows(evaluation).some((row) => row.gap === gap)).toBe(true);
  });

  it("leaves the order alone without noise, and makes all candidates alike with much of it", () => {
    const [pair] = dtypePairs(evaluation);
    const twins = twinsOf(pair!).map(({ twin }) => twin);
    const still = placesUnderNoise(twins, { slope: 1, noise: 0 }, 1);
    still.forEach((share, i) => {
      const { fp32 } = twins[i]!;
      const above = fp32.slice(1).filter((value) => value > fp32[0]!).length;
      expect(share[above]).toBe(1);
    });
    const five = twins.filter(({ fp32 }) => fp32.length === 5);
    const loud = placesUnderNoise(five, { slope: 1, noise: 10 }, 200);
    const first = loud.reduce((sum, share) => sum + share[0]!, 0) / loud.length;
    expect(Math.abs(first - 0.2)).toBeLessThan(0.02);
  });

  it("recovers slope and noise that it was given", () => {
    const twins = Array.from({ length: 400 }, (_, q) => {
      const fp32 = [0, 1, 2, 3].map((i) => Math.sin(q * 7 + i * 3));
      return { fp32, int8: fp32.map((value, i) => 5 * q + 0.8 * value + (i % 2 ? 0.1 : -0.1)) };
    });
    const fit = fitNoise(twins);
    expect(fit.slope).toBeCloseTo(0.8, 2);
    expect(fit.noise).toBeCloseTo(Math.sqrt((4 * 0.01) / 3), 2);
  });
});

describe("lexical overlap", () => {
  it("takes words from identifiers' parts, without stop words, operators and keywords", () => {
    const words = contentWords("def count_items(theItems): return len(theItems) >= 3  # the items");
    expect([...words].sort()).toEqual(["count", "items", "len", "theitems"]);
    const query = contentWords("Return the count of items.");
    expect(wordOverlap(query, words)).toEqual({ containment: 1, jaccard: 2 / 4 });
    expect(nameOverlap(query, "def count_items(items, x):\n    return len(items) + x\n")).toBeCloseTo(
      2 / 3,
      12,
    );
  });

  it("keeps equal overlaps in one third", () => {
    expect([...thirdsOf(Float64Array.from([0, 0, 0, 0.5, 0.5, 1]))]).toEqual([1, 1, 1, 3, 3, 3]);
  });

  it("correlates as a plain Spearman does, where the text is here", () => {
    const data = overlapData(evaluation);
    if (!data) return expect(overlapRows(evaluation)).toEqual([]);
    for (const row of overlapRows(evaluation).filter(({ system }) => system === SYSTEM)) {
      const { values } = data.series.find((s) => s.system === row.system && s.outcome === row.outcome)!;
      expect(row.rho).toBeCloseTo(spearman(data.overlaps[row.measure as "names"], values), 6);
      expect(row.low).toBeLessThanOrEqual(row.rho);
      expect(row.high).toBeGreaterThanOrEqual(row.rho);
    }
  }, 120_000);

  it("finds the same tokens only where the words are the same, and swaps nearly always", () => {
    for (const row of overlapEditRows(evaluation)) {
      expect(row.same_tokens).toBeLessThanOrEqual(row.same_words);
      if (row.bug_type === "swap_arguments") expect(row.same_tokens).toBeGreaterThan(0.9);
      if (row.bug_type === "remove_edge_case_check") expect(row.same_words).toBeLessThan(0.1);
    }
  });
});
