import fc from "fast-check";
import { expect, it } from "vitest";
import { dot, exactSimilarity, norm } from "./exact-similarity.ts";

const vector = fc.array(fc.float({ min: -4, max: 4, noNaN: true }), { minLength: 1, maxLength: 40 });

it("is the dot product, at every length and offset", () => {
  fc.assert(
    fc.property(vector, fc.integer({ min: 0, max: 5 }), (values, offset) => {
      const a = Float64Array.from(values);
      const b = Float32Array.from(values.toReversed());
      const shifted = Float32Array.from([...new Array<number>(offset).fill(9), ...b]);
      const plain = values.reduce((sum, value, i) => sum + value * b[i]!, 0);
      expect(dot(a, shifted, offset)).toBeCloseTo(plain, 9);
      expect(dot(a, shifted, offset)).toBe(dot(a, b));
    }),
    { seed: 20260510 },
  );
});

it("has cosine 1 for parallel vectors, -1 for opposite ones and 0 for orthogonal ones", () => {
  const a = Float32Array.of(3, 4, 0, 0, 0);
  expect(norm(a)).toBe(5);
  expect(exactSimilarity(a, Float32Array.of(6, 8, 0, 0, 0), "cosine")).toBe(1);
  expect(exactSimilarity(a, Float32Array.of(-3, -4, 0, 0, 0), "cosine")).toBe(-1);
  expect(exactSimilarity(a, Float32Array.of(0, 0, 0, 0, 7), "cosine")).toBe(0);
  expect(exactSimilarity(a, Float32Array.of(1, 1, 0, 0, 0), "dot")).toBe(7);
});
