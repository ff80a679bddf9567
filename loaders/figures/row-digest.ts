import { createHash, type Hash } from "node:crypto";
import type { Column, ColumnType, Row } from "../store/parquet.ts";

/** Rows by their digests: equal ones have equal digests on every machine. */
export interface RowDigests {
  rows: number;
  /** To the last bit. */
  exact: string;
  /** To 1e-9 (of numbers above 1: to ten significant digits), so that a last bit is told from a change. */
  close: string;
}

/** Hex digits of a row digest: 128 bits. */
const DIGITS = 32;

/** A number without what lies below 1e-9, or below its tenth significant digit when it is larger than 1. */
const nearby = (value: number): number => {
  if (!Number.isFinite(value)) return value;
  return (Math.abs(value) < 1 ? Math.round(value * 1e9) / 1e9 : Number(value.toPrecision(10))) + 0;
};

function exactCell(value: Row[string], type: ColumnType): string {
  if (type === "utf8") return JSON.stringify(value);
  if (type === "bool") return value ? "true" : "false";
  return String((type === "float32" ? Math.fround(value as number) : (value as number)) + 0);
}

const isFloat = (type: ColumnType): boolean => type === "float32" || type === "float64";

const closeCell = (value: Row[string], type: ColumnType): string =>
  isFloat(type) ? String(nearby(Number(exactCell(value, type)))) : exactCell(value, type);

/** A line a row, cells in the order of the columns; -0 counts as 0, and NaN equals NaN. */
function update(hash: Hash, row: Row, columns: readonly Column[], cell: typeof exactCell): void {
  hash.update(`${columns.map(({ name, type }) => cell(row[name]!, type)).join("\t")}\n`);
}

/** Digests of rows in their order, with the names and types of their columns. */
export function digestRows(rows: readonly object[], columns: readonly Column[]): RowDigests {
  const heading = `${columns.map(({ name, type }) => `${name}:${type}`).join("\t")}\n`;
  const exact = createHash("sha256").update(heading);
  const close = createHash("sha256").update(heading);
  for (const row of rows) {
    update(exact, row as Row, columns, exactCell);
    update(close, row as Row, columns, closeCell);
  }
  return {
    rows: rows.length,
    exact: exact.digest("hex").slice(0, DIGITS),
    close: close.digest("hex").slice(0, DIGITS),
  };
}
