import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { parser } from "@lezer/python";
import { element } from "./element.js";

const classes = tagHighlighter([
  { tag: [tags.keyword, tags.bool, tags.null, tags.self], class: "tok-keyword" },
  {
    tag: [tags.function(tags.definition(tags.variableName)), tags.function(tags.variableName)],
    class: "tok-function",
  },
  { tag: [tags.string, tags.special(tags.string)], class: "tok-string" },
  { tag: [tags.number], class: "tok-number" },
  { tag: [tags.comment], class: "tok-comment" },
  {
    tag: [tags.operator, tags.arithmeticOperator, tags.compareOperator, tags.logicOperator],
    class: "tok-operator",
  },
]);

interface Span {
  from: number;
  to: number;
  class: string;
}

function tokens(code: string): Span[] {
  const spans: Span[] = [];
  highlightTree(parser.parse(code), classes, (from, to, name) => spans.push({ from, to, class: name }));
  return spans;
}

/** Cuts a line where tokens or marks begin and end, so that a mark may cover half a token. */
function renderLine(
  text: string,
  spans: readonly Span[],
  marks: readonly (readonly [number, number])[],
): Node[] {
  const cuts = new Set([0, text.length]);
  for (const { from, to } of spans) cuts.add(from).add(to);
  for (const [from, to] of marks) cuts.add(from).add(to);
  const edges = [...cuts].filter((cut) => cut >= 0 && cut <= text.length).sort((a, b) => a - b);
  return edges.slice(1).map((to, index) => {
    const from = edges[index]!;
    const piece = text.slice(from, to);
    const token = spans.find((span) => span.from <= from && span.to >= to);
    const node: Node = token
      ? element`<span class=${token.class}>${piece}</span>`
      : document.createTextNode(piece);
    return marks.some((mark) => mark[0] <= from && mark[1] >= to) ? element`<mark>${node}</mark>` : node;
  });
}

/**
 * Python source as one array of nodes a line. `marks` gives the ranges to emphasize on a line, counted from 0. The whole
 * program is parsed, so that a string over several lines keeps its color.
 */
export function highlightLines(
  code: string,
  marks: (line: number) => readonly (readonly [number, number])[] = () => [],
): Node[][] {
  const spans = tokens(code);
  let offset = 0;
  return code
    .replace(/\n$/, "")
    .split("\n")
    .map((text, line) => {
      const start = offset;
      offset += text.length + 1;
      const own = spans
        .filter((span) => span.to > start && span.from < start + text.length)
        .map((span) => ({ ...span, from: span.from - start, to: span.to - start }));
      return renderLine(text, own, marks(line));
    });
}
