import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUG_TYPES } from "../../src/shared/vocabulary.ts";
import { findPython } from "../execution/python-interpreter.ts";
import { enumerateMutants } from "./enumerate.ts";
import { fixtures, mutantsOf } from "./fixtures/read-fixtures.ts";

const CHECKER = fileURLToPath(new URL("./fixtures/check_mutants.py", import.meta.url));

describe("enumerateMutants", () => {
  it("makes mutants that Python itself reads as exactly the edit their rule names", () => {
    const python = findPython();
    const canRead = ({ id }: { id: string }): boolean =>
      id !== "fixtures/route_command" || Number(python.version.split(".")[1]) >= 10;
    const mutants = fixtures
      .filter(canRead)
      .flatMap((task) => enumerateMutants(task).map((mutant) => ({ ...mutant, canonical: task.canonical })));
    const answer = execFileSync(python.executable, [CHECKER], {
      input: JSON.stringify(mutants),
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    const problems = (JSON.parse(answer) as string[]).flatMap((problem, at) =>
      problem === ""
        ? []
        : [`${mutants[at]!.taskId} ${mutants[at]!.rule} ${mutants[at]!.description} ${problem}`],
    );
    expect(problems).toEqual([]);
    expect(mutants.length).toBeGreaterThan(350);
  });

  it("replaces the span in the canonical and nothing else", () => {
    for (const task of fixtures) {
      for (const { span, replacement, code } of enumerateMutants(task)) {
        expect(task.canonical.slice(0, span.from) + replacement + task.canonical.slice(span.to)).toBe(code);
      }
    }
  });

  it("covers every bug type, and makes each code once", () => {
    const all = fixtures.flatMap(enumerateMutants);
    expect(new Set(all.map(({ bugType }) => bugType))).toEqual(new Set(BUG_TYPES));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const canonicals = new Set(fixtures.map(({ canonical }) => canonical));
    expect(all.filter(({ code }) => canonicals.has(code))).toEqual([]);
  });

  it("gives the same mutants in the same order again", () => {
    for (const task of fixtures) expect(enumerateMutants(task)).toEqual(enumerateMutants(task));
  });

  it("makes the paper's four distractors of its example entry, with the paper's labels", () => {
    const task = fixtures.find(({ function_name }) => function_name === "next_power_of_two_bitwise")!;
    const described = enumerateMutants(task).map(({ bugType, description }) => `${bugType} | ${description}`);
    expect(described).toEqual(
      expect.arrayContaining([
        "remove_edge_case_check | Line 2: deleted the guard `if n < 2: return 1`.",
        "wrong_comparison | Line 2: `n < 2` became `n <= 2`.",
        "off_by_one_boundary | Line 4: `n -= 1` became `n -= 2`.",
        "wrong_operator | Line 9: `return n + 1` became `return n - 1`.",
      ]),
    );
  });

  it("describes each mutant on one line that names the line", () => {
    for (const { description } of fixtures.flatMap(enumerateMutants)) {
      expect(description).toMatch(/^Line \d+: .*(`\.|`)$/);
      expect(description).not.toContain("\n");
    }
  });

  it("edits code between comments and strings of any text, and leaves those alone", () => {
    const text = fc
      .string({ unit: "binary", maxLength: 20 })
      .filter((value) => !/[\r\n\f\0\ud800-\udfff]/u.test(value));
    fc.assert(
      fc.property(text, text, fc.integer({ min: 2, max: 9 }), (quoted, remark, bound) => {
        const literal = JSON.stringify(quoted);
        const body = `s = ${literal}  # ${remark} < 1 + 1\nreturn s.count("-") < ${bound}`;
        const mutants = mutantsOf(body);
        expect(mutants.map(({ rule }) => rule).sort()).toEqual([
          "comparison:<:<=",
          "comparison:<:>",
          "literal:+1",
          "literal:-1",
        ]);
        for (const { code } of mutants) expect(code).toContain(`s = ${literal}  # ${remark} < 1 + 1\n`);
      }),
    );
  });

  it("keeps Windows line ends when it deletes a guard", () => {
    const canonical = "def f(a):\r\n    if not a:\r\n        return 0\r\n    return a\r\n";
    const codes = enumerateMutants({ id: "test/f", function_name: "f", canonical }).map(({ code }) => code);
    expect(codes).toContain("def f(a):\r\n    return a\r\n");
  });

  it("names task and line of a canonical that is no Python", () => {
    const task = { id: "geometry/area", function_name: "area", canonical: "def area(a):\n    return a +\n" };
    expect(() => enumerateMutants(task)).toThrow(/geometry\/area: the canonical, line 2/);
  });

  it("refuses a canonical without the target function", () => {
    const task = { id: "geometry/area", function_name: "area", canonical: "def volume(a):\n    return a\n" };
    expect(() => enumerateMutants(task)).toThrow(/does not define area/);
  });
});
