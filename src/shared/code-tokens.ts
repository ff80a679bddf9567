/**
 * Tokens of source code and of questions about it, for lexical retrieval.
 *
 * - Identifiers count whole and by their parts: `parse_HTTPHeader2` gives itself, `parse`, `http`, `header`, `2`.
 * - Operators are tokens. With letters and digits alone, 48 % of a pilot's mutants had their canonical's exact bag of
 *   words, so that only the tie rule ordered them.
 * - Numbers stay, without digit separators. Words in strings and comments count like any others.
 * - Brackets, commas, dots, colons and quotes are left out: every function has them.
 */

// A hyphen or slash between two letters is prose (`non-empty`, `and/or`): questions go through the same rules as code.
const PROSE_JOINT = /(?<=\p{L})[-/](?=\p{L})/gu;

const NUMBER = String.raw`0[xob][\da-f_]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?`;
const IDENTIFIER = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
// Longer operators stand before their beginnings.
const OPERATORS = [
  String.raw`>>>=?|\*\*=?|\/\/=?|<<=?|>>=?`,
  String.raw`[<>=!:+\-*/%&|^@]=|->|&&|\|\||\+\+|--`,
  String.raw`[-+*/%&|^~<>=!@?]`,
];
const TOKEN = new RegExp(`(${NUMBER})|(${IDENTIFIER})|${OPERATORS.join("|")}`, "giu");

const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}_$]+/gu;

/** Lower-cased tokens in the order of the text; an identifier that has several parts is followed by them. */
export function codeTokens(text: string): string[] {
  const tokens: string[] = [];
  for (const [token, number, identifier] of text.replace(PROSE_JOINT, " ").matchAll(TOKEN)) {
    if (identifier !== undefined) pushIdentifier(tokens, identifier);
    else tokens.push(number === undefined ? token : number.replaceAll("_", "").toLowerCase());
  }
  return tokens;
}

function pushIdentifier(tokens: string[], identifier: string): void {
  tokens.push(identifier.toLowerCase());
  const parts = identifier.match(PART) ?? [];
  if (parts.length === 1 && parts[0] === identifier) return;
  for (const part of parts) tokens.push(part.toLowerCase());
}
