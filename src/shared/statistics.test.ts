import stdlibHypergeometric from "@stdlib/stats-base-dists-hypergeometric-cdf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import fixture from "../../tests/fixtures/statistics.json" with { type: "json" };
import {
  bootstrapMean,
  bootstrapMeans,
  bootstrapRatio,
  quantileSorted,
  rankIntervals,
  unitMatrix,
} from "./bootstrap.ts";
import { choose, hypergeometricCdf } from "./combinatorics.ts";
import { holm } from "./holm.ts";
import { discordance, mcnemarExact } from "./mcnemar.ts";
import { pairedUnitsNeeded, smallestPairedDifference } from "./power.ts";
import { execAt, executionPrecisionAt, ndcgAt } from "./ranking-metrics.ts";
import { resampleIndices } from "./resample.ts";
import { averageRanks, spearman } from "./spearman.ts";

describe("against independent libraries", () => {
  it.each(fixture.mcnemar)("exact McNemar of $onlyA against $onlyB (statsmodels)", ({ onlyA, onlyB, p }) => {
    expect(mcnemarExact(onlyA, onlyB)).toBeCloseTo(p, 12);
  });

  it("gives the value that the specification fixes for 47 against 66", () => {
    expect(mcnemarExact(47, 66)).toBeCloseTo(0.08995, 5);
  });

  it("reproduces the order of magnitude of published pairs from their difference and p-value", () => {
    // Gemini Embedding 2 against 001: +0.002 of 939 queries is two queries, p = 0.958.
    const candidates = Array.from({ length: 400 }, (_, b) => mcnemarExact(b + 2, b));
    expect(candidates.some((p) => Math.abs(p - 0.958) < 0.0005)).toBe(true);
  });

  it.each(fixture.holm.map((family, index) => ({ index, ...family })))(
    "Holm, family $index (statsmodels)",
    (family) => {
      holm(family.p).forEach((value, i) => expect(value).toBeCloseTo(family.adjusted[i]!, 12));
    },
  );

  it.each(fixture.spearman.map((c, index) => ({ index, ...c })))(
    "Spearman with ties, case $index (scipy)",
    (c) => {
      expect(spearman(c.x, c.y)).toBeCloseTo(c.rho, 12);
    },
  );

  it("hypergeometric distribution (scipy and stdlib)", () => {
    for (const { x, population, marked, draws, p } of fixture.hypergeometric) {
      expect(hypergeometricCdf(x, population, marked, draws)).toBeCloseTo(p, 12);
      expect(stdlibHypergeometric(x, population, marked, draws)).toBeCloseTo(p, 9);
    }
  });

  it("linear-interpolated quantiles (numpy)", () => {
    for (const { values, p, quantile } of fixture.quantile)
      expect(quantileSorted(values, p)).toBeCloseTo(quantile, 12);
  });

  it("percentile bootstrap of a rate, within Monte-Carlo error of numpy's", () => {
    const { values, mean, low, high } = fixture.bootstrap;
    const ours = bootstrapMean(values);
    expect(ours.value).toBeCloseTo(mean, 12);
    expect(Math.abs(ours.low - low)).toBeLessThan(0.004);
    expect(Math.abs(ours.high - high)).toBeLessThan(0.004);
  });

  it.each(fixture.ndcg)(
    "ranking metrics with the relevant item at rank $rank (pytrec_eval)",
    ({ rank, measures }) => {
      const passing = Array.from({ length: 15 }, (_, i) => i + 1 === rank);
      for (const k of [1, 3, 5, 10] as const) {
        expect(ndcgAt(rank, k)).toBeCloseTo(measures[`ndcg_cut_${k}`], 6);
        expect(execAt(passing, k)).toBe(measures[`success_${k}`]);
        expect(executionPrecisionAt(passing, k)).toBeCloseTo(measures[`P_${k}`], 6);
      }
    },
  );
});

describe("properties", () => {
  it("the three metrics coincide at k = 1 where only the canonical passes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (rank) => {
        const passing = Array.from({ length: 20 }, (_, i) => i + 1 === rank);
        expect(execAt(passing, 1)).toBe(ndcgAt(rank, 1));
        expect(execAt(passing, 1)).toBe(executionPrecisionAt(passing, 1));
      }),
    );
  });

  it("resamples are seeded, within range and uniform", () => {
    expect(resampleIndices(50, 20)).toEqual(resampleIndices(50, 20));
    expect(resampleIndices(50, 20, 1)).not.toEqual(resampleIndices(50, 20, 2));
    const counts = new Float64Array(10);
    for (const index of resampleIndices(10, 20_000)) counts[index]!++;
    for (const count of counts) expect(Math.abs(count / 20_000 - 1)).toBeLessThan(0.04);
  });

  it("columns of one matrix share their resamples, so a shifted column keeps its difference", () => {
    const a = Array.from({ length: 60 }, (_, i) => (i * 7) % 5);
    const [first, second] = bootstrapMeans(unitMatrix([a, a.map((v) => v + 2)]));
    first!.forEach((value, replicate) => expect(second![replicate]! - value).toBeCloseTo(2, 10));
  });

  it.each([1, 2, 3])(
    "means of %i columns are those of the drawn units, summed in the units' order",
    (columns) => {
      const [units, replicates] = [11, 7];
      const lists = Array.from({ length: columns }, (_, c) =>
        Array.from({ length: units }, (_, unit) => Math.sin(unit * (c + 1))),
      );
      const resamples = resampleIndices(units, replicates);
      const expected = lists.map((list) =>
        Float64Array.from({ length: replicates }, (_, replicate) => {
          const drawn = [...resamples.subarray(replicate * units, (replicate + 1) * units)];
          const times = list.map((_, unit) => drawn.filter((one) => one === unit).length);
          return list.reduce((sum, value, unit) => sum + times[unit]! * value, 0) / units;
        }),
      );
      expect(bootstrapMeans(unitMatrix(lists), resamples)).toEqual(expected);
    },
  );

  it("rank intervals hold the rank and order clear winners", () => {
    const columns = [0.9, 0.5, 0.5].map((rate) =>
      Array.from({ length: 200 }, (_, i) => (i / 200 < rate ? 1 : 0)),
    );
    const means = bootstrapMeans(unitMatrix(columns));
    const ranks = rankIntervals([0.9, 0.5, 0.5], means);
    expect(ranks.map(({ rank }) => rank)).toEqual([1, 2, 2]);
    expect(ranks[0]).toMatchObject({ low: 1, high: 1 });
  });

  it("a pooled ratio is bootstrapped over units", () => {
    const ratio = bootstrapRatio([1, 0, 3, 2], [4, 4, 4, 2]);
    expect(ratio.value).toBeCloseTo(6 / 14, 12);
    expect(ratio.low).toBeLessThan(ratio.value);
    expect(ratio.high).toBeGreaterThan(ratio.value);
  });

  it("average ranks sum to n(n+1)/2 whatever the ties", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 60 }), (values) => {
        const sum = averageRanks(values).reduce((total, rank) => total + rank, 0);
        expect(sum).toBeCloseTo((values.length * (values.length + 1)) / 2, 8);
      }),
    );
  });

  it("a side that does not vary has no correlation, however many values it has", () => {
    for (let n = 2; n < 40; n++)
      expect(
        spearman(
          new Array(n).fill(7),
          Array.from({ length: n }, (_, i) => i),
        ),
      ).toBeNaN();
  });

  it("choose follows Pascal's rule", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 50 }), (n, k) => {
        expect(choose(n, k)).toBeCloseTo(choose(n - 1, k) + choose(n - 1, k - 1), 0);
      }),
    );
  });

  it("discordance counts every unit once", () => {
    expect(discordance([1, 1, 0, 0, 1], [1, 0, 1, 0, 0])).toEqual({
      both: 1,
      onlyA: 2,
      onlyB: 1,
      neither: 1,
    });
    expect(() => discordance([1], [1, 0])).toThrow(/1 and 2 units/);
  });

  it("more units show smaller differences", () => {
    const few = smallestPairedDifference(164, 0.25);
    const many = smallestPairedDifference(1000, 0.25);
    expect(many).toBeLessThan(few);
    // Connor's formula by hand for n = 1000 and 25 % discordant pairs.
    const spread = Math.sqrt(0.25 - many ** 2);
    expect(many).toBeCloseTo((1.959964 * 0.5 + 0.841621 * spread) / Math.sqrt(1000), 5);
  });

  it("the units that a difference needs are those with which it is the smallest one shown", () => {
    for (const discordant of [0.06, 0.12, 0.25])
      for (const difference of [0.03, 0.05]) {
        const needed = pairedUnitsNeeded(difference, discordant);
        expect(smallestPairedDifference(needed, discordant)).toBeLessThanOrEqual(difference);
        expect(smallestPairedDifference(needed - 1, discordant)).toBeGreaterThan(difference);
      }
    expect(pairedUnitsNeeded(0.1, 0.05)).toBeNaN();
  });

  it("with the units that a difference needs, McNemar's test finds it in about 80 % of studies (exact enumeration)", () => {
    const [difference, discordant] = [0.05, 0.15];
    const units = pairedUnitsNeeded(difference, discordant);
    const [first, second] = [(discordant + difference) / 2, (discordant - difference) / 2];
    const logs = [0];
    for (let i = 1; i <= units; i++) logs.push(logs[i - 1]! + Math.log(i));
    let power = 0;
    for (let b = 0; b <= units; b++)
      for (let c = 0; b + c <= units; c++) {
        if (b - c <= 1.959964 * Math.sqrt(b + c)) continue;
        const rest = units - b - c;
        const ways = logs[units]! - logs[b]! - logs[c]! - logs[rest]!;
        power += Math.exp(
          ways + b * Math.log(first) + c * Math.log(second) + rest * Math.log(1 - discordant),
        );
      }
    expect(Math.abs(power - 0.8)).toBeLessThan(0.02);
  });
});
