import { describe, expect, it } from "vitest";
import { searchRows, sortRows, toCsv, type Column } from "./table-model.ts";

interface Row {
  system: string;
  value: number;
}
const columns: Column<Row>[] = [
  { key: "system", label: "System", value: (row) => row.system },
  {
    key: "exec@1",
    label: "exec@1",
    value: (row) => row.value,
    cell: (row) => row.value.toFixed(1),
    numeric: true,
  },
];
const rows: Row[] = [
  { system: "BM25", value: 0.0581 },
  { system: "E5 small, v2", value: 0.21 },
  { system: 'the "best"', value: 0.21 },
];

describe("table rows", () => {
  it("finds rows that hold every word in any column", () => {
    expect(searchRows(rows, columns, "small E5").map((row) => row.system)).toEqual(["E5 small, v2"]);
    expect(searchRows(rows, columns, "  ")).toHaveLength(3);
    expect(searchRows(rows, columns, "bm25 0.21")).toEqual([]);
  });

  it("sorts by the raw value, keeps ties in order, and leaves the rows alone", () => {
    const sorted = sortRows(rows, columns, { key: "exec@1", descending: true });
    expect(sorted.map((row) => row.system)).toEqual(["E5 small, v2", 'the "best"', "BM25"]);
    expect(rows[0]?.system).toBe("BM25");
  });

  it("writes CSV with quoted commas and quotes, and numbers as they are", () => {
    expect(toCsv(rows, columns)).toBe(
      'system,exec@1\r\nBM25,0.0581\r\n"E5 small, v2",0.21\r\n"the ""best""",0.21\r\n',
    );
  });
});
