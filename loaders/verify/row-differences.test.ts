import { describe, expect, it } from "vitest";
import { columnsOf } from "../figures/figure.ts";
import type { Row } from "../store/parquet.ts";
import { keyColumns, rowDifferences } from "./row-differences.ts";

const COLUMNS = columnsOf<{ system: string; k: number; value: number }>({
  system: ["utf8", "", "system"],
  k: ["int32", "rank", "cut-off"],
  value: ["float64", "rate 0..1", "value"],
});

const ROWS: Row[] = [
  { system: "a", k: 1, value: 0.25 },
  { system: "a", k: 10, value: 0.75 },
  { system: "b", k: 1, value: 0.5 },
];

describe("rowDifferences", () => {
  it("finds the columns that tell rows apart", () => {
    expect(keyColumns(ROWS, COLUMNS)).toEqual(["system", "k"]);
    expect(keyColumns(ROWS.slice(1), COLUMNS)).toEqual(["system"]);
  });

  it("shows a changed row by its key with both values, and rows that came or went", () => {
    const now: Row[] = [{ ...ROWS[0]!, value: 0.3 }, ROWS[1]!, { system: "c", k: 1, value: 0.5 }];
    expect(rowDifferences(ROWS, now, COLUMNS)).toEqual({
      added: 1,
      removed: 1,
      changed: 1,
      onlyOrder: false,
      first: ['system="a" k=1: value 0.25 then, 0.3 now', 'new: system="c" k=1', 'gone: system="b" k=1'],
    });
  });

  it("says when the same rows only stand in another order, and keeps rows that repeat apart", () => {
    expect(rowDifferences(ROWS, ROWS.toReversed(), COLUMNS).onlyOrder).toBe(true);
    const twice = [ROWS[0]!, ROWS[0]!];
    expect(rowDifferences(twice, [ROWS[0]!], COLUMNS)).toMatchObject({ removed: 1, changed: 0 });
  });
});
