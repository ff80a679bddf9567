import fc from "fast-check";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { describe, expect, it } from "vitest";
import { agreesAsPrinted, attemptsFor, generationCost, type GenerationPlan, listPrice } from "./economics.ts";

/** The paper's totals (appendix B), one call a task. */
const paper: GenerationPlan = {
  tasks: 926,
  promptTokens: 915_178 / 926,
  completionTokens: 7_083_062 / 926,
  usdInput: 2.5,
  usdOutput: 15,
  batchShare: 0,
  batchDiscount: 0.5,
  passRate: 1,
  secondsPerCall: 99,
};

const plan = fc.record({
  tasks: fc.integer({ min: 1, max: 5000 }),
  promptTokens: fc.double({ min: 0, max: 1e5, noNaN: true }),
  completionTokens: fc.double({ min: 0, max: 1e5, noNaN: true }),
  usdInput: fc.double({ min: 0, max: 100, noNaN: true }),
  usdOutput: fc.double({ min: 0, max: 100, noNaN: true }),
  batchShare: fc.double({ min: 0, max: 1, noNaN: true }),
  batchDiscount: fc.double({ min: 0, max: 1, noNaN: true }),
  passRate: fc.double({ min: 0.01, max: 1, noNaN: true }),
  secondsPerCall: fc.double({ min: 0, max: 1000, noNaN: true }),
});

describe("the cost of generated tasks", () => {
  it("gives the paper's price for the paper's totals", () => {
    const cost = generationCost(paper);
    expect(cost.listUsd).toBeCloseTo(108.53, 2);
    expect(cost.listUsd).toBeCloseTo(listPrice(915_178, 7_083_062, paper), 9);
    expect([cost.calls, cost.callsDeviation, cost.attempts99]).toEqual([926, 0, 1]);
    expect(generationCost({ ...paper, batchShare: 0.57 }).billedUsd).toBeCloseTo(108.533875 * 0.715, 9);
  });

  it("repeats failed calls as a simulation does", () => {
    const random = xoroshiro128plus(1);
    const runs = Array.from({ length: 4000 }, () => {
      let calls = 0;
      for (let task = 0; task < 10; task++)
        do calls++;
        while (uniformInt(random, 1, 100) > 70);
      return calls;
    });
    const average = runs.reduce((sum, calls) => sum + calls, 0) / runs.length;
    const deviation = Math.sqrt(runs.reduce((sum, calls) => sum + (calls - average) ** 2, 0) / runs.length);
    const cost = generationCost({ ...paper, tasks: 10, passRate: 0.7 });
    expect(Math.abs(average - cost.calls)).toBeLessThan((4 * cost.callsDeviation) / Math.sqrt(runs.length));
    expect(deviation / cost.callsDeviation).toBeCloseTo(1, 1);
  });

  it("counts the fewest attempts that reach the share", () => {
    expect(attemptsFor(0.99, 0.9)).toBe(2);
    expect(attemptsFor(0.99, 0.91)).toBe(2);
    expect(attemptsFor(0.99, 0.5)).toBe(7);
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.999, noNaN: true }), (passRate) => {
        const attempts = attemptsFor(0.99, passRate);
        expect(1 - (1 - passRate) ** attempts).toBeGreaterThanOrEqual(0.99 - 1e-9);
        if (attempts > 1) expect(1 - (1 - passRate) ** (attempts - 1)).toBeLessThan(0.99);
      }),
    );
  });

  it("bills no more than the list price and no less than a batch of everything, and grows with tasks", () => {
    fc.assert(
      fc.property(plan, (any) => {
        const cost = generationCost(any);
        expect(cost.billedUsd).toBeLessThanOrEqual(cost.listUsd * (1 + 1e-12));
        expect(cost.billedUsd).toBeGreaterThanOrEqual(cost.listUsd * (1 - any.batchDiscount) - 1e-9);
        expect(cost.calls).toBeGreaterThanOrEqual(any.tasks);
        const twice = generationCost({ ...any, tasks: 2 * any.tasks });
        expect(twice.listUsd).toBeCloseTo(2 * cost.listUsd, 4);
        expect(twice.billedUsdPerTask).toBeCloseTo(cost.billedUsdPerTask, 6);
      }),
    );
  });

  it("agrees with a printed value within half of its last digit", () => {
    expect(agreesAsPrinted(7649, 7649.095, 0)).toBe(true);
    expect(agreesAsPrinted(7649, 7649.51, 0)).toBe(false);
    expect(agreesAsPrinted(108.53, 108.533875, 2)).toBe(true);
    expect(agreesAsPrinted(108.53, 108.536, 2)).toBe(false);
  });
});
