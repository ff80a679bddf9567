import { describe, expect, it } from "vitest";
import { exactProportion } from "./binomial-interval.ts";

describe("exactProportion", () => {
  // scipy 1.17.1: binomtest(k, n).proportion_ci(method="exact")
  it.each([
    [0, 10, 0, 0.30849710781876294],
    [10, 10, 0.6915028921812371, 1],
    [7, 10, 0.3475471499399921, 0.9332604888222655],
    [17305, 17475, 0.9887034406150678, 0.9916736152125929],
    [1, 939, 2.6962158329807686e-5, 0.005919168438713074],
    [4410, 4694, 0.9322924270394655, 0.9461490858301711],
  ])("%d of %d (scipy)", (successes, trials, low, high) => {
    const found = exactProportion(successes, trials);
    expect(found.value).toBe(successes / trials);
    expect(found.low).toBeCloseTo(low, 10);
    expect(found.high).toBeCloseTo(high, 10);
  });

  it("knows nothing of no trials", () => {
    expect(exactProportion(0, 0)).toEqual({ value: NaN, low: NaN, high: NaN });
  });
});
