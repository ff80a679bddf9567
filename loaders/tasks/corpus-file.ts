import { existsSync, readFileSync } from "node:fs";
import type { Outcome } from "../execution/types.ts";
import { sha256 } from "../store/digest.ts";
import { frozenPath } from "../store/frozen-path.ts";
import { type Column, encodeRows, readRows } from "../store/parquet.ts";
import { writeFileWhole } from "../store/write-file.ts";
import type { CorpusTask, Snippet, SnippetKind } from "./corpus.ts";

/** One snippet with the facts of its task: all that figures need when the text is elsewhere. */
export interface CorpusRow {
  task: string;
  domain: string;
  function_name: string;
  /** First 12 hex digits of the SHA-256 of the suite that made the outcomes. */
  suite: string;
  snippet: string;
  kind: SnippetKind;
  reason: string;
  bug_type: string;
  rule: string;
  /** Outcomes joined by commas, one a test. */
  outcomes: string;
  edit_characters: number;
  edit_relative: number;
  edit_lines: number;
  block_from: number;
  block_to: number;
  edit_offset: number;
  code_characters: number;
  code_lines: number;
}

const column = (name: keyof CorpusRow, type: Column["type"], unit: string, description: string): Column => ({
  name,
  type,
  unit,
  description,
});

export const CORPUS_COLUMNS: readonly Column[] = [
  column("task", "utf8", "", "task id"),
  column("domain", "utf8", "", "task domain"),
  column("function_name", "utf8", "", "target function"),
  column("suite", "utf8", "", "first 12 hex digits of the SHA-256 of the suite's tests"),
  column("snippet", "utf8", "", "first 12 hex digits of the SHA-256 of the code"),
  column("kind", "utf8", "", "canonical, distractor, pool, survivor or killed_not_valid"),
  column("reason", "utf8", "", "why a killed mutant is not valid"),
  column("bug_type", "utf8", "", "one of the six bug types, empty for a canonical"),
  column("rule", "utf8", "", "mutation rule"),
  column("outcomes", "utf8", "", "one outcome a test, joined by commas"),
  column("edit_characters", "int32", "characters", "characters changed"),
  column("edit_relative", "float64", "ratio", "characters changed over the canonical's length"),
  column("edit_lines", "int32", "lines", "lines changed"),
  column(
    "block_from",
    "int32",
    "line",
    "first canonical line of the one changed block, 0 when there are several",
  ),
  column("block_to", "int32", "line", "last canonical line of that block"),
  column("edit_offset", "int32", "characters", "where the edit starts in the canonical"),
  column("code_characters", "int32", "characters", "length of the code"),
  column("code_lines", "int32", "lines", "lines of the code"),
];

/** Suite key under which outcomes are frozen: a changed test makes them unknown again. */
export const suiteKey = (tests: readonly string[]): string => sha256(tests.join("\n\0")).slice(0, 12);

export const corpusFile = (dataset: string): string => frozenPath(dataset, "corpus", `${dataset}.parquet`);

/** The frozen rows of a dataset; empty when nothing was frozen yet. */
export async function readCorpusFile(dataset: string): Promise<CorpusRow[]> {
  const path = corpusFile(dataset);
  return existsSync(path) ? readRows<CorpusRow>(path) : [];
}

export function writeCorpusFile(dataset: string, rows: readonly CorpusRow[]): void {
  writeFileWhole(corpusFile(dataset), encodeRows(rows, CORPUS_COLUMNS));
}

/** Digest of the frozen file, or a fixed word when there is none. */
export function corpusFileDigest(dataset: string): string {
  const path = corpusFile(dataset);
  return existsSync(path) ? sha256(readFileSync(path)) : "not frozen";
}

export function rowOf(task: CorpusTask, suite: string, snippet: Snippet): CorpusRow {
  return {
    task: task.id,
    domain: task.domain,
    function_name: task.functionName,
    suite,
    snippet: snippet.id,
    kind: snippet.kind,
    reason: snippet.reason,
    bug_type: snippet.bugType,
    rule: snippet.rule,
    outcomes: snippet.outcomes.join(","),
    edit_characters: snippet.editCharacters,
    edit_relative: snippet.editRelative,
    edit_lines: snippet.editLines,
    block_from: snippet.blockFrom,
    block_to: snippet.blockTo,
    edit_offset: snippet.editOffset,
    code_characters: snippet.codeCharacters,
    code_lines: snippet.codeLines,
  };
}

/** A snippet without its text, from a frozen row. */
export function snippetOf(row: CorpusRow): Snippet {
  return {
    id: row.snippet,
    taskId: row.task,
    kind: row.kind,
    reason: row.reason,
    bugType: row.bug_type,
    rule: row.rule,
    description: "",
    code: null,
    outcomes: row.outcomes === "" ? [] : (row.outcomes.split(",") as Outcome[]),
    editCharacters: row.edit_characters,
    editRelative: row.edit_relative,
    editLines: row.edit_lines,
    blockFrom: row.block_from,
    blockTo: row.block_to,
    editOffset: row.edit_offset,
    codeCharacters: row.code_characters,
    codeLines: row.code_lines,
  };
}
