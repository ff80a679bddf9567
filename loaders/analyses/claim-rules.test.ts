import { describe, expect, it } from "vitest";
import { above, below, negligible, notToldApart, within } from "./claim-rules.ts";

const at = (low: number, value: number, high: number, n = 100) => ({ low, value, high, n });

describe("verdict rules", () => {
  it("decide only when the whole interval is on one side", () => {
    expect(below(0.5).judge(at(0.2, 0.3, 0.4))).toBe("holds");
    expect(below(0.5).judge(at(0.4, 0.48, 0.55))).toBe("cannot_tell");
    expect(below(0.5).judge(at(0.51, 0.6, 0.7))).toBe("does_not_hold");
    expect(above(0.9).judge(at(0.91, 0.95, 0.99))).toBe("holds");
    expect(above(0.9).judge(at(0.5, 0.6, 0.7))).toBe("does_not_hold");
  });

  it("hold a value within a published band and fail an interval that misses it", () => {
    expect(within(0.27, 0.49).judge(at(0.2, 0.3, 0.6))).toBe("holds");
    expect(within(0.27, 0.49).judge(at(0.45, 0.5, 0.55))).toBe("cannot_tell");
    expect(within(0.27, 0.49).judge(at(0.55, 0.6, 0.65))).toBe("does_not_hold");
  });

  it("call an effect negligible only when its interval is inside the margin", () => {
    expect(negligible(0.1).judge(at(-0.05, 0.01, 0.07))).toBe("holds");
    expect(negligible(0.1).judge(at(-0.2, -0.05, 0.1))).toBe("cannot_tell");
    expect(negligible(0.1).judge(at(0.2, 0.3, 0.4))).toBe("does_not_hold");
  });

  it("tell no difference apart when the interval holds 0", () => {
    expect(notToldApart.judge(at(-0.04, 0.002, 0.042))).toBe("holds");
    expect(notToldApart.judge(at(0.01, 0.05, 0.09))).toBe("does_not_hold");
  });

  it("cannot tell without data", () => {
    expect(below(0.5).judge(at(0, 0, 0, 0))).toBe("cannot_tell");
    expect(above(0.5).judge(at(Number.NaN, Number.NaN, Number.NaN))).toBe("cannot_tell");
  });
});
