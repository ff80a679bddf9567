import { recallAt } from "../../src/shared/file-metrics.ts";
import type { ContestKey } from "../../src/shared/kafka-evolution-rows.ts";
import type { Protocol, RankedList } from "./question-facts.ts";

/** A choice that a study makes, and what it chooses from. */
export interface Contest extends ContestKey {
  options: readonly RankedList[];
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/** Every choice between at least two of the ranked lists. */
export function contestsOf(lists: readonly RankedList[]): Contest[] {
  const chunkings = distinct(lists.map(({ chunking }) => chunking));
  const all = [
    ...chunkings.flatMap((chunking) => systemContests(lists, chunking)),
    ...distinct(lists.map(({ system, mode }) => `${system} ${mode}`)).map((pair) =>
      chunkingContest(lists, pair.split(" ") as [string, string]),
    ),
    ...chunkings.flatMap((chunking) =>
      distinct(lists.map(({ system }) => system)).map((system) => modeContest(lists, system, chunking)),
    ),
  ];
  return all.filter(({ options }) => options.length > 1);
}

function systemContests(lists: readonly RankedList[], chunking: string): Contest[] {
  const here = lists.filter((list) => list.chunking === chunking);
  return (["all", "vector"] as const).map((among) => ({
    contest: `system ${among} ${chunking}`,
    about: "system",
    among,
    system: "",
    chunking,
    mode: "",
    options: here.filter(({ mode }) => among === "all" || mode === among),
  }));
}

const chunkingContest = (lists: readonly RankedList[], [system, mode]: [string, string]): Contest => ({
  contest: `chunking ${system} ${mode}`,
  about: "chunking",
  among: "",
  system,
  chunking: "",
  mode,
  options: lists.filter((list) => list.system === system && list.mode === mode),
});

/** A dense system's modes beside words alone over the same chunks; of the lexical system nothing varies. */
function modeContest(lists: readonly RankedList[], system: string, chunking: string): Contest {
  const here = lists.filter((list) => list.chunking === chunking);
  const own = here.filter((list) => list.system === system && list.mode !== "bm25");
  return {
    contest: `mode ${system} ${chunking}`,
    about: "mode",
    among: "",
    system,
    chunking,
    mode: "",
    options: own.length === 0 ? [] : [...own, ...here.filter(({ mode }) => mode === "bm25")],
  };
}

/** By question, whether a primary is among the first ten files for its human form. */
export const solvedBy = (list: RankedList, protocol: Protocol): number[] =>
  list.facts.get("human")!.map((facts) => (facts ? recallAt(facts[protocol], 10) : 0));
