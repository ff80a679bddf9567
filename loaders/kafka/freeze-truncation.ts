import { existsSync } from "node:fs";
import { TRUNCATION_COLUMNS, type TruncationRow } from "../code-rag/truncation.ts";
import { encodeRows, readRows } from "../store/parquet.ts";
import { writeFileWhole } from "../store/write-file.ts";

/** Joins what truncation does to these cells with what is frozen of others, which another machine may have embedded. */
export async function freezeTruncation(path: string, rows: readonly TruncationRow[]): Promise<void> {
  const before = existsSync(path) ? await readRows<TruncationRow>(path) : [];
  const keyOf = ({ system, chunking }: TruncationRow): string => `${system} ${chunking}`;
  const joined = new Map([...before, ...rows].map((row) => [keyOf(row), row]));
  const sorted = [...joined.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  if (sorted.length > 0) writeFileWhole(path, encodeRows(sorted, TRUNCATION_COLUMNS));
}
