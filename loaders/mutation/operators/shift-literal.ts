import { binaryParts, calleeOf, readArguments, readSubscript } from "../syntax/expressions.ts";
import { integerValue, shiftInteger } from "../syntax/integers.ts";
import { PRECEDENCE, precedenceOf } from "../syntax/precedence.ts";
import type { PythonNode } from "../syntax/tree.ts";
import type { Span } from "../../tasks/types.ts";
import type { Snippet } from "../snippet.ts";

/** A way to shift one integer literal by one. The literal's place in the source decides the label. */
export interface LiteralShift {
  rule: string;
  span: Span;
  replacement: string;
  literal: PythonNode;
}

/** In a table with more integers than this, only the first and the last are shifted. */
const LARGE_TABLE = 8;
const TABLES = new Set("ArrayExpression TupleExpression SetExpression DictionaryExpression".split(" "));

/** Every shift by one of every integer literal of a snippet. */
export function literalShifts(snippet: Snippet): LiteralShift[] {
  const literals = snippet.editable.filter((node) => node.type === "Number");
  const crowd = new Set(literals.filter((node) => !isTableEnd(node, literals)));
  return literals.filter((node) => !crowd.has(node)).flatMap((node) => shiftsOf(node, snippet));
}

/** True outside of large tables, and for the first and last integer of one. */
function isTableEnd(literal: PythonNode, literals: readonly PythonNode[]): boolean {
  let table: PythonNode | null = null;
  for (let node = literal.parent; node !== null; node = node.parent) {
    if (TABLES.has(node.type)) table = node;
    else if (node.type !== "UnaryExpression" && !/^(Call|ArgList)/.test(node.type)) break;
  }
  if (table === null) return true;
  const { from, to } = table;
  const inside = literals.filter((other) => other.from >= from && other.to <= to);
  return inside.length <= LARGE_TABLE || literal === inside[0] || literal === inside.at(-1);
}

function shiftsOf(literal: PythonNode, snippet: Snippet): LiteralShift[] {
  const value = integerValue(snippet.text(literal));
  // `1 .real`: a literal that is asked for an attribute.
  if (value === null || literal.parent?.children[1]?.type === ".") return [];
  const sign = literal.parent?.children[0];
  const isNegative =
    (literal.parent?.type === "UnaryExpression" || literal.parent?.type === "LiteralPattern") &&
    sign !== undefined &&
    snippet.text(sign) === "-";
  return [1, -1].flatMap((delta) => {
    const shift = isNegative
      ? shiftNegative(literal, value, delta, snippet)
      : shiftPositive(literal, value, delta, snippet);
    return shift === null ? [] : [{ ...shift, rule: `literal:${delta > 0 ? "+1" : "-1"}`, literal }];
  });
}

type Replacement = Pick<LiteralShift, "span" | "replacement">;

function shiftPositive(
  literal: PythonNode,
  value: bigint,
  delta: number,
  snippet: Snippet,
): Replacement | null {
  const next = value + BigInt(delta);
  if (next < 0n && mayNotBeNegative(literal, snippet)) return null;
  if (next === 0n) {
    if (mayNotBeZero(literal, snippet)) return null;
    const dropped = dropTerm(literal, snippet);
    if (dropped !== null) return dropped;
  }
  const text = shiftInteger(snippet.text(literal), delta);
  if (text === null) return null;
  // `0 ** x` and `a - 0` would read `-1 ** x` and `a - -1`.
  const isOperand = next < 0n && literal.parent?.type === "BinaryExpression";
  return { span: literal, replacement: isOperand ? `(${text})` : text };
}

/** `-1` is one literal: it becomes `0` or `-2`, and as the stop of a slice nothing or `-2`. */
function shiftNegative(
  literal: PythonNode,
  value: bigint,
  delta: number,
  snippet: Snippet,
): Replacement | null {
  const signed = literal.parent!;
  if (value === 0n || (signed.type === "LiteralPattern" && signed.children.length !== 2)) return null;
  const text = shiftInteger(snippet.text(literal), -delta);
  if (text === null) return null;
  if (value - BigInt(delta) !== 0n) return { span: literal, replacement: text };
  const end = sliceEnd(signed);
  if (end === "start" || mayNotBeZero(signed, snippet)) return null;
  return { span: signed, replacement: end === "stop" ? "" : text };
}

/** `n + 1` and `n - 1` lose the whole term rather than end in `+ 0`; so does `1 + n`. */
function dropTerm(literal: PythonNode, snippet: Snippet): Replacement | null {
  const sum = literal.parent!;
  const parts = binaryParts(sum);
  if (parts === null) return null;
  const symbol = snippet.text(parts.operator);
  const kept = parts.right === literal ? parts.left : parts.right;
  if (symbol !== "+" && !(symbol === "-" && kept === parts.left)) return null;
  if (snippet.comments.some(({ from, to }) => from > sum.from && to < sum.to)) return null;
  // `(n - 1) // 2` becomes `n // 2`, not `(n) // 2`.
  const isAtom = precedenceOf(kept, snippet.source) === PRECEDENCE.atom;
  if (isAtom && sum.parent?.type === "ParenthesizedExpression") {
    return { span: sum.parent, replacement: snippet.text(kept) };
  }
  const span =
    kept === parts.left ? { from: kept.to, to: literal.to } : { from: literal.from, to: kept.from };
  return { span, replacement: "" };
}

/** Divisors and steps, and what `+=` adds: a zero there crashes or only hangs. */
function mayNotBeZero(literal: PythonNode, snippet: Snippet): boolean {
  const parent = literal.parent!;
  const parts = binaryParts(parent);
  if (parts !== null && parts.right === literal)
    return ["/", "//", "%"].includes(snippet.text(parts.operator));
  if (parent.type === "UpdateStatement") return /^[-+/%]/.test(snippet.text(parent.children[1]!));
  return isStep(literal, snippet);
}

function mayNotBeNegative(literal: PythonNode, snippet: Snippet): boolean {
  const parts = binaryParts(literal.parent!);
  if (parts !== null && parts.right === literal) {
    // `n + 0` would become `n + (-1)`: nobody writes that.
    return ["<<", ">>", "+", "-"].includes(snippet.text(parts.operator));
  }
  return literal.parent?.type === "UpdateStatement";
}

/** The third argument of `range` or the step of a slice. */
function isStep(node: PythonNode, snippet: Snippet): boolean {
  const parent = node.parent!;
  if (parent.type === "MemberExpression") return sliceEnd(node) === "step";
  if (parent.type !== "ArgList" || parent.parent === null) return false;
  if (calleeOf(parent.parent, snippet.source)?.name !== "range") return false;
  return readArguments(parent)[2]?.node === node;
}

function sliceEnd(node: PythonNode): "start" | "stop" | "step" | null {
  for (const entry of node.parent === null ? [] : (readSubscript(node.parent) ?? [])) {
    if ("index" in entry) continue;
    if (entry.start === node) return "start";
    if (entry.stop === node) return "stop";
    if (entry.step === node) return "step";
  }
  return null;
}
