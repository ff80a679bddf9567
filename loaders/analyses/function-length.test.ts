import { beforeAll, describe, expect, it } from "vitest";
import type { FunctionLengthRow } from "../../src/shared/findings/function-length.ts";
import { encodeRows } from "../store/parquet.ts";
import { functionLength, thirdsOf } from "./function-length.ts";

let rows: readonly FunctionLengthRow[];

beforeAll(async () => {
  rows = await functionLength.compute();
}, 300_000);

describe("the function-length figure", () => {
  it("has a row for every system, cut-off and third, with an interval around each value", () => {
    expect(rows.length).toBeGreaterThan(0);
    for (const { value, low, high, n } of rows) {
      expect(n).toBeGreaterThan(0);
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
    }
    expect(encodeRows(rows, functionLength.columns).length).toBeGreaterThan(0);
  });

  it("splits the queries into three parts that do not overlap", () => {
    for (const { dataset, system, k } of rows.filter(({ third }) => third === 1)) {
      const thirds = rows.filter((row) => row.dataset === dataset && row.system === system && row.k === k);
      expect(thirds.map(({ third }) => third)).toEqual([1, 2, 3]);
      expect(thirds[0]!.characters_to).toBeLessThan(thirds[1]!.characters_from);
      expect(thirds[1]!.characters_to).toBeLessThan(thirds[2]!.characters_from);
      expect(thirds[0]!.change).toBeCloseTo(thirds[2]!.value - thirds[0]!.value, 5);
    }
  });

  it("keeps equal lengths together", () => {
    expect(thirdsOf([30, 10, 20, 40, 50, 60])).toEqual([2, 1, 1, 2, 3, 3]);
    expect(thirdsOf([5, 5, 5, 5, 9, 9])).toEqual([1, 1, 1, 1, 3, 3]);
  });
});
