import { diffArrays } from "diff";

/** A half-open range of UTF-16 offsets within one line. */
export type Mark = readonly [from: number, to: number];

export interface DiffLine {
  kind: "same" | "removed" | "added";
  /** 1-based line in the text before, 0 for an added line. */
  before: number;
  /** 1-based line in the text after, 0 for a removed line. */
  after: number;
  text: string;
  /** What changed within the line; empty where the whole line came or went. */
  marks: readonly Mark[];
}

/** Unchanged lines that are left out. */
export interface DiffGap {
  kind: "gap";
  lines: number;
}

// Words, runs of operators, runs of space, single other characters: an edit is shown as whole tokens.
const TOKEN = /\w+|[<>=!+\-*/%&|^~@:]+|\s+|./gu;

/**
 * What differs between two versions of one line, as whole tokens: `run <= limit` and `run < limit` differ in `<=` and `<`.
 */
export function changedTokens(before: string, after: string): { before: Mark[]; after: Mark[] } {
  const a = before.match(TOKEN) ?? [];
  const b = after.match(TOKEN) ?? [];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail++;
  const mark = (tokens: readonly string[]): Mark[] => {
    const from = tokens.slice(0, head).join("").length;
    const to = from + tokens.slice(head, tokens.length - tail).join("").length;
    return from === to ? [] : [[from, to]];
  };
  return { before: mark(a), after: mark(b) };
}

const splitLines = (text: string): string[] => text.replace(/\n$/, "").split("\n");

function allLines(before: string, after: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let a = 0;
  let b = 0;
  for (const part of diffArrays(splitLines(before), splitLines(after))) {
    for (const text of part.value) {
      if (part.added) lines.push({ kind: "added", before: 0, after: ++b, text, marks: [] });
      else if (part.removed) lines.push({ kind: "removed", before: ++a, after: 0, text, marks: [] });
      else lines.push({ kind: "same", before: ++a, after: ++b, text, marks: [] });
    }
  }
  return lines;
}

/** Gives the lines of equally long removed and added blocks the marks of what changed between each pair. */
function markPairs(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines];
  for (let at = 0; at < marked.length;) {
    let added = at;
    while (marked[added]?.kind === "removed") added++;
    let end = added;
    while (marked[end]?.kind === "added") end++;
    const size = added - at;
    if (size > 0 && end - added === size) {
      for (let i = 0; i < size; i++) {
        const changed = changedTokens(marked[at + i]!.text, marked[added + i]!.text);
        marked[at + i] = { ...marked[at + i]!, marks: changed.before };
        marked[added + i] = { ...marked[added + i]!, marks: changed.after };
      }
    }
    at = Math.max(end, at + 1);
  }
  return marked;
}

/** A line diff of two programs with `context` unchanged lines around each change; the rest as counted gaps. */
export function diffLines(before: string, after: string, context = 2): (DiffLine | DiffGap)[] {
  const lines = markPairs(allLines(before, after));
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== "same"),
  );
  const shown: (DiffLine | DiffGap)[] = [];
  let hidden = 0;
  lines.forEach((line, at) => {
    if (!near[at]) return void hidden++;
    if (hidden > 0) shown.push({ kind: "gap", lines: hidden });
    hidden = 0;
    shown.push(line);
  });
  if (hidden > 0) shown.push({ kind: "gap", lines: hidden });
  return shown;
}
