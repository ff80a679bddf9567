import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editSize, editSizeBucket, lineBlock } from "./edit-size.ts";

describe("editSize", () => {
  it("sums the longer side of each changed region", () => {
    expect(editSize("return a < b\n", "return a <= b\n").characters).toBe(1);
    expect(editSize("g(abc, d)\n", "g(xy, d)\n").characters).toBe(3);
    expect(editSize("a - b * 2\n", "a + b * 10\n").characters).toBe(3);
  });

  it("counts code points, not UTF-16 units, and relates them to the canonical's length", () => {
    const { characters, relative } = editSize('s = "🙂"', 's = "🙃"');
    expect(characters).toBe(1);
    expect(relative).toBeCloseTo(1 / 7, 12);
  });

  it("measures a deleted guard by its lines", () => {
    const size = editSize(
      "def f(a):\n    if not a:\n        return 0\n    return 1\n",
      "def f(a):\n    return 1\n",
    );
    expect(size.lines).toBe(2);
    expect(size.block).toEqual({ from: 2, to: 3, lines: [] });
  });

  it("counts an insertion as the line it follows", () => {
    expect(lineBlock("a\nb\n", "a\nx\ny\nb\n")).toEqual({ from: 1, to: 1, lines: ["a", "x", "y"] });
    expect(lineBlock("a\nb\n", "x\na\nb\n")).toEqual({ from: 0, to: 0, lines: ["x"] });
    expect(editSize("a\nb\n", "a\nx\ny\nb\n").lines).toBe(2);
  });

  it("has no block when the line diff is two, or when nothing changed", () => {
    expect(editSize("a\nb\nc\n", "x\nb\nz\n")).toMatchObject({ lines: 2, block: null });
    expect(editSize("a\n", "a\n")).toMatchObject({ characters: 0, lines: 0, block: null });
  });

  it("is at least the difference in length, and at most the longer text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
        const { characters } = editSize(a, b);
        const [long, short] = [
          Math.max([...a].length, [...b].length),
          Math.min([...a].length, [...b].length),
        ];
        expect(characters).toBeGreaterThanOrEqual(long - short);
        expect(characters).toBeLessThanOrEqual([...a].length + [...b].length);
      }),
    );
  });
});

describe("editSizeBucket", () => {
  it("has the paper's bounds", () => {
    const sizes = [1, 2, 3, 5, 6, 10, 11, 20, 21, 540];
    expect(sizes.map(editSizeBucket)).toEqual([
      "1",
      "2",
      "3-5",
      "3-5",
      "6-10",
      "6-10",
      "11-20",
      "11-20",
      "21+",
      "21+",
    ]);
  });
});
