import { existsSync } from "node:fs";
import { frozenPath } from "../store/frozen-path.ts";
import { type Column, encodeRows, readRows } from "../store/parquet.ts";
import { writeFileWhole } from "../store/write-file.ts";
import type { Corpus } from "./corpus.ts";
import { baseSets, STACK_SOURCES, type StackSource } from "./stacked-variants.ts";

/**
 * What execution says of a variant: it passes (and is discarded), gives wrong output (what makes a single mutant valid),
 * only raises exceptions where it does not pass, crashes on every input, or times out.
 */
export const STACK_OUTCOMES = ["passes", "wrong_output", "raises", "crashes", "times_out"] as const;
export type StackOutcome = (typeof STACK_OUTCOMES)[number];

/** One executed variant; its code is rebuilt from its members, and the variant's id says whether it is the same. */
export interface StackedRow {
  task: string;
  source: StackSource;
  /** Number of mutations; 1 for the single mutants that are the baseline. */
  count: number;
  variant: string;
  /** Ids of the single mutants, sorted, joined by commas. */
  members: string;
  /** First 12 hex digits of the SHA-256 of the suite that judged it. */
  suite: string;
  outcome: StackOutcome;
  passed: number;
  tests: number;
}

const column = (name: keyof StackedRow, type: Column["type"], unit: string, description: string): Column => ({
  name,
  type,
  unit,
  description,
});

const COLUMNS: readonly Column[] = [
  column("task", "utf8", "", "task id"),
  column("source", "utf8", "", "selected (the task's distractors) or pool (drawn from its valid mutants)"),
  column("count", "int32", "mutations", "mutations in the snippet, 1 for a single mutant"),
  column("variant", "utf8", "", "first 12 hex digits of the SHA-256 of the code"),
  column("members", "utf8", "", "ids of the single mutants it is made of, joined by commas"),
  column("suite", "utf8", "", "first 12 hex digits of the SHA-256 of the suite's tests"),
  column("outcome", "utf8", "", "passes, wrong_output, raises, crashes or times_out"),
  column("passed", "int32", "count", "tests passed"),
  column("tests", "int32", "count", "tests of the suite"),
];

export const stackedFile = (dataset: string): string => frozenPath(dataset, "stacked", `${dataset}.parquet`);

/** The frozen variants of a dataset; empty when none were made. */
export async function readStackedFile(dataset: string): Promise<StackedRow[]> {
  const path = stackedFile(dataset);
  return existsSync(path) ? readRows<StackedRow>(path) : [];
}

export function writeStackedFile(dataset: string, rows: readonly StackedRow[]): void {
  writeFileWhole(stackedFile(dataset), encodeRows(rows, COLUMNS));
}

/** Whether frozen variants were made from the single mutants that the corpus would give now, task by task. */
export function belongsTo(
  rows: readonly StackedRow[],
  corpus: Pick<Corpus, "tasks" | "snippets" | "pool">,
): boolean {
  const keysOf = (triples: readonly (readonly [string, string, string])[]): string[] =>
    triples.map((triple) => triple.join(" ")).sort();
  const wanted = [...baseSets(corpus)].flatMap(([task, sets]) =>
    STACK_SOURCES.flatMap((source) => sets[source].map(({ id }) => [task, source, id] as const)),
  );
  const frozen = rows
    .filter(({ count }) => count === 1)
    .map(({ task, source, variant }) => [task, source, variant] as const);
  return keysOf(wanted).join("\n") === keysOf(frozen).join("\n");
}
