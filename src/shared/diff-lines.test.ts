import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedTokens, diffLines, type DiffLine } from "./diff-lines.ts";

const marked = (text: string, marks: readonly (readonly [number, number])[]): string[] =>
  marks.map(([from, to]) => text.slice(from, to));

describe("what changed within a line", () => {
  it.each([
    ["if run <= limit:", "if run < limit:", ["<="], ["<"]],
    ["return total + 1", "return total + 2", ["1"], ["2"]],
    ["return total", "return total + 1", [], [" + 1"]],
    ["for i in range(n - 1):", "for i in range(n):", [" - 1"], []],
    ["pair(a, b)", "pair(b, a)", ["a, b"], ["b, a"]],
    ["x = items", "x = item", ["items"], ["item"]],
  ])("%s -> %s", (before, after, removed, added) => {
    const changed = changedTokens(before, after);
    expect(marked(before, changed.before)).toEqual(removed);
    expect(marked(after, changed.after)).toEqual(added);
  });
});

describe("a diff of two programs", () => {
  const program = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join("\n");

  it("keeps the lines around a change and counts the others", () => {
    const lines = diffLines(program, program.replace("line 6", "line six"), 1);
    expect(
      lines.map((line) => (line.kind === "gap" ? `${line.lines} lines` : `${line.kind} ${line.text}`)),
    ).toEqual(["4 lines", "same line 5", "removed line 6", "added line six", "same line 7", "5 lines"]);
  });

  it("numbers lines in both versions when a guard goes", () => {
    const lines = diffLines("a\nb\nc\nd\n", "a\nd\n", 1) as DiffLine[];
    expect(lines.map((line) => [line.kind, line.before, line.after])).toEqual([
      ["same", 1, 1],
      ["removed", 2, 0],
      ["removed", 3, 0],
      ["same", 4, 2],
    ]);
  });

  it("shows nothing of two equal programs but how long they are", () => {
    expect(diffLines("a\nb\n", "a\nb\n")).toEqual([{ kind: "gap", lines: 2 }]);
  });

  it("loses no line of either version when every line is context", () => {
    const text = fc.array(fc.constantFrom("a", "b", "if x:", "    return"), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before.join("\n") !== after.join("\n"));
        const lines = diffLines(before.join("\n"), after.join("\n"), 99) as DiffLine[];
        expect(lines.filter((line) => line.kind !== "added").map((line) => line.text)).toEqual(before);
        expect(lines.filter((line) => line.kind !== "removed").map((line) => line.text)).toEqual(after);
      }),
    );
  });
});
