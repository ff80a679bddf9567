import { lineStarts } from "./chunk-lines.ts";
import { type Span, windowSpans } from "./chunk-window.ts";
import { type Language, nonCodeSpans } from "./syntax-chunk-scan.ts";

/** A place between two lines where code may be cut, and the braces open there. */
export interface Cut {
  offset: number;
  depth: number;
}

interface Line {
  end: number;
  blank: boolean;
  /** Begins with a closing brace, so that it belongs to what stands above. */
  closes: boolean;
  /** Braces open before and after the line. */
  before: number;
  after: number;
  /** Its end lies in a comment or a string. */
  inside: boolean;
}

/** Lines of code with their braces; those in comments and literals do not count. */
function readLines(text: string, language: Language): Line[] {
  const hidden = nonCodeSpans(text, language);
  const starts = lineStarts(text);
  let depth = 0;
  let next = 0;
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? text.length;
    const content = text.slice(start, end).trim();
    const before = depth;
    for (let at = start; at < end; at++) {
      while (hidden[next] && hidden[next]!.end <= at) next++;
      if (hidden[next] && hidden[next]!.start <= at) continue;
      if (text[at] === "{") depth++;
      if (text[at] === "}") depth = Math.max(0, depth - 1);
    }
    const inside = hidden[next] !== undefined && hidden[next]!.start < end;
    return { end, blank: content === "", closes: content.startsWith("}"), before, after: depth, inside };
  });
}

/**
 * Where code may be cut: after blank lines, and after a line that closes a brace when none follows; never within a
 * comment or a string, and never before a line that begins with a closing brace.
 */
export function syntaxCuts(text: string, language: Language): Cut[] {
  const lines = readLines(text, language);
  return lines.flatMap((line, index) => {
    const following = lines[index + 1];
    if (!following || following.blank || following.closes || line.inside) return [];
    return line.blank || line.after < line.before ? [{ offset: line.end, depth: line.after }] : [];
  });
}

/**
 * Chunks of at most `limit` characters without overlap, along the nesting of the code. What does not fit is cut at the
 * lowest nesting that has a cut in it (then at line ends, then anywhere), and the pieces are packed greedily. What has
 * to be cut begins a chunk of its own, so that a long method's head is not left behind with the method before it.
 */
export function syntaxSpans(text: string, limit: number, language: Language): Span[] {
  const cuts = syntaxCuts(text, language);
  const deepest = cuts.reduce((most, { depth }) => Math.max(most, depth), 0);
  const upTo = (depth: number): number[] =>
    cuts.filter((cut) => cut.depth <= depth).map(({ offset }) => offset);
  const levels = [...Array.from({ length: deepest + 1 }, (_, depth) => upTo(depth)), lineStarts(text)];
  const chunks: Span[] = [];
  let open: Span = { start: 0, end: 0 };
  const close = (at: number): void => {
    if (open.end > open.start) chunks.push(open);
    open = { start: at, end: at };
  };
  const place = (piece: Span, level: number): void => {
    if (piece.end - open.start > limit) close(piece.start);
    if (piece.end - piece.start <= limit) open.end = piece.end;
    else for (const part of partsOf(text, piece, levels[level], limit)) place(part, level + 1);
  };
  place({ start: 0, end: text.length }, 0);
  close(text.length);
  return chunks;
}

/** A piece cut at these offsets; below the last level, wherever the limit falls. */
function partsOf(text: string, piece: Span, offsets: number[] | undefined, limit: number): Span[] {
  if (offsets === undefined) {
    // One less, since a window that would part a surrogate pair may be one longer.
    return windowSpans(text.slice(piece.start, piece.end), { size: limit - 1, overlap: 0 }).map(
      ({ start, end }) => ({ start: piece.start + start, end: piece.start + end }),
    );
  }
  const within = offsets.filter((offset) => offset > piece.start && offset < piece.end);
  return [piece.start, ...within].map((start, index) => ({ start, end: within[index] ?? piece.end }));
}
