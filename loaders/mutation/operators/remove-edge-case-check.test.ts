import { describe, expect, it } from "vitest";
import { bodiesOf } from "../fixtures/read-fixtures.ts";

const removals = (body: string): string[] => bodiesOf(body, "remove_edge_case_check");

describe("removeEdgeCaseCheck", () => {
  it("deletes the lines of an early return, raise or continue, one-line guards too", () => {
    expect(removals("if not a:\n    return 0\nreturn b")).toEqual(["return b"]);
    expect(removals("if not a: raise E\nreturn b")).toEqual(["return b"]);
    expect(removals("for x in a:\n    if x: continue\n    g(x)")).toEqual(["for x in a:\n    g(x)"]);
  });

  it("takes comments within the guard along and leaves the one above", () => {
    const body = "# above\nif not a:  # beside\n    # within\n    return 0  # after\nreturn b";
    expect(removals(body)).toEqual(["# above\nreturn b"]);
  });

  it("replaces a guard by `pass` where it is the only statement of its block", () => {
    expect(removals("for x in a:\n    if x < 0:\n        raise E\nreturn b")).toEqual([
      "for x in a:\n    pass\nreturn b",
    ]);
  });

  it("leaves a choice between cases alone: `elif` and `else`", () => {
    expect(removals("if a:\n    return 0\nelse:\n    return 1")).toEqual([]);
    expect(removals("if a:\n    return 0\nelif b and c:\n    return 1")).toEqual([]);
  });

  it("leaves alone what does not leave (`break` only ends a loop), and what does more than leave", () => {
    expect(removals("for x in a:\n    if x: break\n    g(x)")).toEqual([]);
    expect(removals("if a:\n    g(a)\nreturn b")).toEqual([]);
    expect(removals("if a:\n    for x in a: g(x)\n    return 1\nreturn b")).toEqual([]);
  });

  it("drops one operand of a guard's `and` or `or`, as Python groups them", () => {
    expect(removals("if not a and b or c:\n    return 0\nreturn d")).toEqual([
      "if b or c:\n    return 0\nreturn d",
      "if c:\n    return 0\nreturn d",
      "if not a and b:\n    return 0\nreturn d",
      "if not a or c:\n    return 0\nreturn d",
      "return d",
    ]);
    expect(removals("if not (a or b):\n    return 0\nreturn d")).toContain(
      "if not (b):\n    return 0\nreturn d",
    );
  });

  it("keeps a multi-line condition valid, and the comments in it", () => {
    const body = "if (\n    a  # why a\n    or b\n    or c\n):\n    return 0\nreturn d";
    expect(removals(body)).toEqual([
      "if (\n    a  # why a\n    or b\n):\n    return 0\nreturn d",
      "if (\n    a  # why a\n    or c\n):\n    return 0\nreturn d",
      "return d",
    ]);
  });

  it("does not reach into calls, comprehensions and conditions that guard nothing", () => {
    expect(removals("if any(x and y for x in a):\n    return 0\nreturn b")).toEqual(["return b"]);
    expect(removals("while a and b:\n    a = g(a or b)")).toEqual([]);
  });

  it("keeps what binds a name that later code reads", () => {
    expect(removals("if (n := g(a)) and b:\n    return n\nreturn n")).toEqual([
      "if (n := g(a)):\n    return n\nreturn n",
    ]);
  });
});
