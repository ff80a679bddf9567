import { binaryParts, calleeOf, readArguments, readBindings, readSubscript, walk } from "./expressions.ts";
import { textOf, type PythonNode, type PythonTree } from "./tree.ts";

/** An expression that limits a range, a slice, an index or a comparison. */
export interface Bound {
  node: PythonNode;
  place: "range" | "slice" | "index" | "comparison";
}

const RANGE_CALLS = new Set(["range", "islice", "slice"]);
const RELATIONAL = new Set(["<", "<=", ">", ">="]);
const TRANSPARENT_CALLS = new Set(["min", "max"]);

/** Where a source sets bounds. Decides between the labels `off_by_one_boundary` and `off_by_one`. */
export interface Bounds {
  /** Start and stop of `range`, `islice`, `slice` and of slices, indices, and limits of `<`, `<=`, `>`, `>=`. */
  bounds: Bound[];
  /** Names that stand in a bound, or in a comparison of a `while` condition. */
  names: ReadonlySet<string>;
  /** Terms of all bounds, and of all values given to those names (`hi = len(x) - 1`, `n -= 1`). */
  terms: ReadonlySet<PythonNode>;
}

/** Finds the bounds of a source. Names are taken per source, not per scope: a snippet is one function. */
export function findBounds(tree: PythonTree): Bounds {
  const { source, root } = tree;
  const bounds: Bound[] = [];
  const names = new Set<string>();
  for (const node of walk(root)) {
    if (node.type === "CallExpression") bounds.push(...rangeBounds(node, source));
    else if (node.type === "MemberExpression") bounds.push(...subscriptBounds(node));
    else if (node.type === "Comparison") bounds.push(...comparisonLimits(node, source));
    else if (node.type === "WhileStatement") {
      for (const name of loopNames(node.children[1]!, source)) names.add(name);
    }
  }
  const terms = new Set(bounds.flatMap(({ node }) => termsOf(node, source)));
  for (const term of terms) if (term.type === "VariableName") names.add(textOf(source, term));
  for (const node of walk(root)) {
    for (const { name, value, operator } of readBindings(node, source)) {
      const moves = operator === "=" || operator === ":=" || operator === "+=" || operator === "-=";
      if (value === null || !moves || !names.has(textOf(source, name))) continue;
      for (const term of termsOf(value, source)) terms.add(term);
    }
  }
  return { bounds, names, terms };
}

/**
 * The terms of a sum: operands of `+` and `-`, through parentheses, signs, and the arguments of `min` and `max`.
 * `2 * n - 1` has the terms `2 * n` and `1`.
 */
export function termsOf(node: PythonNode, source: string): PythonNode[] {
  if (node.type === "ParenthesizedExpression") return termsOf(node.children[1]!, source);
  if (node.type === "UnaryExpression" && textOf(source, node.children[0]!) !== "~") {
    return termsOf(node.children[1]!, source);
  }
  const binary = binaryParts(node);
  if (binary !== null && /^[+-]$/.test(textOf(source, binary.operator))) {
    return [binary.left, binary.right].flatMap((operand) => termsOf(operand, source));
  }
  const callee = calleeOf(node, source);
  if (callee?.object === null && TRANSPARENT_CALLS.has(callee.name)) {
    return readArguments(node.children.at(-1)!).flatMap((argument) =>
      argument.kind === "positional" ? termsOf(argument.node, source) : [],
    );
  }
  return [node];
}

/** True for `<`, `<=`, `>` and `>=`: equality and membership have no limit. */
export function isRelational(operator: string): boolean {
  return RELATIONAL.has(operator);
}

function rangeBounds(call: PythonNode, source: string): Bound[] {
  const callee = calleeOf(call, source);
  const list = call.children.at(-1);
  if (callee === null || list?.type !== "ArgList" || !RANGE_CALLS.has(callee.name)) return [];
  const values = readArguments(list);
  if (values.some((argument) => argument.kind !== "positional")) return [];
  // The first argument of islice is what it cuts; a third number is a step, which is no bound.
  const ends = callee.name === "islice" ? values.slice(1, 3) : values.slice(0, 2);
  return ends.map(({ node }) => ({ node, place: "range" }));
}

function subscriptBounds(node: PythonNode): Bound[] {
  return (readSubscript(node) ?? []).flatMap((entry): Bound[] => {
    if ("index" in entry) return [{ node: entry.index, place: "index" }];
    return [entry.start, entry.stop].flatMap((end): Bound[] =>
      end === null ? [] : [{ node: end, place: "slice" }],
    );
  });
}

/**
 * The limits of a comparison: the outer operands of a chain (`low <= x < high`); of a single one the right operand, or the
 * left one where only that is a literal (`0 < x`).
 */
function comparisonLimits(node: PythonNode, source: string): Bound[] {
  const operands = node.children.filter((_, at) => at % 2 === 0);
  const operators = node.children.filter((_, at) => at % 2 === 1).map((operator) => textOf(source, operator));
  const first = operands[0]!;
  const last = operands.at(-1)!;
  const limits: PythonNode[] = [];
  if (operators.length > 1) {
    if (isRelational(operators[0]!)) limits.push(first);
    if (isRelational(operators.at(-1)!)) limits.push(last);
  } else if (isRelational(operators[0]!)) {
    limits.push(isSignedNumber(first) && !isSignedNumber(last) ? first : last);
  }
  return limits.map((limit) => ({ node: limit, place: "comparison" }));
}

/** `3`, `-3`. */
export function isSignedNumber(node: PythonNode): boolean {
  return node.type === "Number" || (node.type === "UnaryExpression" && node.children[1]?.type === "Number");
}

/** Names that a `while` condition compares, through any arithmetic but not inside calls and subscripts. */
function loopNames(condition: PythonNode, source: string): string[] {
  const comparisons = [...walk(condition)].filter((node) => node.type === "Comparison");
  const stop = new Set(["CallExpression", "MemberExpression"]);
  return comparisons.flatMap((comparison) =>
    [...walk(comparison, (node) => !stop.has(node.type))]
      .filter((node) => node.type === "VariableName")
      .map((node) => textOf(source, node)),
  );
}
