import { describe, expect, it } from "vitest";
import { namedStops } from "./slider.ts";

const upTo = (last: number): number[] => Array.from({ length: last + 1 }, (_, i) => i);

describe("namedStops", () => {
  it("names every stop where they are few, and both ends of many at even distances", () => {
    expect(namedStops([1, 3, 5, 10])).toEqual([1, 3, 5, 10]);
    expect(namedStops(upTo(4))).toEqual([0, 1, 2, 3, 4]);
    expect(namedStops(upTo(16))).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16]);
    expect(namedStops(upTo(15))).toEqual([0, 3, 6, 9, 12, 15]);
    expect(namedStops(upTo(13))).toEqual([0, 13]);
    expect(namedStops([7])).toEqual([7]);
  });
});
