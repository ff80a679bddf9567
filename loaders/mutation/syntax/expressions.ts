import type { PythonNode } from "./tree.ts";

/** Everything under a node, itself first, in source order; `enter` returning false leaves out what lies below. */
export function* walk(
  node: PythonNode,
  enter: (node: PythonNode) => boolean = () => true,
): Generator<PythonNode> {
  if (!enter(node)) return;
  yield node;
  for (const child of node.children) yield* walk(child, enter);
}

/** Left operand, operator and right operand of an arithmetic or bitwise `BinaryExpression`. */
export function binaryParts(
  node: PythonNode,
): { left: PythonNode; operator: PythonNode; right: PythonNode } | null {
  if (node.type !== "BinaryExpression" || node.children.length !== 3) return null;
  const [left, operator, right] = node.children as [PythonNode, PythonNode, PythonNode];
  return { left, operator, right };
}

/** One argument of a call. */
export interface Argument {
  node: PythonNode;
  kind: "positional" | "keyword" | "starred" | "generator";
}

/** The arguments of an `ArgList`, in order. A bare generator (`sum(x for x in y)`) is one argument of that kind. */
export function readArguments(list: PythonNode): Argument[] {
  // A bare generator is the only argument; the commas in it part its targets.
  if (list.children.some((child) => child.type === "for"))
    return [{ node: list.children[1]!, kind: "generator" }];
  const found: Argument[] = [];
  for (const parts of splitAtCommas(list.children.slice(1, -1))) {
    const first = parts[0]!;
    const node = parts.length === 1 ? first : parts.at(-1)!;
    if (parts.length === 1) found.push({ node, kind: "positional" });
    else if (first.type === "*" || first.type === "**") found.push({ node, kind: "starred" });
    else found.push({ node, kind: "keyword" });
  }
  return found;
}

/** Splits sibling nodes at their commas; empty parts are left out. */
export function splitAtCommas(nodes: readonly PythonNode[]): PythonNode[][] {
  const parts: PythonNode[][] = [[]];
  for (const node of nodes) {
    if (node.type === ",") parts.push([]);
    else parts.at(-1)!.push(node);
  }
  return parts.filter((part) => part.length > 0);
}

/** A callee: the name of a plain function, or object and name of a method. */
export function calleeOf(
  call: PythonNode,
  source: string,
): { object: PythonNode | null; name: string } | null {
  const callee = call.children[0];
  if (call.type !== "CallExpression" || callee === undefined) return null;
  if (callee.type === "VariableName") return { object: null, name: source.slice(callee.from, callee.to) };
  const last = callee.children.at(-1);
  if (callee.type !== "MemberExpression" || last?.type !== "PropertyName") return null;
  return { object: callee.children[0]!, name: source.slice(last.from, last.to) };
}

/** The entries of a subscript: each either one index or the parts of a slice; `null` for an attribute access. */
export function readSubscript(node: PythonNode): Subscript[] | null {
  const open = node.children.findIndex((child) => child.type === "[");
  if (node.type !== "MemberExpression" || open < 0) return null;
  return splitAtCommas(node.children.slice(open + 1, -1)).map((parts) => {
    if (!parts.some((part) => part.type === ":")) return { index: parts[0]! };
    const slots: (PythonNode | null)[] = [null];
    for (const part of parts) {
      if (part.type === ":") slots.push(null);
      else slots[slots.length - 1] = part;
    }
    return { start: slots[0] ?? null, stop: slots[1] ?? null, step: slots[2] ?? null };
  });
}

export type Subscript =
  { index: PythonNode } | { start: PythonNode | null; stop: PythonNode | null; step: PythonNode | null };

/** Names bound to values by one statement: pairs where both sides can be told apart, else one entry with a null value. */
export interface Binding {
  name: PythonNode;
  value: PythonNode | null;
  /** `=`, `:=`, or an augmented operator such as `+=`. */
  operator: string;
}

/** Reads the bindings of an assignment, an augmented assignment or a walrus; none for other nodes. */
export function readBindings(node: PythonNode, source: string): Binding[] {
  if (node.type === "UpdateStatement") {
    const at = node.children.findIndex((child) => child.type === "UpdateOp");
    const operator = node.children[at]!;
    const [name] = node.children;
    if (at !== 1 || name?.type !== "VariableName") return [];
    const value = node.children.length === 3 ? node.children[2]! : null;
    return [{ name, value, operator: source.slice(operator.from, operator.to) }];
  }
  if (node.type === "NamedExpression") {
    const [name, , value] = node.children;
    return name?.type === "VariableName" && value !== undefined ? [{ name, value, operator: ":=" }] : [];
  }
  if (node.type !== "AssignStatement") return [];
  const sides: PythonNode[][] = [[]];
  for (const child of node.children) {
    if (child.type === "AssignOp") sides.push([]);
    else if (child.type !== "TypeDef") sides.at(-1)!.push(child);
  }
  const values = elementsOf(sides.pop()!);
  return sides.flatMap((side) => pairUp(elementsOf(side), values));
}

function pairUp(targets: PythonNode[], values: PythonNode[]): Binding[] {
  const paired =
    targets.length === values.length && ![...targets, ...values].some((node) => node.type === "*");
  return targets.flatMap((name, at) => {
    if (name.type !== "VariableName") return [];
    return [{ name, value: paired ? values[at]! : null, operator: "=" }];
  });
}

/** Elements of `a, b` or `(a, b)`; a starred element shows as an extra `*` node, so that it pairs with nothing. */
function elementsOf(side: PythonNode[]): PythonNode[] {
  const [only] = side;
  const bare = side.length === 1 && only?.type === "TupleExpression" ? only.children.slice(1, -1) : side;
  return bare.filter((node) => node.type !== ",");
}
