import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bootstrapKinds } from "./bootstrap-kinds.ts";
import { bootstrapMeans, unitMatrix } from "./bootstrap.ts";
import { resampleIndices } from "./resample.ts";

describe("bootstrapKinds", () => {
  it("is the bootstrap over units, whose kinds are only counted", () => {
    const input = fc
      .array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }), {
        minLength: 1,
        maxLength: 5,
      })
      .chain((rows) =>
        fc.record({
          rows: fc.constant(rows),
          kinds: fc.array(fc.nat({ max: rows.length - 1 }), { minLength: 1, maxLength: 30 }),
        }),
      );
    fc.assert(
      fc.property(input, ({ rows, kinds }) => {
        const resamples = resampleIndices(kinds.length, 40);
        const columns = [0, 1, 2];
        const matrix = unitMatrix(columns.map((column) => rows.map((row) => row[column]!)));
        const units = unitMatrix(columns.map((column) => kinds.map((kind) => rows[kind]![column]!)));
        const [counted, direct] = [
          bootstrapKinds(kinds, matrix, resamples),
          bootstrapMeans(units, resamples),
        ];
        counted.forEach((means, column) =>
          means.forEach((value, replicate) => expect(value).toBeCloseTo(direct[column]![replicate]!, 12)),
        );
      }),
      { numRuns: 60 },
    );
  });
});
