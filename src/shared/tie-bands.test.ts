import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { execAt, executionPrecisionAt, ndcgAt } from "./ranking-metrics.ts";
import { execBand, executionPrecisionBand, ndcgBand, tieGroups } from "./tie-bands.ts";

/** Every order of the items that keeps similarity descending. */
function orders<T extends { similarity: number }>(items: T[]): T[][] {
  if (items.length === 0) return [[]];
  const top = Math.max(...items.map(({ similarity }) => similarity));
  return items.flatMap((item, index) =>
    item.similarity === top ? orders(items.filter((_, i) => i !== index)).map((rest) => [item, ...rest]) : [],
  );
}

const pool = fc
  .array(fc.record({ similarity: fc.integer({ min: 0, max: 2 }), passes: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((items) =>
    items.sort((a, b) => b.similarity - a.similarity).map((item, index) => ({ ...item, index })),
  );

describe("tie bands", () => {
  it("equal brute force over every order within ties", () => {
    fc.assert(
      fc.property(pool, fc.nat(5), fc.constantFrom(1, 3, 5), (items, pick, k) => {
        const canonical = pick % items.length;
        const groups = tieGroups(
          items.map(({ similarity }) => similarity),
          items.map(({ passes }) => passes),
          canonical + 1,
        );
        const all = orders(items);
        const check = (
          band: { best: number; expected: number; worst: number },
          metric: (o: typeof items) => number,
        ) => {
          const values = all.map(metric);
          expect(band.best).toBeCloseTo(Math.max(...values), 10);
          expect(band.worst).toBeCloseTo(Math.min(...values), 10);
          expect(band.expected).toBeCloseTo(values.reduce((a, b) => a + b, 0) / values.length, 10);
        };
        const verdicts = (order: typeof items) => order.map(({ passes }) => passes);
        check(execBand(groups, k), (order) => execAt(verdicts(order), k));
        check(executionPrecisionBand(groups, k), (order) => executionPrecisionAt(verdicts(order), k));
        check(ndcgBand(groups, k), (order) =>
          ndcgAt(order.findIndex(({ index }) => index === canonical) + 1, k),
        );
      }),
      { numRuns: 150 },
    );
  });
});
