import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Candidates,
  executionGuided,
  expectedOverSets,
  firstByScore,
  passesRest,
  subsets,
} from "./stage-rules.ts";

const candidates = (...rows: string[]): Candidates => {
  const passed = rows.map((row) => [...row].map((sign) => sign === "+"));
  return {
    passed,
    passes: passed.map((row) => row.every(Boolean)),
    eligible: passed.map(() => true),
  };
};

describe("an execution-guided stage", () => {
  it("puts the first candidate that passes the shown tests on top, and pays for those before it", () => {
    const three = candidates("-+++", "+++-", "++++");
    expect(executionGuided(three, [0])).toEqual({ suite: 0, heldOut: 0, executions: 2 });
    expect(executionGuided(three, [0, 3])).toEqual({ suite: 1, heldOut: 1, executions: 3 });
    expect(executionGuided(three, [1])).toEqual({ suite: 0, heldOut: 0, executions: 1 });
  });

  it("keeps the first stage's order where nothing passes; the tests that it did not see may then be passed", () => {
    expect(executionGuided(candidates("-++", "--+"), [0])).toEqual({ suite: 0, heldOut: 1, executions: 2 });
  });

  it("never counts a function of another task as right, however many tests it passes when renamed", () => {
    const renamed = { ...candidates("+++", "+++"), passes: [false, true], eligible: [false, true] };
    expect(executionGuided(renamed, [0])).toEqual({ suite: 0, heldOut: 0, executions: 1 });
  });

  it("cannot be right by the whole suite and wrong by the tests held out", () => {
    const row = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 });
    const shown = fc.subarray([0, 1, 2, 3, 4], { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), shown, (passed, tests) => {
        const given = {
          passed,
          passes: passed.map((outcomes) => outcomes.every(Boolean)),
          eligible: passed.map(() => true),
        };
        const { suite, heldOut } = executionGuided(given, tests);
        expect(suite).toBeLessThanOrEqual(heldOut);
      }),
    );
  });
});

describe("the expectation over all sets", () => {
  it("counts each set once", () => {
    expect([...subsets(4, 2)]).toEqual([[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]); // prettier-ignore
    expect([...subsets(26, 3)]).toHaveLength(2600);
  });

  it("is the mean of the stage over the sets", () => {
    // Test 2 alone tells the bug apart: one set of three finds it, the other two put the bug first.
    const bug = candidates("++-", "+++");
    expect(expectedOverSets(bug, 1)).toEqual({
      suite: 1 / 3,
      heldOut: 1 / 3,
      executions: (1 + 1 + 2) / 3,
      heldOutBefore: 1 / 3,
    });
  });
});

it("by the tests held out, a bug that only a shown test finds passes before the stage", () => {
  expect(passesRest(candidates("-++"), 0, [0])).toBe(true);
  expect(passesRest(candidates("-++"), 0, [1])).toBe(false);
});

it("puts the highest score first, and among equals the one that the first stage has first", () => {
  expect(firstByScore([1, 3, 3, 2])).toBe(1);
  expect(firstByScore([-5, -5])).toBe(0);
});
