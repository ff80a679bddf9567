import type { ExplorerIndexRow } from "./explorer-rows.ts";
import { BUG_TYPES, type BugType } from "./vocabulary.js";

/** What stands at rank 1 of a system, as one letter; a dot where the system was not measured. */
const FIRSTS = {
  passing: "p",
  own_distractor: "d",
  other_canonical: "c",
  other_distractor: "o",
} as const;
export type AtRank1 = keyof typeof FIRSTS;

/** One system's answer to one question. */
export interface SystemAnswer {
  /** Rank of the first snippet that passes; 0 where none does. */
  rank: number;
  first: AtRank1;
}

/** Answers in the order of the systems' file, undefined where a system was not measured; made small for the index. */
export function packAnswers(
  answers: readonly (SystemAnswer | undefined)[],
): Pick<ExplorerIndexRow, "ranks" | "firsts"> {
  return {
    ranks: answers.map((answer) => answer?.rank ?? "").join(" "),
    firsts: answers.map((answer) => (answer ? FIRSTS[answer.first] : ".")).join(""),
  };
}

/**
 * Answers by system id.
 * @param systems ids in the order of `near-clones/systems.parquet`
 */
export function unpackAnswers(
  { ranks, firsts }: Pick<ExplorerIndexRow, "ranks" | "firsts">,
  systems: readonly string[],
): Map<string, SystemAnswer> {
  const numbers = ranks.split(" ");
  const kinds = Object.entries(FIRSTS) as [AtRank1, string][];
  return new Map(
    systems.flatMap((system, index) => {
      const first = kinds.find(([, letter]) => letter === firsts[index])?.[0];
      return first ? [[system, { rank: Number(numbers[index]), first }] as const] : [];
    }),
  );
}

/** Bug types as bits, the first of `BUG_TYPES` lowest. */
export const packBugTypes = (types: readonly string[]): number =>
  BUG_TYPES.reduce((bits, type, index) => (types.includes(type) ? bits | (1 << index) : bits), 0);

export const unpackBugTypes = (bits: number): BugType[] =>
  BUG_TYPES.filter((_, index) => (bits & (1 << index)) !== 0);

/** What a list shows of a text: its beginning, cut at a word. */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(" ", most);
  return `${text.slice(0, space > 0 ? space : most)} …`;
}

/** The function's name: it ends the id of our own tasks, and only elsewhere does the index repeat it. */
export const functionNameOf = ({
  query,
  function_name,
}: Pick<ExplorerIndexRow, "query" | "function_name">): string =>
  function_name || query.slice(query.lastIndexOf("/") + 1);
