import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeRows, encodeRows } from "../store/parquet.ts";
import { columnsOf } from "./figure.ts";
import { digestRows } from "./row-digest.ts";

interface Sample {
  name: string;
  count: number;
  value: number;
  half: number;
  flag: boolean;
}

const COLUMNS = columnsOf<Sample>({
  name: ["utf8", "", "name"],
  count: ["int32", "count", "count"],
  value: ["float64", "rate 0..1", "value"],
  half: ["float32", "similarity", "value of half the width"],
  flag: ["bool", "", "flag"],
});

const row = (change: Partial<Sample> = {}): Sample => ({
  name: "a",
  count: 1,
  value: 0.1 + 0.2,
  half: 0.1,
  flag: true,
  ...change,
});

describe("digestRows", () => {
  it("gives computed rows the digest of the same rows read back from Parquet", async () => {
    const sample = fc.record({
      name: fc.string({ unit: "grapheme" }),
      count: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      value: fc.double(),
      half: fc.double({ noNaN: true, min: -1, max: 1 }),
      flag: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(sample, { maxLength: 20 }), async (rows) => {
        const read = await decodeRows<Sample>(encodeRows(rows, COLUMNS));
        expect(digestRows(read, COLUMNS)).toEqual(digestRows(rows, COLUMNS));
      }),
      { numRuns: 60 },
    );
  });

  it("tells a last bit from a change", () => {
    const before = digestRows([row()], COLUMNS);
    const lastBit = digestRows([row({ value: 0.3 })], COLUMNS);
    expect(lastBit.exact).not.toBe(before.exact);
    expect(lastBit.close).toBe(before.close);
    const change = digestRows([row({ value: 0.300001 })], COLUMNS);
    expect(change.close).not.toBe(before.close);
    const large = [123_456_789.25, 123_456_789.25 + 2e-8].map(
      (value) => digestRows([row({ value })], COLUMNS).close,
    );
    expect(large[0]).toBe(large[1]);
  });

  it("sees the order of rows, names of columns, and a name that holds the separator", () => {
    const rows = [row(), row({ name: "b" })];
    expect(digestRows(rows.toReversed(), COLUMNS).exact).not.toBe(digestRows(rows, COLUMNS).exact);
    const renamed = COLUMNS.map((column) => (column.name === "value" ? { ...column, name: "flag" } : column));
    expect(digestRows([], renamed).exact).not.toBe(digestRows([], COLUMNS).exact);
    const [split, joined] = [row({ name: "a\tb" }), row({ name: "a\\tb" })];
    expect(digestRows([split], COLUMNS).exact).not.toBe(digestRows([joined], COLUMNS).exact);
  });

  it("takes -0 for 0 and NaN for NaN", () => {
    expect(digestRows([row({ value: -0 })], COLUMNS)).toEqual(digestRows([row({ value: 0 })], COLUMNS));
    expect(digestRows([row({ value: Number.NaN })], COLUMNS).close).toBe(
      digestRows([row({ value: Number.NaN })], COLUMNS).close,
    );
  });
});
