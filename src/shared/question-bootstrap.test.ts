import { describe, expect, it } from "vitest";
import { mean, percentileInterval, quantileSorted } from "./bootstrap.ts";
import {
  differenceOverQuestions,
  gapsOverQuestions,
  meansOverQuestions,
  questionResamples,
  rateOverQuestions,
  standings,
} from "./question-bootstrap.ts";

/** `ones` questions solved of `n`, the first ones. */
const solved = (ones: number, n: number): number[] => Array.from({ length: n }, (_, i) => (i < ones ? 1 : 0));

describe("intervals over questions", () => {
  it("of 27 in 30 are the study's 0.800 to 1.000", () => {
    const [estimate] = meansOverQuestions([solved(27, 30)]);
    expect(estimate!.value).toBeCloseTo(0.9, 12);
    expect(estimate!.low).toBeCloseTo(0.8, 1);
    expect(estimate!.high).toBeCloseTo(1, 12);
  });

  it("of one question's difference in 30 are the study's 0 to 0.1", () => {
    const { low, value, high } = differenceOverQuestions(solved(27, 30), solved(26, 30));
    expect([low, value, high].map((one) => Math.round(one * 10) / 10)).toEqual([0, 0, 0.1]);
    expect(low).toBe(0);
  });

  it("of a pooled rate draw questions, not forms: copies of a form make them no narrower", () => {
    const single = rateOverQuestions(solved(20, 40), Array<number>(40).fill(1));
    const fourfold = rateOverQuestions(
      solved(20, 40).map((one) => 4 * one),
      Array<number>(40).fill(4),
    );
    expect(fourfold).toEqual(single);
  });

  it("of gaps leave out what has none", () => {
    const gaps = gapsOverQuestions([1, NaN, 3, 100, NaN]);
    expect([gaps.mean.value, gaps.mean.n]).toEqual([104 / 3, 3]);
    expect(gaps.median.value).toBe(3);
    expect(gaps.median.low).toBeGreaterThanOrEqual(1);
    expect(gaps.median.high).toBeLessThanOrEqual(100);
    expect(gapsOverQuestions([NaN, NaN]).mean).toMatchObject({ value: NaN, n: 0 });
  });

  it("of a mean and a median are what sorting every resample gives", () => {
    const values = Array.from({ length: 21 }, (_, i) => (i % 5 === 4 ? NaN : (i * 37) % 50));
    const draws = questionResamples(values.length);
    const samples = Array.from({ length: draws.length / 21 }, (_, replicate) => {
      const drawn = Array.from(draws.subarray(replicate * 21, (replicate + 1) * 21), (i) => values[i]!);
      return Float64Array.from(drawn.filter(Number.isFinite)).sort();
    });
    const intervalOf = (of: (sample: Float64Array) => number) =>
      percentileInterval(Float64Array.from(samples, of));
    const gaps = gapsOverQuestions(values);
    expect(gaps.median).toMatchObject(intervalOf((sample) => quantileSorted(sample, 0.5)));
    expect(gaps.mean.low).toBeCloseTo(intervalOf((sample) => mean(sample)).low, 10);
    expect(gaps.mean.high).toBeCloseTo(intervalOf((sample) => mean(sample)).high, 10);
  });
});

describe("standings", () => {
  const four = solved(26, 30);
  const leader = solved(27, 30);
  const weak = solved(10, 30);
  const [second, first, last] = standings([four, leader, weak]);

  it("put systems that cannot be told from the leader into its cluster, and name the deciding questions", () => {
    expect([first!.rank, second!.rank, last!.rank]).toEqual([1, 2, 3]);
    expect([first!.top_cluster, second!.top_cluster, last!.top_cluster]).toEqual([true, true, false]);
    expect(second!.leader_only).toEqual([26]);
    expect(second!.own_only).toEqual([]);
    expect(last!.behind.low).toBeGreaterThan(0.3);
  });

  it("give ranks an interval: two that differ in one question change places or tie", () => {
    expect([first!.rank_low, first!.rank_high]).toEqual([1, 1]); // never behind: it solves all that the second does
    expect([second!.rank_low, second!.rank_high]).toEqual([1, 2]);
    expect([last!.rank_low, last!.rank_high]).toEqual([3, 3]);
  });

  it("say what 30 questions could show: far more than the difference of one question", () => {
    expect(first!.detectable).toBeNaN();
    expect(standings([leader, solved(20, 30).reverse()])[1]!.detectable).toBeGreaterThan(0.2);
  });
});
