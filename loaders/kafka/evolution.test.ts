import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shuffledIndices } from "../../src/shared/resample.ts";
import { bestOf, leadsAt, sizesOf, widthsAt } from "./evolution.ts";

/** Every order of the numbers below n. */
function permutations(n: number): number[][] {
  if (n === 0) return [[]];
  return permutations(n - 1).flatMap((rest) =>
    Array.from({ length: n }, (_, place) => [...rest.slice(0, place), n - 1, ...rest.slice(place)]),
  );
}

const bits = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 5, maxLength: 5 });
const options = fc.array(bits, { minLength: 2, maxLength: 4 });
const every = permutations(5);
const orders = Uint32Array.from(every.flat());

/** Options that lead on these questions, counted anew. */
function leadersOn(columns: readonly number[][], questions: readonly number[]): number[] {
  const totals = columns.map((column) => questions.filter((question) => column[question] === 1).length);
  return [...totals.keys()].filter((option) => totals[option] === Math.max(...totals));
}

describe("leadsAt", () => {
  it("counts, over every order of five questions, what counting every draw anew counts", () => {
    fc.assert(
      fc.property(options, (columns) => {
        const sizes = [1, 2, 3, 4, 5];
        const best = leadersOn(columns, [0, 1, 2, 3, 4]);
        for (const { size, leads, alone, settled } of leadsAt(columns, orders, sizes)) {
          const drawn = every.map((order) => leadersOn(columns, order.slice(0, size)));
          columns.forEach((_, option) => {
            const shares = drawn.map((leaders) => (leaders.includes(option) ? 1 / leaders.length : 0));
            expect(leads[option]).toBeCloseTo(shares.reduce((a, b) => a + b) / every.length, 12);
            const single = drawn.filter((leaders) => leaders.length === 1 && leaders[0] === option);
            expect(alone[option]).toBeCloseTo(single.length / every.length, 12);
          });
          const stays = every.filter((order) =>
            sizes
              .filter((later) => later >= size)
              .every((later) => leadersOn(columns, order.slice(0, later)).every((one) => best.includes(one))),
          );
          expect(settled).toBeCloseTo(stays.length / every.length, 12);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("with all questions chooses the best, and shares the choice between options that are equally good", () => {
    const columns = [
      [1, 1, 0, 0, 0],
      [0, 0, 0, 1, 1],
      [0, 0, 1, 0, 0],
    ];
    const [all] = leadsAt(columns, orders, [5]);
    expect(all).toEqual({ size: 5, leads: [0.5, 0.5, 0], alone: [0, 0, 0], settled: 1 });
    expect(bestOf(columns)).toEqual([true, true, false]);
  });

  it("gives the hypergeometric chance that one question tells two options apart", () => {
    // They differ on one question of ten: a draw of three holds it three times in ten, and else both lead.
    const one = Array.from({ length: 10 }, (_, question) => (question < 6 ? 1 : 0));
    const other = one.map((value, question) => (question === 5 ? 0 : value));
    const [three] = leadsAt([one, other], shuffledIndices(10, 20_000), [3]);
    expect(three!.alone[0]).toBeCloseTo(0.3, 2);
    expect(three!.leads[0]).toBeCloseTo(0.3 + 0.7 / 2, 2);
    expect(three!.leads[1]).toBeCloseTo(0.7 / 2, 2);
  });
});

describe("shuffledIndices", () => {
  it("has every index once a row, and each as often at each place", () => {
    const rows = 20_000;
    const shuffled = shuffledIndices(4, rows);
    const counts = Array.from({ length: 16 }, () => 0);
    for (let row = 0; row < rows; row++) {
      const order = [...shuffled.slice(row * 4, row * 4 + 4)];
      expect(new Set(order).size).toBe(4);
      order.forEach((index, place) => counts[4 * place + index]!++);
    }
    for (const count of counts) expect(Math.abs(count / rows - 0.25)).toBeLessThan(0.015);
  });
});

describe("widthsAt", () => {
  it("shrinks with the root of the number of questions, and says where there is no width", () => {
    const values = Array.from({ length: 120 }, (_, question) => question % 2);
    const [few, many] = widthsAt(values, shuffledIndices(120, 500), [30, 120]);
    expect(Math.abs(few!.half_width / many!.half_width - 2)).toBeLessThan(0.1);
    // A normal interval of a half from 120 questions is 1.96 sqrt(0.25 / 120) to either side.
    expect(many!.half_width).toBeCloseTo(0.0895, 2);
    const [three] = widthsAt(values, shuffledIndices(120, 5000), [3]);
    // All three solved or all three missed: 2 (60 choose 3) / (120 choose 3).
    expect(Math.abs(three!.no_width - 0.2437)).toBeLessThan(0.02);
  });
});

it("tries no size that there are not questions for", () => {
  expect(sizesOf(12)).toEqual([3, 10, 12]);
  expect(sizesOf(120).at(-1)).toBe(120);
  expect(sizesOf(120).filter((size) => size === 120)).toHaveLength(1);
});
