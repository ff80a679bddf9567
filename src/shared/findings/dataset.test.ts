import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AuditRow, DatasetRow, GateRow, MutantRow } from "../rows.ts";
import { auditFate, blindAuditSentence } from "./blind-audit.ts";
import { datasetFinding, mutantSentence } from "./method.ts";

const audit = (attempts: number, passed: number, mended: number, unaudited: number): AuditRow => ({
  dataset: "d",
  domain: "x",
  attempts,
  passed,
  mended,
  unaudited,
});

describe("the blind audit", () => {
  it("tells what passed at once, was mended and was left", () => {
    const text = blindAuditSentence([audit(10, 7, 2, 5), audit(10, 9, 0, 0)], "D");
    expect(text).toContain("20 of 25 tasks (D); 16 (80.0%) passed the whole suite at once");
    expect(text).toContain(
      "two led to a mended question or suite, and two failed by the attempt’s own mistake",
    );
    expect(text).toContain("Five tasks were not audited.");
    expect(text).toContain("of one model family");
  });

  it("holds at both ends: all passed, none passed", () => {
    const all = blindAuditSentence([audit(4, 4, 0, 0)], "D");
    expect(all).toContain("every attempt passed");
    expect(all).not.toContain("Of the others");
    expect(all).not.toContain("not audited");
    expect(blindAuditSentence([audit(4, 0, 4, 0)], "D")).toContain("0 (0.0%) passed");
    expect(blindAuditSentence([audit(4, 3, 0, 0)], "D")).toContain("Of the others, none led to a mended");
  });

  it("claims nothing where nothing was audited", () => {
    for (const rows of [[], [audit(0, 0, 0, 9)]]) {
      const text = blindAuditSentence(rows, "D");
      expect(text).toContain("No function of D was audited blind");
      expect(text).not.toContain("suffice");
      expect(text).not.toContain("NaN");
    }
  });

  it("splits a domain's tasks without losing or doubling one, even when a passed task was mended", () => {
    const counts = fc.nat(50);
    fc.assert(
      fc.property(counts, counts, counts, counts, (passed, failed, mended, unaudited) => {
        const row = audit(passed + failed, passed, Math.min(mended, passed + failed), unaudited);
        const parts = Object.values(auditFate(row)) as number[];
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
        expect(parts.reduce((sum, part) => sum + part)).toBe(row.attempts + row.unaudited);
      }),
    );
  });
});

describe("mutants", () => {
  const mutants: MutantRow = {
    dataset: "d",
    bug_type: "all",
    enumerated: 200,
    killed: 150,
    valid: 120,
    selected: 40,
    survivors: 50,
    timeouts: 0,
    out_of_memory: 0,
    crash_only: 0,
    no_wrong_output: 30,
  };

  it("gives the kill rate over all that were made, and none where none was", () => {
    expect(mutantSentence(mutants)).toContain("a raw kill rate of 75.0%");
    expect(mutantSentence(mutants)).toContain("50 (25.0%) pass every test");
    for (const row of [undefined, { ...mutants, enumerated: 0, killed: 0 }])
      expect(mutantSentence(row)).toBe("The rules make no mutant here.");
  });
});

describe("gates", () => {
  const dataset = { dataset: "d", tasks: 5, distractors: 20 } as DatasetRow;
  const gate = (violations: number, waived: number): GateRow => ({
    dataset: "d",
    gate: 1,
    name: "schema",
    checked: 5,
    violations,
    waived,
    note: "",
  });

  it("says that no task fails only where none does, and nothing of gates that were not asked", () => {
    expect(datasetFinding([dataset], [gate(0, 0)])).toContain("no task fails a gate.");
    expect(datasetFinding([dataset], [gate(1, 1)])).toContain(
      "1 item fails a gate, and one departure that an imported dataset may keep is counted below",
    );
    expect(datasetFinding([dataset], [])).not.toContain("gate");
  });
});
