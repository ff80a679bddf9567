import { describe, expect, it } from "vitest";
import { auditSentence, mutantsSentence } from "./task.ts";
import { tasksFinding } from "./tasks.ts";

const mutants = (kinds: Record<string, number>) =>
  Object.entries(kinds).flatMap(([kind, times]) => Array.from({ length: times }, () => ({ kind })));

describe("sentences about one task", () => {
  it("count its mutants, and none", () => {
    expect(mutantsSentence(mutants({ distractor: 4, pool: 12, survivor: 1, killed_not_valid: 3 }))).toBe(
      "20 single-edit mutants: one passes every test, 19 are killed. 16 of the killed give a wrong output, and four of those stand in the search pool.",
    );
    expect(mutantsSentence([])).toMatch(/makes? no mutant/);
    expect(mutantsSentence(mutants({ survivor: 2 }))).toMatch(/two pass every test, 0 are killed/);
  });

  it("say what the audit found and what was mended", () => {
    expect(auditSentence({ audit: "", mended: "" })).toBe("");
    expect(auditSentence({ audit: "passed", mended: "" })).toMatch(/passed every test at once\.$/);
    expect(auditSentence({ audit: "failed", mended: "The query names the unit." })).toMatch(
      /failed at first; mended: The query names the unit\.$/,
    );
  });
});

describe("the sentence about all tasks", () => {
  const task = (solved: number, measured = 3) => ({
    domain: "geometry",
    mutants: 1,
    survivors: 0,
    solved,
    measured,
  });

  it("counts what every system and what none solves", () => {
    expect(tasksFinding([task(3), task(0), task(1)], "Ours")).toBe(
      "Ours: 3 tasks. One is solved at rank 1 by every system measured, and one by no system; open any of them.",
    );
  });

  it("claims nothing where no system was measured", () => {
    expect(tasksFinding([task(0, 0)], "Ours")).toMatch(/no system has been measured/);
  });
});
