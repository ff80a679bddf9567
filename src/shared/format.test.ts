import { describe, expect, it } from "vitest";
import { count, difference, inWords, listed, percent, range, rankRange, rate } from "./format.ts";

describe("numbers as readers see them", () => {
  it("prints rates with three decimals and a real minus sign", () => {
    expect(rate(0.3312)).toBe("0.331");
    expect(difference(-0.0214)).toBe("−0.021");
    expect(difference(0.0214)).toBe("+0.021");
  });

  it("prints percent and intervals in prose", () => {
    expect(percent(0.3312)).toBe("33.1%");
    expect(range(0.299, 0.362)).toBe("29.9–36.2%");
  });

  it("separates thousands and spells small counts", () => {
    expect(count(4694)).toBe("4,694");
    expect(inWords(4)).toBe("four");
    expect(inWords(0)).toBe("no");
    expect(inWords(12)).toBe("12");
  });

  it("collapses a rank interval of one rank and joins lists without an Oxford comma", () => {
    expect(rankRange(2, 2)).toBe("2");
    expect(rankRange(1, 3)).toBe("1–3");
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
    expect(listed(["a"])).toBe("a");
  });
});
