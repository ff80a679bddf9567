import { describe, expect, it } from "vitest";
import { parsePython, textOf, type PythonNode } from "./tree.ts";

/** The condition's grouping, written with brackets. */
function grouping(source: string): string {
  const { root } = parsePython(source);
  const show = (node: PythonNode): string => {
    if (node.type === "CompareOp") return textOf(source, node).replace(/\s+/g, " ");
    if (node.children.length === 0) return textOf(source, node);
    const parts = node.children.map(show).join(" ");
    return /^(Boolean|Not)Expression$|^Comparison$/.test(node.type) ? `[${parts}]` : parts;
  };
  return show(root.children[0]!);
}

describe("regroupCondition", () => {
  it("binds `not` more tightly than `and` and more loosely than a comparison", () => {
    expect(grouping("not a and b")).toBe("[[not a] and b]");
    expect(grouping("not a == b or c")).toBe("[[not [a == b]] or c]");
    expect(grouping("a or not b and not c in d")).toBe("[a or [[not b] and [not [c in d]]]]");
  });

  it("keeps chains flat", () => {
    expect(grouping("a < b <= c is not d not in e")).toBe("[a < b <= c is not d not in e]");
    expect(grouping("a and b and c or d")).toBe("[[a and b and c] or d]");
  });

  it("does not cross parentheses", () => {
    expect(grouping("not (a and b) or c")).toBe("[[not ( [a and b] )] or c]");
  });
});

describe("parsePython", () => {
  it("reads floats with a trailing point, a bare yield and empty class patterns", () => {
    const { root } = parsePython(
      "def f():\n    x = 1. + 2.*3.\n    yield\nmatch a:\n    case B() | C():\n        pass\n",
    );
    expect(root.children.length).toBe(2);
  });

  it("gives tight spans: no line break, no trailing comment", () => {
    const source = "if a:\n    return 1  # one\n\nb\n";
    const { root, comments } = parsePython(source);
    expect(textOf(source, root.children[0]!)).toBe("if a:\n    return 1");
    expect(comments.map((comment) => textOf(source, { ...root, ...comment }))).toEqual(["# one"]);
  });

  it("names the line of a syntax error", () => {
    expect(() => parsePython("a = 1\nb = (\n")).toThrow(/line/);
    expect(() => parsePython("a = 1\nb = = 2\n")).toThrow("line 2");
  });
});
