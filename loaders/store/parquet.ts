import { readFileSync } from "node:fs";
import { parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { UserError } from "../errors.ts";
import { repositoryPath } from "../paths.ts";

/** The column types that figures use: what a browser reads without BigInt. */
export type ColumnType = "int32" | "float32" | "float64" | "bool" | "utf8";

/** What a column holds, shown with downloads and in `index.json`. */
export interface Column {
  name: string;
  type: ColumnType;
  /** `rate 0..1`, `ms`, `bytes`, `characters`, `rank`, `count`, or empty for names. */
  unit: string;
  description: string;
}

type Cell = string | number | boolean;
export type Row = Record<string, Cell>;

const PARQUET_TYPE = {
  int32: "INT32",
  float32: "FLOAT",
  float64: "DOUBLE",
  bool: "BOOLEAN",
  utf8: "STRING",
} as const;

function matchesType(value: Cell | undefined, type: ColumnType): boolean {
  if (type === "utf8") return typeof value === "string";
  if (type === "bool") return typeof value === "boolean";
  return typeof value === "number" && (type !== "int32" || Number.isInteger(value));
}

/**
 * Rows as Parquet bytes (Snappy, no nulls).
 * @throws Error when a row lacks a column or holds another type: a bug in an analysis, never a user's mistake.
 */
export function encodeRows(rows: readonly object[], columns: readonly Column[]): Uint8Array {
  const columnData = columns.map(({ name, type }) => {
    const data = rows.map((row, index) => {
      const value = (row as Row)[name];
      if (!matchesType(value, type)) {
        throw new Error(`row ${index}: column ${name} is ${JSON.stringify(value)}, not ${type}`);
      }
      return value as Cell;
    });
    return { name, type: PARQUET_TYPE[type], data, nullable: false };
  });
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: Math.max(rows.length, 1) }));
}

/** The bytes in a buffer of exactly their length, as hyparquet wants it. */
export function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

/** Rows of Parquet bytes, in file order. */
export async function decodeRows<T extends object>(bytes: Uint8Array): Promise<T[]> {
  return (await parquetReadObjects({ file: exactBuffer(bytes) })) as T[];
}

/** Rows of a committed Parquet file. @throws UserError when the file is missing or broken. */
export async function readRows<T extends object>(path: string): Promise<T[]> {
  try {
    return await decodeRows<T>(readFileSync(path));
  } catch (error) {
    throw new UserError(
      `${repositoryPath(path)} cannot be read as Parquet (${(error as Error).message}).`,
      `Restore it with \`git checkout -- ${repositoryPath(path)}\` or make it again.`,
    );
  }
}
