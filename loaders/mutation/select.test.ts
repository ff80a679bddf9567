import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUG_TYPES, type BugType } from "../../src/shared/vocabulary.ts";
import type { Outcome } from "../execution/types.ts";
import { snippetId } from "../store/digest.ts";
import { selectDistractors, type ValidMutant } from "./select.ts";

/** A valid mutant of task `taskId` that fails the tests marked `x` in `subset`, edited on line `line`. */
function valid(taskId: string, bugType: BugType, subset: string, line: number): ValidMutant {
  const code = `${"\n".repeat(line)}${taskId} ${bugType} ${subset}`;
  const span = { from: line, to: line };
  const outcomes = [...subset].map((mark): Outcome => (mark === "x" ? "FAIL" : "pass"));
  const mutant = {
    id: snippetId(code),
    taskId,
    bugType,
    rule: "r",
    description: "d",
    span,
    replacement: "",
    code,
  };
  return { mutant, outcomes };
}

const subsets = fc.stringMatching(/^[.x]{5}$/).map((subset) => `${subset}x`);
const pools = (taskId: string): fc.Arbitrary<ValidMutant[]> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...BUG_TYPES), subsets, fc.nat(9)), {
      minLength: 1,
      maxLength: 40,
      selector: String,
    })
    .map((rows) => rows.map(([type, subset, line]) => valid(taskId, type, subset, line)));

const subsetsOf = (pool: readonly ValidMutant[], ids: ReadonlySet<string>): Set<string> =>
  new Set(pool.filter(({ mutant }) => ids.has(mutant.id)).map(({ outcomes }) => outcomes.join()));
const idsOf = (pool: readonly ValidMutant[], count = 4): string[] =>
  selectDistractors(pool, count).map(({ id }) => id);

describe("selectDistractors", () => {
  it("takes four, or all there are, and never one twice", () => {
    fc.assert(
      fc.property(pools("t"), (pool) => {
        expect(new Set(idsOf(pool)).size).toBe(Math.min(4, pool.length));
      }),
    );
  });

  it("takes distractors that fail different subsets of the tests whenever the pool has them (gate 4)", () => {
    fc.assert(
      fc.property(pools("t"), (pool) => {
        const all = subsetsOf(pool, new Set(pool.map(({ mutant }) => mutant.id)));
        const chosen = subsetsOf(pool, new Set(idsOf(pool)));
        expect(chosen.size).toBeGreaterThanOrEqual(Math.min(2, all.size, pool.length));
      }),
    );
  });

  it("exchanges a choice across bug types when only that saves gate 4", () => {
    const pool = [...BUG_TYPES.slice(0, 4)].map((type, line) => valid("t", type, "x.", line));
    const odd = valid("t", "remove_edge_case_check", ".x", 9);
    const types = ["off_by_one", "wrong_operator", "wrong_comparison", "swap_arguments"] as const;
    for (const type of types)
      expect(idsOf([...pool, { ...odd, mutant: { ...odd.mutant, bugType: type } }])).toContain(odd.mutant.id);
  });

  it("takes as many bug types as it can", () => {
    fc.assert(
      fc.property(pools("t"), (pool) => {
        const available = new Set(pool.map(({ mutant }) => mutant.bugType)).size;
        const chosen = new Set(selectDistractors(pool).map(({ bugType }) => bugType)).size;
        // One type may go where gate 4 needs the place.
        expect(chosen).toBeGreaterThanOrEqual(Math.min(4, available) - 1);
      }),
    );
  });

  it("depends on the set alone, not on its order", () => {
    const shuffled = pools("t").chain((pool) =>
      fc.tuple(
        fc.constant(pool),
        fc.shuffledSubarray(pool, { minLength: pool.length, maxLength: pool.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([pool, other]) => {
        expect(idsOf(other)).toEqual(idsOf(pool));
      }),
    );
  });

  it("keeps most choices when one mutant joins the pool", () => {
    const types = BUG_TYPES.flatMap((type) => Array.from({ length: 6 }, () => type));
    const pool = types.map((type, at) =>
      valid("t", type, `${"x".repeat((at % 5) + 1)}.....`.slice(0, 6), at % 9),
    );
    const before = new Set(idsOf(pool));
    const kept = BUG_TYPES.map((type) => {
      const after = idsOf([...pool, valid("t", type, "..x..x", 20)]);
      return after.filter((id) => before.has(id)).length;
    });
    expect(kept.reduce((sum, count) => sum + count, 0) / kept.length).toBeGreaterThan(2.5);
  });

  it("gives every bug type its share over many tasks", () => {
    const counts = new Map<BugType, number>();
    for (let task = 0; task < 600; task++) {
      const pool = BUG_TYPES.flatMap((type) =>
        ["x..", ".x.", "..x"].map((subset, line) => valid(`t/${task}`, type, subset, line)),
      );
      for (const { bugType } of selectDistractors(pool)) counts.set(bugType, (counts.get(bugType) ?? 0) + 1);
    }
    for (const type of BUG_TYPES) expect(counts.get(type)).toBeGreaterThan(340);
    for (const type of BUG_TYPES) expect(counts.get(type)).toBeLessThan(460);
  });
});
