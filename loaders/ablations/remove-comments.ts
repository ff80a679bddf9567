import { parsePython, type PythonNode } from "../mutation/syntax/tree.ts";
import type { Span } from "../tasks/types.ts";

const BODIES = new Set(["FunctionDefinition", "ClassDefinition"]);
const TEXT = new Set(["String", "ContinuedString"]);

/** Docstrings: a statement that is a plain string and comes first in a module, class or function. */
function docstrings(node: PythonNode, isModule = true): { node: PythonNode; alone: boolean }[] {
  const found: { node: PythonNode; alone: boolean }[] = [];
  if (isModule || (node.type === "Body" && node.parent !== null && BODIES.has(node.parent.type))) {
    const statements = node.children.filter(({ type }) => type !== ":");
    const [group] = statements;
    const first = group?.type === "StatementGroup" ? group.children[0] : group;
    const isText =
      first?.type === "ExpressionStatement" && first.children.every(({ type }) => TEXT.has(type));
    if (isText) found.push({ node: first, alone: statements.length === 1 && !isModule });
  }
  return found.concat(node.children.flatMap((child) => docstrings(child, false)));
}

/** The whole lines of a span when nothing else stands on them, else the span with the blanks before it. */
function widen(source: string, { from, to }: Span): Span & { wholeLines: boolean } {
  let start = from;
  while (start > 0 && /[ \t\f]/.test(source[start - 1]!)) start--;
  let end = to;
  while (end < source.length && /[ \t\f\r]/.test(source[end]!)) end++;
  const startsLine = start === 0 || source[start - 1] === "\n";
  const endsLine = end === source.length || source[end] === "\n";
  if (startsLine && endsLine) return { from: start, to: Math.min(end + 1, source.length), wholeLines: true };
  return { from: startsLine ? from : start, to: endsLine ? end : to, wholeLines: false };
}

/**
 * A source without comments and docstrings; lines that held nothing else go with them. A body that was nothing but its
 * docstring becomes `pass`.
 * @throws PythonSyntaxError where the source cannot be read
 */
export function removeComments(source: string): string {
  const { root, comments } = parsePython(source);
  const cuts = comments.map((comment) => {
    const { from, to } = widen(source, comment);
    return { from, to, put: "" };
  });
  for (const { node, alone } of docstrings(root)) {
    const whole = widen(source, node);
    // Before a semicolon, or as all there is, something must stand for it.
    if (alone || !whole.wholeLines) cuts.push({ from: node.from, to: node.to, put: "pass" });
    else cuts.push({ from: whole.from, to: whole.to, put: "" });
  }
  let result = "";
  let at = 0;
  for (const { from, to, put } of cuts.sort((a, b) => a.from - b.from)) {
    result += source.slice(at, Math.max(at, from)) + put;
    at = Math.max(at, to);
  }
  return result + source.slice(at);
}
