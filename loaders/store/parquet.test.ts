import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsOf } from "../figures/figure.ts";
import { decodeRows, encodeRows, readRows } from "./parquet.ts";

interface Sample {
  name: string;
  count: number;
  value: number;
  flag: boolean;
}

const COLUMNS = columnsOf<Sample>({
  name: ["utf8", "", "name"],
  count: ["int32", "count", "count"],
  value: ["float64", "rate 0..1", "value"],
  flag: ["bool", "", "flag"],
});

describe("Parquet rows", () => {
  it("come back as they were written", async () => {
    const sample = fc.record({
      name: fc.string({ unit: "grapheme" }),
      count: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      value: fc.double({ noNaN: true }).map((value) => value + 0),
      flag: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(sample, { maxLength: 40 }), async (rows) => {
        expect(await decodeRows(encodeRows(rows, COLUMNS))).toEqual(rows);
      }),
      { numRuns: 60 },
    );
  });

  it("make equal bytes of equal rows", () => {
    const rows = [{ name: "a", count: 1, value: 0.5, flag: true }];
    expect(encodeRows(rows, COLUMNS)).toEqual(encodeRows(structuredClone(rows), COLUMNS));
  });

  it("refuse a row that lacks a column or holds another type", () => {
    expect(() => encodeRows([{ name: "a" }], COLUMNS)).toThrow(/row 0: column count/);
    expect(() => encodeRows([{ name: "a", count: 1.5, value: 1, flag: true }], COLUMNS)).toThrow(
      /1.5, not int32/,
    );
  });

  it("name a broken file and how to get it back", async () => {
    const folder = mkdtempSync(join(tmpdir(), "parquet-test-"));
    writeFileSync(join(folder, "broken.parquet"), "PAR1 but no more");
    await expect(readRows(join(folder, "broken.parquet"))).rejects.toThrow(
      /broken\.parquet cannot be read as Parquet/,
    );
    rmSync(folder, { recursive: true });
  });
});
