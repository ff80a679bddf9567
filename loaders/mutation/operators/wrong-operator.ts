import { binaryParts } from "../syntax/expressions.ts";
import type { PythonNode } from "../syntax/tree.ts";
import type { Snippet } from "../snippet.ts";
import type { Edit, Operator } from "./edit.ts";

/** What each arithmetic or bitwise operator is mistaken for. */
const SWAPS: Record<string, readonly string[]> = {
  "+": ["-"],
  "-": ["+"],
  "*": ["+", "//"],
  "/": ["*", "//"],
  "//": ["/", "%"],
  "%": ["//"],
  "**": ["*"],
  "@": ["*"],
  "&": ["|", "^"],
  "|": ["&", "^"],
  "^": ["&", "|"],
  "<<": [">>"],
  ">>": ["<<"],
};

/**
 * `wrong_operator`: swaps one arithmetic, bitwise or boolean operator, the sign of anything but a literal (`-count` becomes
 * `+count`), or an augmented assignment (also into a plain one: `total += x` becomes `total = x`). Only the token is
 * replaced: where precedence differs, the expression regroups as Python reads it.
 */
export const wrongOperator: Operator = (snippet) =>
  snippet.editable.flatMap((node) => {
    switch (node.type) {
      case "BinaryExpression":
        return arithmetic(node, snippet);
      case "BooleanExpression":
        return boolean(node);
      case "UnaryExpression":
        return sign(node, snippet);
      case "UpdateStatement":
        return augmented(node, snippet);
      default:
        return [];
    }
  });

function arithmetic(node: PythonNode, snippet: Snippet): Edit[] {
  const { left, operator, right } = binaryParts(node)!;
  const symbol = snippet.text(operator);
  return (SWAPS[symbol] ?? [])
    .filter((other) => isThinkable(symbol, other, left, right, snippet))
    .map((other) => swap("operator", operator, symbol, other));
}

const ALGEBRA = new Set(["+", "-", "&", "|", "^"]);

/** False where the swap could only crash: sequences know `+`, `*` and formatting alone; sets, counters and dates their algebra. */
function isThinkable(
  symbol: string,
  other: string,
  left: PythonNode,
  right: PythonNode,
  snippet: Snippet,
): boolean {
  const kinds = [snippet.kinds.of(left), snippet.kinds.of(right)];
  if (kinds.includes("sequence")) return false;
  return !kinds.includes("other") || (ALGEBRA.has(symbol) && ALGEBRA.has(other));
}

function boolean(node: PythonNode): Edit[] {
  return node.children
    .filter((_, at) => at % 2 === 1)
    .map((operator) => swap("boolean", operator, operator.type, operator.type === "and" ? "or" : "and"));
}

function sign(node: PythonNode, snippet: Snippet): Edit[] {
  const [operator, operand] = node.children as [PythonNode, PythonNode];
  const symbol = snippet.text(operator);
  if (symbol !== "-" || operand.type === "Number") return [];
  return [swap("sign", operator, "-", "+")];
}

function augmented(node: PythonNode, snippet: Snippet): Edit[] {
  const at = node.children.findIndex((child) => child.type === "UpdateOp");
  const [target, operator, value] = node.children.slice(at - 1);
  if (target === undefined || operator === undefined || value === undefined) return [];
  const symbol = snippet.text(operator).slice(0, -1);
  const others = (SWAPS[symbol] ?? []).filter((other) => isThinkable(symbol, other, target, value, snippet));
  return [...others, ""].map((other) => swap("augmented", operator, `${symbol}=`, `${other}=`));
}

function swap(family: string, operator: PythonNode, from: string, to: string): Edit {
  return { bugType: "wrong_operator", rule: `${family}:${from}:${to}`, span: operator, replacement: to };
}
