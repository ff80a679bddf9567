import { existsSync } from "node:fs";
import type { Outcome } from "../execution/types.ts";
import { FROZEN, fromRoot } from "../paths.ts";
import { type Column, encodeRows, readRows } from "../store/parquet.ts";
import { writeFileWhole } from "../store/write-file.ts";

/** A (query, item) pair of some system's top 10, executed under the name that the query's tests call. */
export interface ExecutedRow {
  query: string;
  item: string;
  /** First 12 hex digits of the SHA-256 of the suite: another suite makes the row worthless. */
  suite: string;
  /** One outcome a test of the query's suite, joined by commas. */
  outcomes: string;
  /** Wall-clock ms of a run of the first 1, 2, 3 shown tests that stops at the first failure; NaN for queries not timed. */
  ms1: number;
  ms2: number;
  ms3: number;
}

const COLUMNS: Column[] = [
  { name: "query", type: "utf8", unit: "", description: "task id" },
  { name: "item", type: "utf8", unit: "", description: "snippet id" },
  { name: "suite", type: "utf8", unit: "", description: "first 12 hex digits of the SHA-256 of the suite" },
  { name: "outcomes", type: "utf8", unit: "", description: "one outcome a test, joined by commas" },
  { name: "ms1", type: "float32", unit: "ms", description: "one shown test, in a process of its own" },
  { name: "ms2", type: "float32", unit: "ms", description: "two shown tests, stopped at the first failure" },
  {
    name: "ms3",
    type: "float32",
    unit: "ms",
    description: "three shown tests, stopped at the first failure",
  },
];

export const executedFile = (dataset: string): string =>
  fromRoot(FROZEN, "rerankers", dataset, "executed.parquet");

export const pairKey = (query: string, item: string): string => `${query} ${item}`;

/** Executed pairs by `pairKey`; empty where none was frozen. */
export async function readExecuted(dataset: string): Promise<Map<string, ExecutedRow>> {
  const path = executedFile(dataset);
  const rows = existsSync(path) ? await readRows<ExecutedRow>(path) : [];
  return new Map(rows.map((row) => [pairKey(row.query, row.item), row]));
}

export function writeExecuted(dataset: string, rows: readonly ExecutedRow[]): void {
  writeFileWhole(executedFile(dataset), encodeRows(rows, COLUMNS));
}

/** Which tests each executed pair passes, by `pairKey`: read from the rows once for all stages. */
export const passedTests = (executed: ReadonlyMap<string, ExecutedRow>): Map<string, boolean[]> =>
  new Map([...executed].map(([pair, row]) => [pair, outcomesOf(row).map((outcome) => outcome === "pass")]));

export const outcomesOf = ({ outcomes }: ExecutedRow): Outcome[] => outcomes.split(",") as Outcome[];
