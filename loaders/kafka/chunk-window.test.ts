import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { windowSpans } from "./chunk-window.ts";

const LONE_SURROGATE = /\p{Surrogate}/u;

const sizes = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 2, max: 40 }))
  .map(([overlap, step]) => ({ size: overlap + step, overlap }));
const bmp = fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 300 });
const withPairs = fc.string({ unit: fc.constantFrom("a", "é", "\n", "😀"), maxLength: 200 });

describe("windowSpans", () => {
  it("steps by size minus overlap and ends at the end, without a tail of its own", () => {
    const of = (length: number) => windowSpans("x".repeat(length), { size: 10, overlap: 4 });
    expect(of(10)).toEqual([{ start: 0, end: 10 }]);
    expect(of(11)).toEqual([
      { start: 0, end: 10 },
      { start: 6, end: 11 },
    ]);
    expect(of(16)).toHaveLength(2);
    expect(of(17)).toHaveLength(3);
    expect(of(0)).toEqual([]);
  });

  it("covers a text with windows of the size and an exact overlap", () => {
    fc.assert(
      fc.property(bmp, sizes, (text, window) => {
        const spans = windowSpans(text, window);
        expect(spans[0]!.start).toBe(0);
        expect(spans.at(-1)!.end).toBe(text.length);
        spans.slice(1).forEach(({ start }, i) => expect(spans[i]!.end - start).toBe(window.overlap));
        spans.slice(0, -1).forEach(({ start, end }) => expect(end - start).toBe(window.size));
        expect(spans.at(-1)!.end - spans.at(-1)!.start).toBeLessThanOrEqual(window.size);
      }),
    );
  });

  it("has as many windows as ceil((length - overlap) / step), at least one", () => {
    fc.assert(
      fc.property(bmp, sizes, (text, window) => {
        const { size, overlap } = window;
        const expected = Math.max(1, Math.ceil((text.length - overlap) / (size - overlap)));
        expect(windowSpans(text, window)).toHaveLength(expected);
      }),
    );
  });

  it("never parts a surrogate pair: the edge moves one unit back, the grid stays", () => {
    expect(windowSpans("abc😀def", { size: 4, overlap: 0 })).toEqual([
      { start: 0, end: 3 },
      { start: 3, end: 8 },
    ]);
    fc.assert(
      fc.property(withPairs, sizes, (text, window) => {
        const spans = windowSpans(text, window);
        const step = window.size - window.overlap;
        spans.forEach(({ start, end }, i) => {
          expect(text.slice(start, end)).not.toMatch(LONE_SURROGATE);
          expect([0, 1]).toContain(i * step - start);
          expect([0, 1]).toContain(Math.min(i * step + window.size, text.length) - end);
        });
        spans.slice(1).forEach(({ start }, i) => expect(start).toBeLessThanOrEqual(spans[i]!.end));
      }),
    );
  });

  it("refuses a window that does not move on", () => {
    expect(() => windowSpans("text", { size: 100, overlap: 99 })).toThrow(RangeError);
    expect(() => windowSpans("text", { size: 100, overlap: -1 })).toThrow(/does not move on/);
  });
});
