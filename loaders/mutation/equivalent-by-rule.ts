import type { Mutant } from "../tasks/types.ts";
import { binaryParts, calleeOf, readArguments, walk } from "./syntax/expressions.ts";
import { parsePython, textOf, type PythonNode } from "./syntax/tree.ts";

/** A source up to the end of an expression that is infinity alone. */
const INFINITY_ALONE = /(?:=|\(|,|\[|\breturn|\belse)\s*(?:float\(\s*(["'])inf\1\s*\)|math\.inf)$/;

/**
 * Why a mutant cannot differ, where its edit alone decides it; null where it does not: exchanges whose order cannot matter for
 * any numbers, sequences or dates (|a - b|, (a - b) to an even power, the length of a concatenation, a date plus a time
 * span), and one more or less than infinity.
 */
export function reasonByRule(
  canonical: string,
  { rule, span }: Pick<Mutant, "rule" | "span">,
): string | null {
  const isShift = /^(computed|returned):[+-]1$/.test(rule) && span.from === span.to;
  if (isShift && INFINITY_ALONE.test(canonical.slice(0, span.from)))
    return "Infinity plus or minus one is infinity.";
  if (rule !== "operands:-" && rule !== "operands:+") return null;
  const { root } = parsePython(canonical);
  const covering = [...walk(root, ({ from, to }) => from <= span.from && to >= span.to)];
  const node = covering.findLast(({ type }) => type === "BinaryExpression");
  if (node === undefined) return null;
  return rule === "operands:-" ? ofDifference(node, canonical) : ofSum(node, canonical);
}

/** Whether an expression is the only argument of a call of this plain function. */
function isArgumentOf(name: string, node: PythonNode, source: string): boolean {
  const list = node.parent;
  if (list?.type !== "ArgList" || list.parent === null) return false;
  const callee = calleeOf(list.parent, source);
  return callee?.object === null && callee.name === name && readArguments(list).length === 1;
}

function ofDifference(node: PythonNode, source: string): string | null {
  if (isArgumentOf("abs", node, source))
    return "The absolute value of a difference does not depend on its order.";
  const power =
    node.parent?.type === "ParenthesizedExpression" && node.parent.parent !== null
      ? binaryParts(node.parent.parent)
      : null;
  const exponent = power?.left === node.parent && power && textOf(source, power.operator) === "**";
  return exponent && /^\d*[02468]$/.test(textOf(source, power.right))
    ? "An even power of a difference does not depend on its order."
    : null;
}

function ofSum(node: PythonNode, source: string): string | null {
  let sum = node;
  const isSum = (other: PythonNode | null): other is PythonNode =>
    other !== null && textOf(source, binaryParts(other)?.operator ?? { from: 0, to: 0 }) === "+";
  while (isSum(sum.parent)) sum = sum.parent;
  if (isArgumentOf("len", sum, source)) return "The length of a concatenation does not depend on its order.";
  const { left, right } = binaryParts(node)!;
  const isSpan = (operand: PythonNode): boolean => calleeOf(operand, source)?.name === "timedelta";
  return isSpan(left) !== isSpan(right) && !isSum(left) && !isSum(right)
    ? "A date plus a time span is the same in either order."
    : null;
}
