import { describe, expect, it } from "vitest";
import { bodiesOf } from "../fixtures/read-fixtures.ts";

const swaps = (body: string): string[] => bodiesOf(body, "wrong_operator");

describe("wrongOperator", () => {
  it("swaps arithmetic and bitwise operators for their usual mistakes", () => {
    expect(swaps("return a + b")).toEqual(["return a - b"]);
    expect(swaps("return a * b")).toEqual(["return a + b", "return a // b"]);
    expect(swaps("return a // b")).toEqual(["return a % b", "return a / b"]);
    expect(swaps("return a ** b")).toEqual(["return a * b"]);
    expect(swaps("return a @ b")).toEqual(["return a * b"]);
    expect(swaps("return a ^ b")).toEqual(["return a & b", "return a | b"]);
    expect(swaps("return a << b")).toEqual(["return a >> b"]);
  });

  it("swaps each `and` and `or` by itself, also behind `not`", () => {
    expect(swaps("return not a and b or c")).toEqual(["return not a and b and c", "return not a or b or c"]);
  });

  it("swaps augmented assignments, also into plain ones", () => {
    expect(swaps("a += b")).toEqual(["a -= b", "a = b"]);
    expect(swaps("a[0].b |= c")).toEqual(["a[0].b &= c", "a[0].b = c", "a[0].b ^= c"]);
  });

  it("swaps the sign of a value, not of a literal, and knows both from a binary minus", () => {
    expect(swaps("return -a")).toEqual(["return +a"]);
    expect(swaps("return (-1, +a, ~a)")).toEqual([]);
    expect(swaps("return a - -b")).toEqual(["return a + -b", "return a - +b"]);
  });

  it("takes `%` after a string for formatting, and `*` and `+` of strings and lists for no arithmetic", () => {
    expect(swaps('return "%d" % n')).toEqual([]);
    expect(swaps('return "-" * n')).toEqual([]);
    expect(swaps("return [0] * n + [1]")).toEqual([]);
    expect(swaps('s = ""\ns += part\nreturn s + part')).toEqual(['s = ""\ns = part\nreturn s + part']);
  });

  it("keeps the algebra of sets and dates", () => {
    expect(swaps("return set(a) | set(b)")).toEqual(["return set(a) & set(b)", "return set(a) ^ set(b)"]);
    expect(swaps("return day + timedelta(days=2)")).toEqual(["return day - timedelta(days=2)"]);
  });

  it("leaves stars, pattern alternatives, annotations, decorators, defaults' types and imports alone", () => {
    const body = [
      "from a import *",
      "@cache(size=2 * k)",
      "def g(a: int | str, *b, c: 'x - y' = None, **d) -> 1 - 1: return h(*b, **d)",
      "match a:",
      "    case 1 | 2: pass",
      "first, *rest = a",
    ].join("\n");
    expect(swaps(body)).toEqual([]);
  });

  it("leaves what an exception or a failed assertion says alone, but not what is asserted", () => {
    expect(swaps("raise ValueError(a - b)")).toEqual([]);
    expect(swaps("assert a - b, c - d")).toEqual(["assert a + b, c - d"]);
  });
});
