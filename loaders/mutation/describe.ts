import type { Span } from "../tasks/types.ts";
import type { Edit } from "./operators/edit.ts";
import type { Snippet } from "./snippet.ts";
import { walk } from "./syntax/expressions.ts";
import type { PythonNode } from "./syntax/tree.ts";

/** Expressions up to this long are quoted whole. */
const QUOTE_LENGTH = 60;

/** One line in words: what became what, and on which line of the canonical. */
export function describeEdit(edit: Edit, snippet: Snippet): string {
  const removed = snippet.source.slice(edit.span.from, edit.span.to);
  const indent = removed.length - removed.trimStart().length;
  const line = snippet.line(edit.span.from + indent);
  if (edit.rule.startsWith("guard:"))
    return `Line ${line}: deleted the guard ${quote(withoutComments(edit.span, snippet))}.`;
  const around = surroundings(edit, snippet);
  const before = snippet.source.slice(around.from, around.to);
  const after =
    snippet.source.slice(around.from, edit.span.from) +
    edit.replacement +
    snippet.source.slice(edit.span.to, around.to);
  return `Line ${line}: ${quote(before)} became ${quote(after)}.`;
}

/** The largest node around the edit that is short enough to quote, else the part of the line around it. */
function surroundings({ span }: Edit, { root, source }: Snippet): Span {
  const covers = (node: PythonNode): boolean => node.from <= span.from && node.to >= span.to;
  const quotable = [...walk(root, covers)].find(
    ({ from, to, type }) =>
      to - from <= QUOTE_LENGTH && type !== "Body" && !source.slice(from, to).includes("\n"),
  );
  // A bare operator or number tells nobody where it stands.
  if (quotable !== undefined && quotable.children.length > 0) return quotable;
  const reach = QUOTE_LENGTH / 2;
  const lineStart = source.lastIndexOf("\n", span.from - 1) + 1;
  const lineEnd = source.indexOf("\n", span.to);
  return {
    from: Math.max(lineStart, span.from - reach),
    to: Math.min(lineEnd < 0 ? source.length : lineEnd, span.to + reach),
  };
}

function withoutComments(span: Span, { source, comments }: Snippet): string {
  const inside = comments.filter(({ from }) => from >= span.from && from < span.to);
  let text = "";
  let at = span.from;
  for (const { from, to } of inside) {
    text += source.slice(at, from);
    at = to;
  }
  return text + source.slice(at, span.to);
}

function quote(text: string): string {
  const flat = text.trim().replace(/\s*\n\s*/g, " ");
  const cut = flat.length > 2 * QUOTE_LENGTH ? `${flat.slice(0, 2 * QUOTE_LENGTH - 1)}…` : flat;
  return `\`${cut}\``;
}
