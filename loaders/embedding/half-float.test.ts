import { describe, expect, it } from "vitest";
import { bytesToHalves, decodeHalves, encodeHalves, fromHalf, halvesToBytes, toHalf } from "./half-float.ts";

const ALL = Uint16Array.from({ length: 65536 }, (_, half) => half);
const isNaNHalf = (half: number): boolean => (half & 0x7c00) === 0x7c00 && (half & 0x3ff) !== 0;

describe("half floats", () => {
  it("come back from float32 as the same bits, all 65,536 of them (a NaN stays a NaN)", () => {
    const back = encodeHalves(decodeHalves(ALL));
    const changed = ALL.filter((half) => (isNaNHalf(half) ? !isNaNHalf(back[half]!) : back[half] !== half));
    expect([...changed]).toEqual([]);
  });

  it("survive the way through little-endian bytes", () => {
    const bytes = halvesToBytes(ALL);
    expect([bytes[2 * 0x3c00], bytes[2 * 0x3c00 + 1]]).toEqual([0x00, 0x3c]);
    expect(bytesToHalves(bytes)).toEqual(ALL);
  });

  it("have the values of IEEE 754: one, the largest, the smallest normal and the smallest subnormal", () => {
    expect([0x3c00, 0x7bff, 0x0400, 0x0001, 0xc000].map(fromHalf)).toEqual([
      1,
      65504,
      2 ** -14,
      2 ** -24,
      -2,
    ]);
  });

  it("round to the nearest, ties to even, at every pair of neighbors", () => {
    const wrong: number[] = [];
    for (let half = 0; half < 0x7bff; half++) {
      const [low, high] = [fromHalf(half), fromHalf(half + 1)];
      const middle = (low + high) / 2;
      const even = half % 2 === 0 ? half : half + 1;
      const right =
        toHalf(middle) === even &&
        toHalf(-middle) === (0x8000 | even) &&
        toHalf((middle + low) / 2) === half &&
        toHalf((middle + high) / 2) === half + 1;
      if (!right) wrong.push(half);
    }
    expect(wrong).toEqual([]);
    expect(toHalf(65519.99)).toBe(0x7bff);
    expect(toHalf(65520)).toBe(0x7c00);
    expect(toHalf(2 ** -26)).toBe(0);
  });
});
