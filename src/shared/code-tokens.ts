/**
 * Tokens of source code and of questions about it, for lexical retrieval.
 *
 * - Identifiers count whole and by their parts: `parse_HTTPHeader2` gives itself, `parse`, `http`, `header`, `2`.
 * - Operators are tokens. With letters and digits alone, 48 % of a pilot's mutants had their canonical's exact bag of
 *   words, so that only the tie rule ordered them.
 * - Numbers stay, without digit separators. Words in strings and comments count like any other.
 * - Brackets, commas, dots, colons and quotes are left out: every function has them.
 * - A hyphen or slash between two letters is taken as prose (`non-empty`, `and/or`), for questions go through the same
 *   rules as code.
 */

// The order matters: numbers before names, longer operators before their beginnings.
const TOKEN =
  /0[xob][\da-f_]+|(?<![\p{L}\d_])\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?|[\p{L}\p{N}_$]+|(?<=\p{L})[-/](?=\p{L})|>>>=|\*\*=|\/\/=|<<=|>>=|>>>|\*\*|\/\/|<<|>>|<=|>=|==|!=|->|:=|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|@=|&&|\|\||\+\+|--|[-+*/%&|^~<>=!@?]/giu;

const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}_$]+/gu;

/** Lower-cased tokens in the order of the text; an identifier is followed by its parts when it has several. */
export function codeTokens(text: string): string[] {
  const tokens: string[] = [];
  for (const [match] of text.matchAll(TOKEN)) {
    const first = match.charCodeAt(0);
    if (isDigit(first)) {
      tokens.push(match.replaceAll("_", "").toLowerCase());
    } else if (isWordStart(match)) {
      pushIdentifier(tokens, match);
    } else if (match !== "-" && match !== "/") {
      tokens.push(match);
    } else {
      tokens.push(match);
    }
  }
  return tokens;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isWordStart = (token: string): boolean => /^[\p{L}\p{N}_$]/u.test(token);
function pushIdentifier(tokens: string[], identifier: string): void {
  const parts = identifier.match(PART) ?? [];
  if (parts.length !== 1 || parts[0] !== identifier) tokens.push(identifier.toLowerCase());
  if (parts.length > 0 && parts[0] !== identifier) for (const part of parts) tokens.push(part.toLowerCase());
}
