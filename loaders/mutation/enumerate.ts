import { BUG_TYPES } from "../../src/shared/vocabulary.ts";
import { UserError } from "../errors.ts";
import { snippetId } from "../store/digest.ts";
import type { Mutant, Task } from "../tasks/types.ts";
import { describeEdit } from "./describe.ts";
import type { Edit } from "./operators/edit.ts";
import { OPERATORS } from "./operators/index.ts";
import { readSnippet, type Snippet } from "./snippet.ts";
import { PythonSyntaxError } from "./syntax/tree.ts";

/**
 * Every single-edit mutant of a canonical, ordered by place in the source, then by bug type and replacement. Codes are
 * unique and differ from the canonical; `OPERATORS` says which bug type keeps a code that two of them make.
 * @throws UserError naming task and line where the grammar cannot read the canonical, or the target function it lacks
 */
export function enumerateMutants(task: Pick<Task, "id" | "canonical" | "function_name">): Mutant[] {
  const snippet = read(task);
  const byCode = new Map<string, Mutant>();
  for (const operator of OPERATORS) {
    for (const edit of operator(snippet)) {
      const mutant = toMutant(task.id, snippet, edit);
      if (mutant !== null && mutant.code !== task.canonical && !byCode.has(mutant.code)) {
        byCode.set(mutant.code, mutant);
      }
    }
  }
  return [...byCode.values()].sort(byPlace);
}

function read(task: Pick<Task, "id" | "canonical" | "function_name">): Snippet {
  const snippet = readCanonical(task.id, task.canonical);
  const definesTarget = snippet.editable.some(
    (node, at, nodes) =>
      node.parent?.type === "FunctionDefinition" &&
      nodes[at - 1]?.type === "def" &&
      snippet.text(node) === task.function_name,
  );
  if (definesTarget) return snippet;
  throw new UserError(
    `${task.id}: the canonical does not define ${task.function_name}.`,
    "Name in `function_name` the function that the tests call.",
  );
}

function readCanonical(taskId: string, canonical: string): Snippet {
  try {
    return readSnippet(canonical);
  } catch (error) {
    if (!(error instanceof PythonSyntaxError)) throw error;
    throw new UserError(
      `${taskId}: the canonical, ${error.message}.`,
      "Correct that line, or write it in plainer Python (3.9).",
    );
  }
}

function toMutant(taskId: string, snippet: Snippet, edit: Edit): Mutant | null {
  const { source } = snippet;
  const { from, to } = edit.span;
  const replacement = keepApart(source, from, edit.replacement, to);
  const code = source.slice(0, from) + replacement + source.slice(to);
  // Two braces in a row are an escape in an f-string.
  if (source[from - 1] === "{" && replacement.startsWith("{")) return null;
  return {
    id: snippetId(code),
    taskId,
    bugType: edit.bugType,
    rule: edit.rule,
    description: describeEdit({ ...edit, replacement }, snippet),
    span: { from, to },
    replacement,
    code,
  };
}

/** Adds the blank that keeps a word from growing together with its neighbor (`x in(a)-b` turns `x in b-(a)`). */
function keepApart(source: string, from: number, replacement: string, to: number): string {
  const joins = (left: string | undefined, right: string | undefined): boolean =>
    /[\p{L}\p{N}_]/u.test(left ?? "") && /[\p{L}\p{N}_]/u.test(right ?? "");
  const before = source.slice(0, from).at(-1);
  const after = source[to];
  if (replacement === "") return joins(before, after) ? " " : "";
  const head = joins(before, replacement[0]) ? " " : "";
  const tail = joins(replacement.at(-1), after) ? " " : "";
  return head + replacement + tail;
}

function byPlace(a: Mutant, b: Mutant): number {
  return (
    a.span.from - b.span.from ||
    a.span.to - b.span.to ||
    BUG_TYPES.indexOf(a.bugType) - BUG_TYPES.indexOf(b.bugType) ||
    (a.replacement < b.replacement ? -1 : 1)
  );
}
