import { ascending, descending } from "d3-array";

/** One column of a table: which field, how it is called, how its cells are printed. */
export interface Column<R> {
  key: string;
  label: string;
  /** The raw value: sorts the column and is what a CSV holds. */
  value: (row: R) => string | number | boolean;
  /** The cell: text or a node; the raw value when absent. */
  cell?: (row: R) => string | Node;
  /** Numbers stand right and sort largest first. */
  numeric?: boolean;
  /** Long text that may wrap. */
  wrap?: boolean;
}

export interface Sort {
  key: string;
  descending: boolean;
}

/** Rows in which every word of the phrase occurs in some column, upper and lower case alike. */
export function searchRows<R>(rows: readonly R[], columns: readonly Column<R>[], phrase: string): R[] {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...rows];
  return rows.filter((row) => {
    const text = columns
      .map((column) => String(column.value(row)))
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A sorted copy; equal values keep their order. */
export function sortRows<R>(rows: readonly R[], columns: readonly Column<R>[], sort: Sort | undefined): R[] {
  const column = columns.find(({ key }) => key === sort?.key);
  if (!sort || !column) return [...rows];
  const order = sort.descending ? descending : ascending;
  const keyed = rows.map((row) => ({ row, value: column.value(row) }));
  return keyed.sort((a, b) => order(a.value, b.value)).map(({ row }) => row);
}

const quote = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** RFC 4180 text of raw values, with a header line and unrounded numbers. */
export function toCsv<R>(rows: readonly R[], columns: readonly Column<R>[]): string {
  const lines = [
    columns.map(({ key }) => quote(key)),
    ...rows.map((row) => columns.map((c) => quote(String(c.value(row))))),
  ];
  return `${lines.map((line) => line.join(",")).join("\r\n")}\r\n`;
}
