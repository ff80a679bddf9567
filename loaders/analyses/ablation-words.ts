import { codeTokens } from "../../src/shared/code-tokens.ts";
import { nameTable } from "../ablations/name-table.ts";
import { resolve, UnsupportedNamesError } from "../ablations/scopes.ts";

/** Words that carry no topic: English function words, and Python's keywords, which questions also use ("return"). */
const STOP_WORDS = new Set(
  (
    "a an the this that these those it its they them their he she his her you your we our i " +
    "is are was were be been being has have had do does did can could may might must shall should will would " +
    "of to in on at by for from with without into onto over under between among within as than then so such " +
    "and or nor not no but if else when while where which who whose what how why there here each every any all " +
    "both either neither one only also just more most less least other another same per up down out off " +
    "def return elif break continue pass class yield assert del finally global nonlocal lambda raise try except " +
    "import none true false async await"
  ).split(" "),
);

const WORD = /^\p{L}{2,}$/u;

/** Distinct words of a text by the rules of the lexical baseline: identifiers give their parts, operators and numbers nothing. */
export function contentWords(text: string): Set<string> {
  return new Set(codeTokens(text).filter((token) => WORD.test(token) && !STOP_WORDS.has(token)));
}

/** The measures of overlap between a question and code. */
export const OVERLAPS = ["containment", "jaccard", "names"] as const;
export type Overlap = (typeof OVERLAPS)[number];

/** Words that two sets share. */
export const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((word) => b.has(word)).length;

/** Share of the question's words that the code has, and shared words over all words; 0 where there are none. */
export function wordOverlap(
  query: ReadonlySet<string>,
  code: ReadonlySet<string>,
): Record<"containment" | "jaccard", number> {
  const both = shared(query, code);
  return {
    containment: both / Math.max(1, query.size),
    jaccard: both / Math.max(1, query.size + code.size - both),
  };
}

/**
 * Share of the names that the code itself binds (function, parameters, variables) whose every word stands in the
 * question; names of one letter have no word and never do. 0 where names cannot be followed.
 */
export function nameOverlap(query: ReadonlySet<string>, code: string): number {
  const names = boundNames(code);
  const standing = names.filter((name) => {
    const [whole, ...parts] = codeTokens(name);
    const words = (parts.length > 0 ? parts : [whole!]).filter((token) => WORD.test(token));
    return words.length > 0 && words.every((word) => query.has(word));
  });
  return standing.length / Math.max(1, names.length);
}

function boundNames(code: string): string[] {
  try {
    const { occurrences } = nameTable(code);
    return [
      ...new Set(
        occurrences.filter(({ name, scope }) => resolve(name, scope) !== null).map(({ name }) => name),
      ),
    ];
  } catch (error) {
    if (error instanceof UnsupportedNamesError) return [];
    throw error;
  }
}

/** All tokens, operators and numbers included, in an order of their own: equal for equal bags. */
export const bagOfTokens = (code: string): string => codeTokens(code).sort().join(" ");

/** All words, repeated as often as they occur, likewise. */
export const bagOfWords = (code: string): string =>
  codeTokens(code)
    .filter((token) => WORD.test(token))
    .sort()
    .join(" ");
