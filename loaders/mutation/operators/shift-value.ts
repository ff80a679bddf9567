import type { Span } from "../../tasks/types.ts";
import { readBindings, walk } from "../syntax/expressions.ts";
import { termsOf } from "../syntax/bounds.ts";
import { integerValue } from "../syntax/integers.ts";
import type { Kind } from "../syntax/kinds.ts";
import { PRECEDENCE, precedenceOf } from "../syntax/precedence.ts";
import type { PythonNode } from "../syntax/tree.ts";
import type { Snippet } from "../snippet.ts";

/** One added `+ 1` or `- 1`. */
export interface ValueShift {
  rule: string;
  span: Span;
  replacement: string;
}

/** Adds one to, and takes one from, each bound that holds no integer literal of its own (those are shifted themselves). */
export function boundShifts(snippet: Snippet): ValueShift[] {
  const editable = new Set(snippet.editable);
  return snippet.bounds.bounds
    .filter(({ node, place }) => {
      const kind = snippet.kinds.of(node);
      // An index may be a key; range, slice and comparison want a number anyway.
      const fits = kind === "number" || (kind === "unknown" && place !== "index");
      return editable.has(node) && fits && !hasIntegerTerm(node, snippet);
    })
    .flatMap(({ node, place }) => bothWays(node, `bound:${place}`, snippet));
}

/** Adds one to, and takes one from, numbers that are computed and given to a name; `isBound` selects by the name's use. */
export function computedShifts(snippet: Snippet, isBound: boolean): ValueShift[] {
  return snippet.editable
    .flatMap((node) => readBindings(node, snippet.source))
    .flatMap(({ name, value, operator }) => {
      const isComputed = value?.type === "BinaryExpression" || value?.type === "CallExpression";
      if (!isComputed || (operator !== "=" && operator !== ":=")) return [];
      if (snippet.bounds.names.has(snippet.text(name)) !== isBound) return [];
      if (snippet.kinds.of(value) !== "number" || hasIntegerTerm(value, snippet)) return [];
      return bothWays(value, "computed", snippet);
    });
}

/** Adds one to, and takes one from, what is returned where that may be a number. */
export function returnShifts(snippet: Snippet): ValueShift[] {
  return snippet.editable
    .filter((node) => node.type === "ReturnStatement")
    .flatMap((node) => returnedValues(node, snippet))
    .filter((value) => !hasIntegerTerm(value, snippet))
    .flatMap((value) => bothWays(value, "returned", snippet));
}

const MAY_BE_NUMBER = new Set(
  "VariableName CallExpression MemberExpression BinaryExpression UnaryExpression ParenthesizedExpression".split(
    " ",
  ),
);

function returnedValues(statement: PythonNode, snippet: Snippet): PythonNode[] {
  const values = statement.children.slice(1).filter((child) => child.type !== "," && child.type !== "*");
  const branches = values.flatMap((value) =>
    value.type === "ConditionalExpression" ? [value.children[0]!, value.children[4]!] : [value],
  );
  // Elements of a returned tuple, and values beside which the function returns no numbers, must be known to be numbers.
  const wanted: Kind[] =
    values.length === 1 && !returnsOtherThings(statement, snippet) ? ["number", "unknown"] : ["number"];
  return branches.filter(
    (value) => MAY_BE_NUMBER.has(value.type) && wanted.includes(snippet.kinds.of(value)),
  );
}

/** True where the function's annotation, or another `return` of it, tells that it returns no numbers. */
function returnsOtherThings(statement: PythonNode, snippet: Snippet): boolean {
  let owner = statement.parent;
  while (owner !== null && owner.type !== "FunctionDefinition") owner = owner.parent;
  if (owner === null) return true;
  const isOther = (kind: Kind): boolean => kind === "sequence" || kind === "other";
  const hint = owner.children.find((child) => child.type === "TypeDef");
  if (hint !== undefined) return isOther(snippet.kinds.ofHint(hint));
  const body = owner.children.at(-1)!;
  const nested = new Set(["FunctionDefinition", "LambdaExpression"]);
  return [...walk(body, (node) => !nested.has(node.type))].some((node) => {
    const value = node.type === "ReturnStatement" ? node.children[1] : undefined;
    return value !== undefined && value.type !== "None" && isOther(snippet.kinds.of(value));
  });
}

function hasIntegerTerm(node: PythonNode, snippet: Snippet): boolean {
  return termsOf(node, snippet.source).some(
    (term) => term.type === "Number" && integerValue(snippet.text(term)) !== null,
  );
}

function bothWays(node: PythonNode, place: string, snippet: Snippet): ValueShift[] {
  const whole = precedenceOf(node, snippet.source) >= PRECEDENCE.additive;
  return ["+", "-"].map((sign) => ({
    rule: `${place}:${sign}1`,
    span: whole ? { from: node.to, to: node.to } : { from: node.from, to: node.to },
    replacement: whole ? ` ${sign} 1` : `(${snippet.text(node)}) ${sign} 1`,
  }));
}
