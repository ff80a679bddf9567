import { textOf, type PythonNode } from "./tree.ts";

/** How tightly an expression binds, loosest first (Language Reference, 6.17). */
export const PRECEDENCE = {
  loose: 0,
  or: 1,
  and: 2,
  not: 3,
  comparison: 4,
  bitOr: 5,
  bitXor: 6,
  bitAnd: 7,
  shift: 8,
  additive: 9,
  multiplicative: 10,
  unary: 11,
  power: 12,
  atom: 13,
} as const;

const BINARY: Record<string, number> = {
  "|": PRECEDENCE.bitOr,
  "^": PRECEDENCE.bitXor,
  "&": PRECEDENCE.bitAnd,
  "<<": PRECEDENCE.shift,
  ">>": PRECEDENCE.shift,
  "+": PRECEDENCE.additive,
  "-": PRECEDENCE.additive,
  "*": PRECEDENCE.multiplicative,
  "/": PRECEDENCE.multiplicative,
  "//": PRECEDENCE.multiplicative,
  "%": PRECEDENCE.multiplicative,
  "@": PRECEDENCE.multiplicative,
  "**": PRECEDENCE.power,
};

const LOOSE = new Set(["ConditionalExpression", "LambdaExpression", "NamedExpression", "YieldExpression"]);

/** Precedence of an expression node. */
export function precedenceOf(node: PythonNode, source: string): number {
  if (LOOSE.has(node.type)) return PRECEDENCE.loose;
  if (node.type === "BooleanExpression") return PRECEDENCE[node.children[1]?.type === "or" ? "or" : "and"];
  if (node.type === "NotExpression") return PRECEDENCE.not;
  if (node.type === "Comparison") return PRECEDENCE.comparison;
  if (node.type === "UnaryExpression") return PRECEDENCE.unary;
  if (node.type === "AwaitExpression") return PRECEDENCE.power;
  if (node.type === "BinaryExpression") return BINARY[textOf(source, node.children[1]!)] ?? PRECEDENCE.loose;
  return PRECEDENCE.atom;
}

/** The node's text, in parentheses when it binds more loosely than `least`. */
export function textBinding(node: PythonNode, source: string, least: number): string {
  const text = textOf(source, node);
  return precedenceOf(node, source) < least ? `(${text})` : text;
}
