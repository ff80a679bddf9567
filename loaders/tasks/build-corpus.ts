import { group } from "d3-array";
import { editSize } from "../../src/shared/edit-size.ts";
import type { ExecutionPool } from "../execution/pool.ts";
import type { ExecutionRequest, ExecutionResult, Outcome } from "../execution/types.ts";
import { classify } from "../mutation/classify.ts";
import { enumerateMutants } from "../mutation/enumerate.ts";
import { selectDistractors } from "../mutation/select.ts";
import { snippetId } from "../store/digest.ts";
import type { CorpusTask, Snippet, SnippetKind } from "./corpus.ts";
import { type CorpusRow, snippetOf, suiteKey } from "./corpus-file.ts";
import type { Mutant, Task } from "./types.ts";

/** Time cap of a mutant in a sweep: far beyond its canonical, far below the five seconds that define a timeout. */
export const sweepCap = (canonicalMs: number): number => Math.max(500, 20 * canonicalMs);

const SELECTED = 4;

/** A task with its canonical, all of its mutants and their outcomes. */
export interface BuiltTask {
  task: CorpusTask;
  suite: string;
  snippets: Snippet[];
}

/** How large an edit is, as a snippet shows it. */
type EditFacts = Pick<Snippet, "editCharacters" | "editRelative" | "editLines" | "blockFrom" | "blockTo">;

/** What is known of a snippet without executing it or comparing it with its canonical. */
interface KnownSnippet {
  outcomes: Outcome[];
  /** Measured once and frozen with the outcomes, since a character diff of every mutant takes a minute. */
  edit?: EditFacts;
}

/** Known snippets by (snippet id, suite key). */
export type KnownOutcomes = Map<string, KnownSnippet>;

/** Key of a snippet's outcomes under a suite. */
export const knownKey = (snippet: string, suite: string): string => `${snippet} ${suite}`;

export function knownOutcomes(rows: readonly CorpusRow[]): KnownOutcomes {
  return new Map(
    rows.map((row) => {
      const { outcomes, editCharacters, editRelative, editLines, blockFrom, blockTo } = snippetOf(row);
      const edit = { editCharacters, editRelative, editLines, blockFrom, blockTo };
      return [knownKey(row.snippet, row.suite), { outcomes, edit }];
    }),
  );
}

/** Executes what is not known: canonicals first (their time caps the mutants'), then every other snippet. */
export async function completeOutcomes(
  tasks: readonly Pick<Task, "id" | "canonical" | "tests">[],
  mutants: readonly Pick<Mutant, "id" | "taskId" | "code">[],
  known: KnownOutcomes,
  openPool: () => Promise<ExecutionPool>,
  onProgress?: (done: number, total: number) => void,
): Promise<KnownOutcomes> {
  const suites = new Map(tasks.map((task) => [task.id, suiteKey(task.tests)]));
  const byTask = group(mutants, ({ taskId }) => taskId);
  const open = tasks.flatMap((task) => {
    const suite = suites.get(task.id)!;
    const missing = (byTask.get(task.id) ?? []).filter(({ id }) => !known.has(knownKey(id, suite)));
    const canonicalMissing = !known.has(knownKey(snippetId(task.canonical), suite));
    return missing.length > 0 || canonicalMissing ? [{ task, suite, missing }] : [];
  });
  if (open.length === 0) return known;

  const complete = new Map(known);
  const pool = await openPool();
  const total = open.reduce((sum, { missing }) => sum + missing.length + 1, 0);
  let before = 0;
  const onResult = (_: ExecutionResult, done: number) => onProgress?.(before + done, total);

  const canonicals = open.map(({ task, suite }) => ({
    id: knownKey(snippetId(task.canonical), suite),
    code: task.canonical,
    tests: task.tests,
  }));
  const canonicalResults = await pool.run(canonicals, { onResult });
  before = canonicals.length;
  const requests: ExecutionRequest[] = open.flatMap(({ task, suite, missing }) => {
    const own = canonicalResults.get(knownKey(snippetId(task.canonical), suite))!;
    const capMs = sweepCap(own.elapsedMs);
    return missing.map(({ id, code }) => ({ id: knownKey(id, suite), code, tests: task.tests, capMs }));
  });
  const results = await pool.run(requests, { onResult });
  for (const [id, { outcomes }] of [...canonicalResults, ...results]) complete.set(id, { outcomes });
  return complete;
}

/** A snippet of a code and its outcomes, without the facts of an edit. */
export function toSnippet(
  task: Task,
  code: string,
  outcomes: Outcome[],
  kind: SnippetKind,
  reason: string,
): Snippet {
  return {
    id: snippetId(code),
    taskId: task.id,
    kind,
    reason,
    bugType: "",
    rule: "",
    description: "",
    code,
    outcomes,
    editCharacters: 0,
    editRelative: 0,
    editLines: 0,
    blockFrom: 0,
    blockTo: 0,
    editOffset: 0,
    codeCharacters: code.length,
    codeLines: code.trimEnd().split("\n").length,
  };
}

function measureEdit(canonical: string, code: string): EditFacts {
  const { characters, relative, lines, block } = editSize(canonical, code);
  return {
    editCharacters: characters,
    editRelative: relative,
    editLines: lines,
    blockFrom: block?.from ?? 0,
    blockTo: block?.to ?? 0,
  };
}

function mutantSnippet(
  task: Task,
  mutant: Mutant,
  { outcomes, edit }: KnownSnippet,
  selected: ReadonlySet<string>,
): Snippet {
  const classification = classify(outcomes);
  const valid = selected.has(mutant.id) ? "distractor" : "pool";
  const kind = classification.status === "valid" ? valid : classification.status;
  return {
    ...toSnippet(task, mutant.code, outcomes, kind, classification.reason),
    bugType: mutant.bugType,
    rule: mutant.rule,
    description: mutant.description,
    ...(edit ?? measureEdit(task.canonical, mutant.code)),
    editOffset: mutant.span.from,
  };
}

/** Classifies and selects a task's mutants from their outcomes. @throws Error when an outcome is missing */
export function buildTask(task: Task, mutants: readonly Mutant[], known: KnownOutcomes): BuiltTask {
  const suite = suiteKey(task.tests);
  const knownOf = (id: string): KnownSnippet => {
    const found = known.get(knownKey(id, suite));
    if (!found) throw new Error(`snippet ${id} of ${task.id} was not executed`);
    return found;
  };
  const judged = mutants.map((mutant) => ({ mutant, ...knownOf(mutant.id) }));
  const valid = judged.filter(({ outcomes }) => classify(outcomes).status === "valid");
  const selected = new Set(selectDistractors(valid, SELECTED).map(({ id }) => id));
  const canonical = toSnippet(
    task,
    task.canonical,
    knownOf(snippetId(task.canonical)).outcomes,
    "canonical",
    "",
  );
  const rest = judged.map(({ mutant, ...rest }) => mutantSnippet(task, mutant, rest, selected));
  return {
    task: {
      id: task.id,
      domain: task.domain,
      functionName: task.function_name,
      query: task.query,
      tests: [...task.tests],
      testCount: task.tests.length,
    },
    suite,
    snippets: [canonical, ...rest],
  };
}

/** Every mutant of every task. */
export const enumerateAll = (tasks: readonly Task[]): Mutant[] =>
  tasks.flatMap((task) => enumerateMutants(task));
