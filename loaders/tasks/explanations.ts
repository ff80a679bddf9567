import { existsSync } from "node:fs";
import { ExecutionPool } from "../execution/pool.ts";
import type { FailureExplanation, Outcome } from "../execution/types.ts";
import { CACHE, fromRoot } from "../paths.ts";
import { frozenPath } from "../store/frozen-path.ts";
import { type Column, encodeRows, readRows } from "../store/parquet.ts";
import { writeFileWhole } from "../store/write-file.ts";
import type { Corpus, Snippet } from "./corpus.ts";
import { suiteKey } from "./corpus-file.ts";

/** First failing test of a snippet, keyed by what made it. */
interface ExplanationRow {
  snippet: string;
  suite: string;
  test: number;
  outcome: string;
  input: string;
  expected: string;
  got: string;
}

const COLUMNS: Column[] = [
  { name: "snippet", type: "utf8", unit: "", description: "snippet id" },
  { name: "suite", type: "utf8", unit: "", description: "suite key" },
  { name: "test", type: "int32", unit: "index", description: "first failing test" },
  { name: "outcome", type: "utf8", unit: "", description: "its outcome" },
  { name: "input", type: "utf8", unit: "", description: "the call under test" },
  { name: "expected", type: "utf8", unit: "", description: "repr of what the test wants" },
  { name: "got", type: "utf8", unit: "", description: "repr of what the snippet gave" },
];

const frozenFile = (dataset: string): string => frozenPath(dataset, "explanations", `${dataset}.parquet`);
const cachedFile = (dataset: string): string => fromRoot(CACHE, "explanations", `${dataset}.parquet`);

async function readKnown(dataset: string): Promise<Map<string, ExplanationRow>> {
  const files = [frozenFile(dataset), cachedFile(dataset)].filter((path) => existsSync(path));
  const rows = (await Promise.all(files.map((path) => readRows<ExplanationRow>(path)))).flat();
  return new Map(rows.map((row) => [`${row.snippet} ${row.suite}`, row]));
}

const toRow = (snippet: string, suite: string, explanation: FailureExplanation): ExplanationRow => ({
  snippet,
  suite,
  test: explanation.test,
  outcome: explanation.outcome,
  input: explanation.input,
  expected: explanation.expected,
  got: explanation.got,
});

/**
 * Input, expected and got of the first failing test of every selected distractor, by `"<task> <snippet>"`: frozen
 * ones as they are, the rest executed now and kept. Empty where the text is not on this machine.
 */
export async function loadExplanations(corpus: Corpus): Promise<Map<string, FailureExplanation>> {
  const found = new Map<string, FailureExplanation>();
  if (!corpus.hasText) return found;
  const tests = new Map(corpus.tasks.map((task) => [task.id, task.tests!]));
  const suites = new Map(corpus.tasks.map((task) => [task.id, suiteKey(task.tests!)]));
  const known = await readKnown(corpus.dataset.id);
  const distractors = corpus.snippets.filter(({ kind }) => kind === "distractor");
  const keyOf = ({ id, taskId }: Snippet) => `${id} ${suites.get(taskId)!}`;

  const open = distractors.filter((snippet) => !known.has(keyOf(snippet)));
  if (open.length > 0) {
    const pool = await ExecutionPool.open();
    try {
      const explained = await pool.explain(
        open.map((snippet) => ({
          id: keyOf(snippet),
          code: snippet.code!,
          tests: tests.get(snippet.taskId)!,
        })),
      );
      for (const snippet of open) {
        const explanation = explained.get(keyOf(snippet));
        if (explanation)
          known.set(keyOf(snippet), toRow(snippet.id, suites.get(snippet.taskId)!, explanation));
      }
    } finally {
      await pool.close();
    }
    writeFileWhole(cachedFile(corpus.dataset.id), encodeRows([...known.values()], COLUMNS));
  }
  for (const snippet of distractors) {
    const row = known.get(keyOf(snippet));
    if (!row) continue;
    const { test, input, expected, got } = row;
    found.set(`${snippet.taskId} ${snippet.id}`, {
      test,
      outcome: row.outcome as Outcome,
      input,
      expected,
      got,
    });
  }
  return found;
}

/** Freezes explanations with the repository; only for a dataset whose text is committed, since they quote its tests. */
export async function freezeExplanations(corpus: Corpus): Promise<void> {
  const explanations = await loadExplanations(corpus);
  const suites = new Map(corpus.tasks.map((task) => [task.id, suiteKey(task.tests!)]));
  const rows = [...explanations].map(([key, explanation]) => {
    const [task, snippet] = key.split(" ") as [string, string];
    return toRow(snippet, suites.get(task)!, explanation);
  });
  writeFileWhole(frozenFile(corpus.dataset.id), encodeRows(rows, COLUMNS));
}
