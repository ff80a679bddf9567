import type { PythonNode } from "../syntax/tree.ts";
import { walk } from "../syntax/expressions.ts";
import type { Snippet } from "../snippet.ts";
import type { Edit, Operator } from "./edit.ts";

const EXITS = new Set(["ReturnStatement", "RaiseStatement", "ContinueStatement"]);
const COMPOUND = new Set(
  ["IfStatement WhileStatement ForStatement TryStatement WithStatement FunctionDefinition ClassDefinition"]
    .concat("DecoratedStatement MatchStatement")
    .flatMap((line) => line.split(" ")),
);

/**
 * `remove_edge_case_check`: deletes a guard, or one operand of an `and` or `or` in a guard's condition. A guard is an `if` without
 * `elif` and `else` whose block holds simple statements only and ends in `return`, `raise` or `continue`; with another branch an `if`
 * chooses between cases and is left alone. The deleted lines take the comments within them along; a guard that is the only
 * statement of its block becomes `pass`. Where a guard binds a name (`:=`), what binds it stays.
 */
export const removeEdgeCaseCheck: Operator = (snippet) =>
  snippet.editable.flatMap((node) => {
    const condition = guardCondition(node);
    if (condition === null) return [];
    return [...deletedGuard(node, condition, snippet), ...deletedOperands(condition, snippet)];
  });

function guardCondition(node: PythonNode): PythonNode | null {
  if (node.type !== "IfStatement" || node.children.length !== 3) return null;
  const statements = statementsOf(node.children[2]!);
  if (statements.some((statement) => COMPOUND.has(statement.type))) return null;
  return EXITS.has(statements.at(-1)?.type ?? "") ? node.children[1]! : null;
}

/** The statements of a block; `a; b` counts as two. */
function statementsOf(body: PythonNode): PythonNode[] {
  return body.children
    .slice(1)
    .flatMap((child) => (child.type === "StatementGroup" ? child.children : [child]))
    .filter((child) => child.type !== ";");
}

function deletedGuard(guard: PythonNode, condition: PythonNode, snippet: Snippet): Edit[] {
  if (bindsName(condition)) return [];
  const exit = statementsOf(guard.children[2]!).at(-1)!.type.replace("Statement", "").toLowerCase();
  const isOnly = guard.parent?.type === "Body" && guard.parent.children.length === 2;
  const span = isOnly ? guard : wholeLines(guard, snippet.source);
  return [
    {
      bugType: "remove_edge_case_check",
      rule: `guard:${exit}`,
      span: { from: span.from, to: span.to },
      replacement: isOnly ? "pass" : "",
    },
  ];
}

/** From the start of the first line to the start of the line after the last. */
function wholeLines(node: PythonNode, source: string): { from: number; to: number } {
  const end = source.indexOf("\n", node.to);
  return { from: source.lastIndexOf("\n", node.from) + 1, to: end < 0 ? source.length : end + 1 };
}

function deletedOperands(condition: PythonNode, snippet: Snippet): Edit[] {
  return conditionChains(condition).flatMap((chain) => {
    const operands = chain.children.filter((_, at) => at % 2 === 0);
    return operands.flatMap((operand, at): Edit[] => {
      const next = operands[at + 1];
      const span =
        next === undefined
          ? { from: operands[at - 1]!.to, to: operand.to }
          : { from: operand.from, to: next.from };
      const holdsComment = snippet.comments.some(({ from, to }) => from < span.to && to > span.from);
      if (holdsComment || bindsName(operand)) return [];
      return [
        {
          bugType: "remove_edge_case_check",
          rule: `guard-operand:${chain.children[1]!.type}`,
          span,
          replacement: "",
        },
      ];
    });
  });
}

/** The `and`/`or` chains of a condition, through parentheses and `not`, but not those inside calls, lambdas or comprehensions. */
function conditionChains(condition: PythonNode): PythonNode[] {
  const passes = new Set(["BooleanExpression", "NotExpression", "ParenthesizedExpression"]);
  return [...walk(condition, (node) => passes.has(node.type))].filter(
    (node) => node.type === "BooleanExpression",
  );
}

function bindsName(node: PythonNode): boolean {
  return [...walk(node)].some((below) => below.type === "NamedExpression");
}
