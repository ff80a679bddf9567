import { describe, expect, it } from "vitest";
import { sha256 } from "../store/digest.ts";
import type { CorpusTask, Snippet, SnippetKind } from "./corpus.ts";
import { drawMutants, drawnOutside, DRAWN } from "./draw-mutants.ts";

const task = (id: string): CorpusTask => ({
  id,
  domain: "",
  functionName: "",
  query: null,
  tests: null,
  testCount: 1,
});

const snippet = (taskId: string, kind: SnippetKind, name: string): Snippet => ({
  id: sha256(name).slice(0, 12),
  taskId,
  kind,
  reason: "",
  bugType: "",
  rule: "",
  description: "",
  code: null,
  outcomes: [],
  editCharacters: 0,
  editRelative: 0,
  editLines: 0,
  blockFrom: 0,
  blockTo: 0,
  editOffset: 0,
  codeCharacters: 0,
  codeLines: 0,
});

/** One task with 4 selected distractors and `pool` further valid mutants. */
function corpus(id: string, pool: number) {
  const name = (kind: string, i: number) => `${id} ${kind} ${i}`;
  return {
    tasks: [task(id)],
    snippets: [
      snippet(id, "canonical", id),
      ...[0, 1, 2, 3].map((i) => snippet(id, "distractor", name("selected", i))),
    ],
    pool: Array.from({ length: pool }, (_, i) => snippet(id, "pool", name("pool", i))),
  };
}

describe("drawMutants", () => {
  it("takes every valid mutant where there are few, and sixteen where there are many", () => {
    expect(drawMutants(corpus("few", 7))[0]).toHaveLength(11);
    expect(drawMutants(corpus("many", 60))[0]).toHaveLength(DRAWN);
  });

  it("draws selected distractors as often as any other valid mutant", () => {
    // 400 tasks with 4 + 28: each mutant is drawn with probability 1/2, 800 selected ones expected, deviation 20.
    let selected = 0;
    for (let i = 0; i < 400; i++) {
      selected += drawMutants(corpus(`task ${i}`, 28))[0]!.filter(({ kind }) => kind === "distractor").length;
    }
    expect(Math.abs(selected - 800)).toBeLessThan(100);
  });

  it("does not change with the order of mutants or with other tasks", () => {
    const [one, other] = [corpus("one", 30), corpus("other", 30)];
    const both = {
      tasks: [...other.tasks, ...one.tasks],
      snippets: [...other.snippets, ...one.snippets],
      pool: [...one.pool, ...other.pool].reverse(),
    };
    expect(drawMutants(both)[1]).toEqual(drawMutants(one)[0]);
  });

  it("leaves to be embedded what the search pool does not hold", () => {
    const outside = drawnOutside(corpus("one", 30));
    expect(outside.every(({ kind }) => kind === "pool")).toBe(true);
    expect(outside.length).toBeGreaterThanOrEqual(DRAWN - 4);
  });
});
