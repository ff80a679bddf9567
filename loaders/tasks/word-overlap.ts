import { parser } from "@lezer/python";
import type { Task } from "./types.ts";

/** How far the words of a query and those of the code's own names are the same. */
export interface WordOverlap {
  task: string;
  /** Content words of the query, words of the names, and those that are in both, all distinct. */
  queryWords: number;
  nameWords: number;
  shared: string[];
  /** Shared words over the query's, and over the names'. */
  ofQuery: number;
  ofNames: number;
}

// Words that carry no content of a question.
const FUNCTION_WORDS = new Set(
  (
    "about above after all also and any are back been before being below between both but can does down each either else every " +
    "exactly first for from given gives had has have her his how if in into is it its just last like may more most must neither " +
    "never no none nor not now of on once one only onto or other out over own per same she should since so some such than that " +
    "the their them then there these they this those through to too two under until up upon us use used using very was were what " +
    "when where whether which while who whole whose will with within without would you your"
  ).split(" "),
);

// Names that Python brings; what a function calls them says nothing of its author's choice.
const BUILTINS = new Set(
  (
    "abs all any ascii bin bool bytearray bytes callable chr complex dict dir divmod enumerate eval exec filter float format " +
    "frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview " +
    "min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum " +
    "super tuple type vars zip ValueError TypeError KeyError IndexError ZeroDivisionError OverflowError Exception"
  ).split(" "),
);

const SHORTEST = 3;

/** Singular and plural are one word; nothing else is stemmed. */
const singular = (word: string): string =>
  word.endsWith("ies") && word.length > 4
    ? `${word.slice(0, -3)}y`
    : word.endsWith("s") && !word.endsWith("ss")
      ? word.slice(0, -1)
      : word;

function wordsOf(text: string): Set<string> {
  const parts =
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return new Set(parts.filter((word) => word.length >= SHORTEST && !FUNCTION_WORDS.has(word)).map(singular));
}

/** Words of the names that the code chooses: functions, parameters and variables, split at underscores and capitals. */
function nameWords(code: string): Set<string> {
  const names = new Set<string>();
  parser.parse(code).iterate({
    enter: ({ name, from, to }) => {
      if (name === "VariableName" && !BUILTINS.has(code.slice(from, to))) names.add(code.slice(from, to));
    },
  });
  return wordsOf([...names].join(" ").replaceAll("_", " "));
}

/** The overlap of one task's query and canonical. */
export function wordOverlap({ id, query, canonical }: Pick<Task, "id" | "query" | "canonical">): WordOverlap {
  const asked = wordsOf(query);
  const named = nameWords(canonical);
  const shared = [...asked].filter((word) => named.has(word)).sort();
  return {
    task: id,
    queryWords: asked.size,
    nameWords: named.size,
    shared,
    ofQuery: shared.length / Math.max(1, asked.size),
    ofNames: shared.length / Math.max(1, named.size),
  };
}

/**
 * Twice the medians of our own tasks, about: from here on a lexical system may find the function by its names alone. A task is
 * listed, not refused: near-clones carry the same names as their canonical, so shared words say which task is meant, never
 * which of its candidates works.
 */
export const OVERLAP_LIMITS = { ofQuery: 0.4, ofNames: 0.8 } as const;

export const overlapIsHigh = ({ ofQuery, ofNames }: WordOverlap): boolean =>
  ofQuery >= OVERLAP_LIMITS.ofQuery || ofNames >= OVERLAP_LIMITS.ofNames;
