import { describe, expect, it } from "vitest";
import { lineBlock } from "../../src/shared/edit-size.ts";
import { enumerateMutants } from "../mutation/enumerate.ts";
import { fixtures } from "../mutation/fixtures/read-fixtures.ts";
import { stackMutants } from "../mutation/stack.ts";
import { snippetId } from "../store/digest.ts";
import { buildTask, knownKey } from "./build-corpus.ts";
import type { Snippet } from "./corpus.ts";
import { suiteKey } from "./corpus-file.ts";
import { belongsTo, type StackedRow } from "./stacked-file.ts";
import {
  baseSets,
  composeVariants,
  drawnTasks,
  STACK_LIMITS,
  type StackedVariant,
} from "./stacked-variants.ts";

/** The sample functions as a corpus in which every mutant is valid. */
const corpus = (() => {
  const tests = ["assert f()"];
  const built = fixtures.map((fixture) => {
    const task = { ...fixture, query: "", domain: "fixtures", tests };
    const mutants = enumerateMutants(task);
    const known = new Map(
      mutants.map(({ id }) => [knownKey(id, suiteKey(tests)), { outcomes: ["FAIL" as const] }]),
    );
    known.set(knownKey(snippetId(task.canonical), suiteKey(tests)), { outcomes: ["FAIL"] });
    return buildTask(task, mutants, known);
  });
  const all = built.flatMap(({ snippets }) => snippets);
  const of = (...kinds: string[]): Snippet[] => all.filter(({ kind }) => kinds.includes(kind));
  return { tasks: built.map(({ task }) => task), snippets: of("canonical", "distractor"), pool: of("pool") };
})();
const variants = composeVariants(corpus);
const snippetOf = new Map([...corpus.snippets, ...corpus.pool].map((s) => [`${s.taskId} ${s.id}`, s]));
const canonicalOf = (taskId: string): string =>
  corpus.snippets.find((snippet) => snippet.taskId === taskId && snippet.kind === "canonical")!.code!;
const membersOf = ({ taskId, members }: StackedVariant): Snippet[] =>
  members.map((id) => snippetOf.get(`${taskId} ${id}`)!);

describe("composeVariants", () => {
  it("combines as many mutants as it says, on lines that do not meet", () => {
    expect(new Set(variants.map(({ count }) => count))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    for (const variant of variants) {
      const lines = membersOf(variant).flatMap(({ code }) => {
        const { from, to } = lineBlock(canonicalOf(variant.taskId), code!)!;
        return Array.from({ length: to - from + 1 }, (_, i) => from + i);
      });
      expect(new Set(variant.members).size).toBe(variant.count);
      expect(new Set(lines).size).toBe(lines.length);
    }
  });

  it("takes the first four only from the selected distractors, and stays within its limits", () => {
    const cells = new Map<string, number>();
    for (const { taskId, source, count } of variants)
      cells.set(`${taskId} ${source} ${count}`, (cells.get(`${taskId} ${source} ${count}`) ?? 0) + 1);
    for (const [cell, size] of cells) {
      const [, source, count] = cell.split(" ") as [string, "selected" | "pool", string];
      const { base, most, variants: limit } = STACK_LIMITS[source];
      expect(size, cell).toBeLessThanOrEqual(count === "1" ? base : limit);
      expect(Number(count)).toBeLessThanOrEqual(most);
    }
    for (const variant of variants.filter(({ source }) => source === "selected"))
      expect(membersOf(variant).map(({ kind }) => kind)).not.toContain("pool");
  });

  it("does not depend on the order of the mutants, nor on other tasks", () => {
    const shuffled = {
      tasks: corpus.tasks.slice(0, 3),
      snippets: corpus.snippets.toReversed(),
      pool: corpus.pool.toReversed(),
    };
    const few = new Set(shuffled.tasks.map(({ id }) => id));
    expect(composeVariants(shuffled)).toEqual(variants.filter(({ taskId }) => few.has(taskId)));
  });

  it("gives ids that its members alone rebuild, so that no code need be kept", () => {
    for (const variant of variants.filter(({ count }) => count > 1)) {
      const members = membersOf(variant).map(({ id, code }) => ({ id, code: code! }));
      const [rebuilt] = stackMutants(canonicalOf(variant.taskId), members, variant.count);
      expect(rebuilt!.id).toBe(variant.id);
      expect(snippetId(rebuilt!.code)).toBe(variant.id);
    }
  });
});

describe("drawnTasks", () => {
  it("are as many as the source allows, and those drawn of a corpus stay unless a new task takes a place", () => {
    const tasks = Array.from({ length: 500 }, (_, i) => ({ id: `t/${i}` }));
    const few = drawnTasks(tasks.slice(0, 300), "pool");
    const many = drawnTasks(tasks, "pool");
    expect([few.size, many.size]).toEqual([STACK_LIMITS.pool.tasks, STACK_LIMITS.pool.tasks]);
    for (const id of many) expect(few.has(id) || Number(id.slice(2)) >= 300).toBe(true);
    expect(drawnTasks(tasks.toReversed(), "pool")).toEqual(many);
    expect(drawnTasks(tasks.slice(0, 50), "pool").size).toBe(50);
  });
});

describe("baseSets", () => {
  it("draws mutants on lines of their own before those that share one, so that many can be combined", () => {
    for (const [task, { pool }] of baseSets(corpus)) {
      const valid = [...corpus.snippets, ...corpus.pool].filter(
        ({ taskId, kind, blockTo }) => taskId === task && kind !== "canonical" && blockTo > 0,
      );
      const lines = new Set(valid.map(({ blockFrom }) => blockFrom)).size;
      expect(new Set(pool.map(({ blockFrom }) => blockFrom)).size).toBe(Math.min(lines, 8));
      expect(pool).toHaveLength(Math.min(valid.length, 8));
    }
  });

  it("tell whether frozen variants were made from the mutants of a corpus, without its text", () => {
    const rows = variants.map(({ taskId: task, source, count, id: variant, members }): StackedRow => ({
      task,
      source,
      count,
      variant,
      members: members.join(","),
      suite: "",
      outcome: "wrong_output",
      passed: 0,
      tests: 1,
    }));
    const bare = { ...corpus, snippets: corpus.snippets.map((snippet) => ({ ...snippet, code: null })) };
    expect(belongsTo(rows, bare)).toBe(true);
    const dropped = corpus.snippets.find(({ kind, blockTo }) => kind === "distractor" && blockTo > 0)!;
    expect(belongsTo(rows, { ...bare, snippets: bare.snippets.filter(({ id }) => id !== dropped.id) })).toBe(
      false,
    );
    const first = corpus.tasks[0]!.id;
    expect(belongsTo(rows.filter(({ task }) => task !== first), bare)).toBe(false); // prettier-ignore
  });
});
