import { binaryParts, calleeOf, readArguments } from "../syntax/expressions.ts";
import { PRECEDENCE, precedenceOf, textBinding } from "../syntax/precedence.ts";
import type { PythonNode } from "../syntax/tree.ts";
import type { Snippet } from "../snippet.ts";
import type { Edit, Operator } from "./edit.ts";

const NON_COMMUTATIVE = new Set(["-", "/", "//", "%", "**", "<<", ">>", "@"]);
/** Calls whose positional arguments may stand in any order. */
const SYMMETRIC_CALLS = new Set(["max", "min", "gcd", "lcm", "hypot", "isclose", "dist"]);
/** Calls that crash at once when their first argument moves. */
const FIRST_ARGUMENT_FIXED = new Set(
  "isinstance issubclass map filter reduce getattr setattr hasattr delattr enumerate".split(" "),
);
/** Up to this many arguments every pair is exchanged; beyond, neighbors only. */
const ALL_PAIRS_UP_TO = 3;

/**
 * `swap_arguments`: exchanges two positional arguments of a call (keyword and starred ones stay, and so do those after a starred
 * one), or the operands of `-`, `/`, `//`, `%`, `**`, `<<`, `>>`, `@`, or two neighbors in a concatenation by `+`, with
 * the parentheses that keep each operand whole. The operands of a relational operator belong to `wrong_comparison`: `b < a` is `a > b`.
 */
export const swapArguments: Operator = (snippet) =>
  snippet.editable.flatMap((node) => {
    if (node.type === "CallExpression") return callArguments(node, snippet);
    if (node.type === "BinaryExpression") return operands(node, snippet);
    return [];
  });

function callArguments(call: PythonNode, snippet: Snippet): Edit[] {
  const list = call.children.at(-1);
  if (list?.type !== "ArgList") return [];
  const all = readArguments(list);
  const starred = all.findIndex((argument) => argument.kind === "starred");
  const positional = (starred < 0 ? all : all.slice(0, starred))
    .filter((argument) => argument.kind === "positional")
    .map((argument) => argument.node);
  const name = calleeOf(call, snippet.source)?.name ?? "";
  if (SYMMETRIC_CALLS.has(name) && all.length === positional.length) return [];
  const first = FIRST_ARGUMENT_FIXED.has(name) ? 1 : 0;
  const edits: Edit[] = [];
  for (let i = first; i < positional.length; i++) {
    const reach = positional.length <= ALL_PAIRS_UP_TO ? positional.length : i + 2;
    for (let j = i + 1; j < Math.min(reach, positional.length); j++) {
      const left = positional[i]!;
      const right = positional[j]!;
      if (snippet.text(left) === snippet.text(right)) continue;
      edits.push(exchange(left, right, [0, 0], `arguments:${i}:${j}`, snippet));
    }
  }
  return edits;
}

function operands(node: PythonNode, snippet: Snippet): Edit[] {
  const { left, operator, right } = binaryParts(node)!;
  const symbol = snippet.text(operator);
  if (symbol === "+") return concatenation(node, left, right, snippet);
  if (!NON_COMMUTATIVE.has(symbol) || snippet.text(left) === snippet.text(right)) return [];
  // `"%d" % n` formats: its operands are no numbers.
  if (snippet.kinds.of(left) === "sequence" && symbol === "%") return [];
  const own = precedenceOf(node, snippet.source);
  const power = symbol === "**";
  // The operand that comes to stand on the side where equals do not associate needs to bind more tightly.
  const least: [number, number] = power ? [own + 1, PRECEDENCE.unary] : [own, own + 1];
  return [exchange(left, right, least, `operands:${symbol}`, snippet)];
}

/** `a + b` in a sum with a string or list in it: exchanges `b` with the term before it. */
function concatenation(node: PythonNode, left: PythonNode, right: PythonNode, snippet: Snippet): Edit[] {
  const isSum = (other: PythonNode | null): boolean =>
    other?.type === "BinaryExpression" && snippet.text(other.children[1]!) === "+";
  let sum = node;
  while (sum.parent !== null && isSum(sum.parent)) sum = sum.parent;
  if (snippet.kinds.of(sum) !== "sequence") return [];
  const before = isSum(left) ? left.children[2]! : left;
  if (snippet.text(before) === snippet.text(right)) return [];
  const least: [number, number] = [PRECEDENCE.additive, PRECEDENCE.additive];
  return [exchange(before, right, least, "operands:+", snippet)];
}

/** `least`: how tightly the new left and the new right text must bind to go without parentheses. */
function exchange(
  left: PythonNode,
  right: PythonNode,
  least: [number, number],
  rule: string,
  snippet: Snippet,
): Edit {
  const { source } = snippet;
  return {
    bugType: "swap_arguments",
    rule,
    span: { from: left.from, to: right.to },
    replacement:
      textBinding(right, source, least[0]) +
      source.slice(left.to, right.from) +
      textBinding(left, source, least[1]),
  };
}
