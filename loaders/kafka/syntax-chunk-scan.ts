import type { Span } from "./chunk-window.ts";

/** What the two differ in here: Scala's block comments nest, its strings interpolate, its `"""` has no escapes. */
export type Language = "java" | "scala";

/** Comments, strings and character literals of a text, in order: where a brace is no brace. */
export function nonCodeSpans(text: string, language: Language): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < text.length;) {
    const end = endOfNonCode(text, at, language);
    if (end > at) spans.push({ start: at, end });
    at = Math.max(end, at + 1);
  }
  return spans;
}

/** End of the comment or literal that begins here; the same offset when none does. */
function endOfNonCode(text: string, at: number, language: Language): number {
  switch (text[at]) {
    case "/":
      if (text[at + 1] === "/") return lineEnd(text, at);
      return text[at + 1] === "*" ? endOfBlockComment(text, at, language === "scala") : at;
    case '"':
      return endOfString(text, at, language);
    case "'":
      return endOfCharacter(text, at);
    case "`":
      return language === "scala" ? endOfQuotedName(text, at) : at;
    default:
      return at;
  }
}

/** The line's end, which itself is code. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function endOfBlockComment(text: string, start: number, nested: boolean): number {
  const mark = nested ? /\/\*|\*\//g : /\*\//g;
  mark.lastIndex = start + 2;
  let depth = 1;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return text.length;
}

function endOfString(text: string, start: number, language: Language): number {
  const triple = text.startsWith('"""', start);
  const escapes = !triple || language === "java";
  const interpolated = language === "scala" && /\w/.test(text[start - 1] ?? "");
  let at = start + (triple ? 3 : 1);
  while (at < text.length) {
    if (escapes && text[at] === "\\") at += 2;
    else if (interpolated && text.startsWith("$$", at)) at += 2;
    else if (interpolated && text.startsWith("${", at)) at = endOfInterpolation(text, at + 2);
    else if (!triple && text[at] === "\n") return at;
    else if (!triple && text[at] === '"') return at + 1;
    else if (triple && text.startsWith('"""', at)) return afterQuotes(text, at + 3, language);
    else at++;
  }
  return text.length;
}

/** Quotes before the last three of a Scala `"""` string's end are its text. */
function afterQuotes(text: string, at: number, language: Language): number {
  let end = at;
  while (language === "scala" && text[end] === '"') end++;
  return end;
}

/** Past the brace that closes `${`, whose expression may hold braces, strings and comments of its own. */
function endOfInterpolation(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length;) {
    const end = endOfNonCode(text, at, "scala");
    if (end === at && text[at] === "{") depth++;
    if (end === at && text[at] === "}" && --depth === 0) return at + 1;
    at = Math.max(end, at + 1);
  }
  return text.length;
}

/** Scala writes symbols and quoted types with one `'`: only what closes again is a character. */
function endOfCharacter(text: string, start: number): number {
  const literal = /'(\\[^\n][^'\n]*|[^\\'\n])'/y;
  literal.lastIndex = start;
  return literal.test(text) ? literal.lastIndex : start;
}

function endOfQuotedName(text: string, start: number): number {
  const end = text.indexOf("`", start + 1);
  return end < 0 || end > lineEnd(text, start) ? start : end + 1;
}
