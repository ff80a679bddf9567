import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineBlock, splitLines } from "../../src/shared/edit-size.ts";
import { enumerateMutants } from "./enumerate.ts";
import { fixtures } from "./fixtures/read-fixtures.ts";
import { stackMutants } from "./stack.ts";

const canonical = fixtures.find(({ function_name }) => function_name === "clean_readings")!;
const mutants = enumerateMutants(canonical);
const source = canonical.canonical;
const anyMembers = fc.shuffledSubarray(mutants, { minLength: 2, maxLength: 9 });
const anyCount = fc.integer({ min: 2, max: 6 });

describe("stackMutants", () => {
  it("puts every component edit into the snippet, and nothing else", () => {
    fc.assert(
      fc.property(anyMembers, anyCount, (members, count) => {
        for (const stack of stackMutants(source, members, count)) {
          expect(stack.members.length).toBe(count);
          const blocks = stack.members.map((id) =>
            lineBlock(source, members.find((member) => member.id === id)!.code)!,
          );
          const lines: string[] = [];
          splitLines(source).forEach((line, at) => {
            const block = blocks.find(({ from, to }) => from <= at + 1 && at + 1 <= to);
            if (block === undefined) lines.push(line);
            else if (block.from === at + 1) lines.push(...block.lines);
          });
          expect(stack.code).toBe(`${lines.join("\n")}\n`);
        }
      }),
    );
  });

  it("combines only edits on disjoint lines", () => {
    fc.assert(
      fc.property(anyMembers, anyCount, (members, count) => {
        for (const stack of stackMutants(source, members, count)) {
          const taken = stack.members.flatMap((id) => {
            const { from, to } = lineBlock(source, members.find((member) => member.id === id)!.code)!;
            return Array.from({ length: to - from + 1 }, (_, at) => from + at);
          });
          expect(new Set(taken).size).toBe(taken.length);
        }
      }),
    );
  });

  it("does not depend on the order of the members", () => {
    fc.assert(
      fc.property(anyMembers, anyCount, (members, count) => {
        expect(stackMutants(source, members.toReversed(), count)).toEqual(
          stackMutants(source, members, count),
        );
      }),
    );
  });

  it("gives at most eight stacks, all different, even from a large pool", () => {
    for (const count of [2, 3, 4, 5, 6]) {
      const stacks = stackMutants(source, mutants, count);
      expect(stacks.length).toBe(8);
      expect(new Set(stacks.map(({ code }) => code)).size).toBe(8);
    }
  });

  it("counts an insertion as the line it follows", () => {
    const inserted = { id: "a", code: "x = 1\nz = 3\ny = 2\n" };
    const sameLine = { id: "b", code: "x = 2\ny = 2\n" };
    const otherLine = { id: "c", code: "x = 1\ny = 3\n" };
    expect(stackMutants("x = 1\ny = 2\n", [inserted, sameLine], 2)).toEqual([]);
    expect(stackMutants("x = 1\ny = 2\n", [inserted, otherLine], 2).map(({ code }) => code)).toEqual([
      "x = 1\nz = 3\ny = 3\n",
    ]);
  });

  it("leaves out mutants that change more than one block, and stacks that are no Python", () => {
    const code =
      "def f(a):\n    for x in a:\n        if x:\n            continue\n        if a:\n            return x\n";
    const guards = [
      { id: "a", code: "def f(a):\n    for x in a:\n        if a:\n            return x\n" },
      { id: "b", code: "def f(a):\n    for x in a:\n        if x:\n            continue\n" },
    ];
    const scattered = { id: "c", code: code.replace("f(a)", "f(b)").replace("return x", "return a") };
    expect(stackMutants(code, guards, 2)).toEqual([]);
    expect(stackMutants(code, [guards[0]!, scattered], 2)).toEqual([]);
  });
});
