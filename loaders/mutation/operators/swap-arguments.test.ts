import { describe, expect, it } from "vitest";
import { bodiesOf } from "../fixtures/read-fixtures.ts";

const swaps = (body: string): string[] => bodiesOf(body, "swap_arguments");

describe("swapArguments", () => {
  it("exchanges every pair of up to three positional arguments, neighbors of more", () => {
    expect(swaps("g(a, b)")).toEqual(["g(b, a)"]);
    expect(swaps("g(a, b, c)")).toEqual(["g(a, c, b)", "g(b, a, c)", "g(c, b, a)"]);
    expect(swaps("g(a, b, c, d)")).toEqual(["g(a, b, d, c)", "g(a, c, b, d)", "g(b, a, c, d)"]);
  });

  it("never moves keyword arguments, starred ones, those after a star, or a lone generator", () => {
    expect(swaps("g(a, k=b)")).toEqual([]);
    expect(swaps("g(a, b, *c, d, **e)")).toEqual(["g(b, a, *c, d, **e)"]);
    expect(swaps("g(*a, b, c)")).toEqual([]);
    expect(swaps("g(a for a, b, c in d if b)")).toEqual([]);
  });

  it("moves whole arguments: lambdas, ternaries, strings with commas, nested calls", () => {
    expect(swaps('g(lambda x, y: x, "a, b")')).toEqual(['g("a, b", lambda x, y: x)']);
    expect(swaps("g(a if b else c, h(d))")).toEqual(["g(h(d), a if b else c)"]);
  });

  it("leaves definitions, decorators, base classes, subscripts and exceptions alone", () => {
    const body = "@g(a, b)\nclass C(A, B):\n    def m(self, x, y): return x[a, b]\nraise E(a, b)";
    expect(swaps(body)).toEqual([]);
  });

  it("knows calls for which order means nothing, and calls that it could only crash", () => {
    expect(swaps("max(a, b), math.gcd(a, b), isinstance(a, int), map(g, a)")).toEqual([]);
    expect(swaps("max(a, b, key=g)")).toEqual(["max(b, a, key=g)"]);
    expect(swaps("map(g, a, b)")).toEqual(["map(g, b, a)"]);
    expect(swaps("g(a, a)")).toEqual([]);
  });

  it("exchanges the operands of non-commutative operators and adds the parentheses that keep them whole", () => {
    expect(swaps("return a - b")).toEqual(["return b - a"]);
    expect(swaps("return a - b - c")).toEqual(["return b - a - c", "return c - (a - b)"]);
    expect(swaps("return a * b / c")).toEqual(["return c / (a * b)"]);
    expect(swaps("return -a ** -b")).toEqual(["return -(-b) ** a"]);
    expect(swaps("return a << b + c")).toEqual(["return b + c << a"]);
    expect(swaps("return (a + b) % c")).toEqual(["return c % (a + b)"]);
    expect(swaps("return a + b, a * b, a & b, a < b")).toEqual([]);
  });

  it("exchanges neighbors of a concatenation, where order matters, but not of a sum", () => {
    expect(swaps('return a + ", " + b')).toEqual(['return ", " + a + b', 'return a + b + ", "']);
    expect(swaps("return a + 1 + b")).toEqual([]);
  });

  it("does not make an escape of a set at the start of an f-string field", () => {
    expect(swaps('return f"{a - {1}}"')).toEqual([]);
    expect(swaps('return f"{a - b}"')).toEqual(['return f"{b - a}"']);
  });

  it("does not take a format for an operand of `%`", () => {
    expect(swaps('return "%s" % a')).toEqual([]);
  });
});
