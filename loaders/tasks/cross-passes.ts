import { existsSync } from "node:fs";
import { frozenPath } from "../store/frozen-path.ts";
import { type Column, encodeRows, readRows } from "../store/parquet.ts";
import { writeFileWhole } from "../store/write-file.ts";

/** A snippet that passes another task's whole suite. */
export interface CrossPass {
  query: string;
  snippet: string;
}

export const CROSS_PASS_COLUMNS: readonly Column[] = [
  { name: "query", type: "utf8", unit: "", description: "task whose suite the snippet passes" },
  { name: "snippet", type: "utf8", unit: "", description: "snippet of another task" },
];

export const crossPassesFile = (dataset: string): string =>
  frozenPath(dataset, "cross-passes", `${dataset}.parquet`);

/** `"<task> <snippet>"` of every pair known to pass; empty where none was found. */
export async function readCrossPasses(dataset: string): Promise<Set<string>> {
  const path = crossPassesFile(dataset);
  if (!existsSync(path)) return new Set();
  return new Set((await readRows<CrossPass>(path)).map(({ query, snippet }) => `${query} ${snippet}`));
}

export function writeCrossPasses(dataset: string, passes: readonly CrossPass[]): void {
  writeFileWhole(crossPassesFile(dataset), encodeRows(passes, CROSS_PASS_COLUMNS));
}
