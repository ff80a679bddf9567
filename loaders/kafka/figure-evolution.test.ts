import { describe, expect, it } from "vitest";
import { encodeRows } from "../store/parquet.ts";
import { contestsOf } from "./contests.ts";
import { evolutionLeaderRows, evolutionNeedRows, evolutionRows, kafkaEvolution } from "./figure-evolution.ts";
import type { QuestionFacts, RankedList } from "./question-facts.ts";

const facts = (rank: number): QuestionFacts => ({
  complete: { primaries: [rank], adversarials: [] },
  top_10_chunks: { primaries: [rank > 7 ? Infinity : rank], adversarials: [] },
  spanHits: [false],
  listedFiles: 7,
});
const list = (
  system: string,
  chunking: string,
  mode: RankedList["mode"],
  ranks: readonly number[],
): RankedList => ({ system, chunking, mode, facts: new Map([["human", ranks.map(facts)]]) });

// Twenty questions: the first system misses five, the second those and two more, of which it alone solves one.
const ranks = (misses: readonly number[]): number[] =>
  Array.from({ length: 20 }, (_, question) => (misses.includes(question) ? 50 : 1 + (question % 10)));
const lists = [
  list("bm25", "c1", "bm25", ranks([0, 1, 2, 3, 4, 5, 6, 7, 8])),
  list("bm25", "c2", "bm25", ranks([0, 1, 2])),
  list("one", "c1", "vector", ranks([0, 1, 2, 3, 4])),
  list("one", "c1", "hybrid", ranks([0, 1, 2, 3, 4])),
  list("two", "c1", "vector", ranks([1, 2, 3, 4, 5, 6])),
];
const study = { questions: Array.from({ length: 20 }), lists } as unknown as Parameters<
  typeof evolutionRows
>[0];

describe("contests", () => {
  it("are held in what they do not choose, and have at least two options", () => {
    expect(contestsOf(lists).map(({ contest, options }) => [contest, options.length])).toEqual([
      ["system all c1", 4],
      ["system vector c1", 2],
      ["chunking bm25 bm25", 2],
      ["mode one c1", 3],
      ["mode two c1", 2],
    ]);
    expect(contestsOf(lists.slice(0, 1))).toEqual([]);
  });
});

describe("rows on the number of questions", () => {
  it("are right of all questions, and less often of fewer", () => {
    const own = evolutionRows(study).filter(
      ({ contest, protocol }) => contest === "system vector c1" && protocol === "complete",
    );
    expect(own.map(({ size }) => size)).toEqual([3, 10, 20]);
    expect(own.at(-1)).toMatchObject({ right: 1, alone: 1, settled: 1, options: 2 });
    expect(own[0]!.right).toBeLessThan(own[1]!.right);
    for (const row of own) expect(row.settled).toBeLessThanOrEqual(row.right);
  });

  it("share all draws among the options, and mark every option that is best", () => {
    const rows = evolutionLeaderRows(study).filter(
      ({ contest, protocol, size }) => contest === "mode one c1" && protocol === "complete" && size === 20,
    );
    expect(rows.map(({ mode, leads, best }) => [mode, leads, best])).toEqual([
      ["vector", 0.5, true],
      ["hybrid", 0.5, true],
      ["bm25", 0, false],
    ]);
  });

  it("say how many questions a claim needs, and of no difference above the discordance", () => {
    const rows = evolutionNeedRows(study).filter(
      ({ contest, protocol }) => contest === "system vector c1" && protocol === "complete",
    );
    expect(rows.map(({ delta }) => delta)).toEqual([0.03, 0.05, 0.1]);
    expect(rows[0]).toMatchObject({ system: "two", behind: 0.05, discordant: 0.15, n: 20 });
    const [three, , ten] = rows.map(({ questions }) => questions);
    expect(three).toBeGreaterThan(ten!);
    const same = evolutionNeedRows(study).find(({ contest, mode }) => contest === "mode one c1" && mode === "hybrid")!; // prettier-ignore
    expect([same.discordant, same.questions]).toEqual([0, NaN]);
  });

  it("read the other protocol from its own list", () => {
    const [row] = evolutionLeaderRows(study).filter(
      ({ contest, protocol }) => contest === "system vector c1" && protocol === "top_10_chunks",
    );
    expect(row!.value).toBeLessThan(15 / 20);
  });

  it("fit their columns", () => {
    const rows = [evolutionRows(study), evolutionLeaderRows(study), evolutionNeedRows(study)];
    kafkaEvolution.forEach(({ columns }, at) => {
      const named = rows[at]!.map((row) => ({ study: "s", ...row }));
      expect(Object.keys(named[0]!).sort()).toEqual(columns.map(({ name }) => name).sort());
      expect(encodeRows(named, columns).length).toBeGreaterThan(0);
    });
  });
});
