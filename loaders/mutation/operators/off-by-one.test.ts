import { describe, expect, it } from "vitest";
import { bodiesOf, mutantsOf } from "../fixtures/read-fixtures.ts";

const values = (body: string): string[] => bodiesOf(body, "off_by_one");
const bounds = (body: string): string[] => bodiesOf(body, "off_by_one_boundary");
const literals = (body: string): string[] =>
  mutantsOf(body)
    .filter(({ rule }) => rule.startsWith("literal"))
    .map(({ code }) => code.split("\n")[1]!.trim());

describe("offByOne", () => {
  it("shifts a literal that is computed with, compared for equality, passed or returned", () => {
    expect(values("x = a * 3")).toContain("x = a * 4");
    expect(values("if a == 3: pass")).toEqual(["if a == 2: pass", "if a == 4: pass"]);
    expect(values("g(3, k=5)")).toEqual(["g(2, k=5)", "g(3, k=4)", "g(3, k=6)", "g(4, k=5)"]);
    expect(values("return 3")).toEqual(["return 2", "return 4"]);
    expect(values("def g(a: 7, b=2): pass")).toEqual(["def g(a: 7, b=1): pass", "def g(a: 7, b=3): pass"]);
  });

  it("writes the shifted literal like the old one", () => {
    expect(values("x = 0x0F")).toEqual(["x = 0x0E", "x = 0x10"]);
    expect(values("x = 1_000_000")).toEqual(["x = 1_000_001", "x = 999_999"]);
    expect(values("x = 0b11")).toEqual(["x = 0b10", "x = 0b100"]);
  });

  it("takes `-1` for one literal", () => {
    expect(values("return -1")).toEqual(["return -2", "return 0"]);
    expect(values("return 0")).toEqual(["return -1", "return 1"]);
    expect(values("return 0 ** n")).toContain("return (-1) ** n");
  });

  it("drops a one rather than add a zero", () => {
    expect(literals("x = a + 1")).toEqual(["x = a", "x = a + 2"]);
    expect(literals("x = (a - 1) * b")).toEqual(["x = a * b", "x = (a - 2) * b"]);
    expect(literals("x = 1 + a")).toEqual(["x = 2 + a", "x = a"]);
    expect(literals("x = 1 - a")).toEqual(["x = 0 - a", "x = 2 - a"]);
    expect(literals("return(a + 1)")).toEqual(["return a", "return(a + 2)"]);
  });

  it("makes no divisor, step or increment zero, and no shift negative", () => {
    expect(literals("x = a // 1")).toEqual(["x = a // 2"]);
    expect(literals("count += 1")).toEqual(["count += 2"]);
    expect(literals("x = a[::-1]")).toEqual(["x = a[::-2]"]);
    expect(literals("x = a << 0")).toEqual(["x = a << 1"]);
  });

  it("leaves floats, imaginary numbers, strings, attributes of literals, annotations and decorators alone", () => {
    const body = '@g(1)\ndef h(a: "1" = 1.5) -> 2: pass\nx: 3 = 1e3, 2j, "4", 5 .real, 6.';
    expect(mutantsOf(body).filter(({ rule }) => rule.startsWith("literal"))).toEqual([]);
  });

  it("shifts literals in match patterns", () => {
    expect(values("match a:\n    case 7 | -1: pass")).toEqual([
      "match a:\n    case 6 | -1: pass",
      "match a:\n    case 7 | -2: pass",
      "match a:\n    case 7 | 0: pass",
      "match a:\n    case 8 | -1: pass",
    ]);
  });

  it("shifts only the ends of a large table", () => {
    expect(values("T = [10, 20, 30, 40, 50, 60, 70, 80, 90]").length).toBe(4);
    expect(values("T = [10, 20, 30]").length).toBe(6);
  });

  it("adds one to a returned or computed number, with the parentheses it needs", () => {
    expect(values("return len(a)")).toEqual(["return len(a) + 1", "return len(a) - 1"]);
    expect(values("return a if b else g(a)")).toEqual([
      "return a + 1 if b else g(a)",
      "return a - 1 if b else g(a)",
      "return a if b else g(a) + 1",
      "return a if b else g(a) - 1",
    ]);
    expect(values("return a << b")).toEqual(["return (a << b) + 1", "return (a << b) - 1"]);
    expect(values("half = len(a)\nh(half)")).toEqual([
      "half = len(a) + 1\nh(half)",
      "half = len(a) - 1\nh(half)",
    ]);
  });

  it("does not add one to what is no number, as far as the source tells", () => {
    expect(values("out = []\nreturn out")).toEqual([]);
    expect(values("if a: return True\nreturn b")).toEqual([]);
    expect(values('return f"{a}"')).toEqual([]);
    expect(values("return not a")).toEqual([]);
    expect(values("def g(a) -> str:\n    return a\nreturn [g]")).toEqual([]);
  });
});

describe("offByOneBoundary", () => {
  it("moves both ends of a range, not its step", () => {
    expect(bounds("range(n)")).toEqual(["range(n + 1)", "range(n - 1)"]);
    expect(bounds("range(1, n - 1, 2)")).toEqual([
      "range(0, n - 1, 2)",
      "range(1, n - 2, 2)",
      "range(1, n, 2)",
      "range(2, n - 1, 2)",
    ]);
    expect(values("range(1, n - 1, 2)")).toEqual(["range(1, n - 1, 1)", "range(1, n - 1, 3)"]);
  });

  it("moves the ends of a slice, and drops a stop of -1 rather than empty the slice", () => {
    expect(bounds("x = a[i:j]")).toEqual([
      "x = a[i + 1:j]",
      "x = a[i - 1:j]",
      "x = a[i:j + 1]",
      "x = a[i:j - 1]",
    ]);
    expect(bounds("x = a[1:-1]")).toEqual(["x = a[0:-1]", "x = a[1:-2]", "x = a[1:]", "x = a[2:-1]"]);
    expect(bounds("x = a[-1:]")).toEqual(["x = a[-2:]"]);
  });

  it("moves an index that is a literal or surely a number, not a key", () => {
    expect(bounds("x = a[0]")).toEqual(["x = a[-1]", "x = a[1]"]);
    expect(bounds("x = a[key]")).toEqual([]);
    expect(bounds("for i in range(n): b[i] = 7").filter((line) => line.includes("b[i "))).toEqual([
      "for i in range(n): b[i + 1] = 7",
      "for i in range(n): b[i - 1] = 7",
    ]);
  });

  it("moves the limit of a comparison, which a literal on the left is too, and the ends of a chain", () => {
    expect(bounds("if a < n: pass")).toEqual(["if a < n + 1: pass", "if a < n - 1: pass"]);
    expect(bounds("if 0 < a: pass")).toEqual(["if -1 < a: pass", "if 1 < a: pass"]);
    expect(bounds("if low <= a < high: pass")).toEqual([
      "if low + 1 <= a < high: pass",
      "if low - 1 <= a < high: pass",
      "if low <= a < high + 1: pass",
      "if low <= a < high - 1: pass",
    ]);
    expect(bounds("if a < n >> 1: pass")).toContain("if a < (n >> 1) + 1: pass");
  });

  it("finds no limit in equality and membership", () => {
    expect(bounds("if a == 3 or b in (4, 5): pass")).toEqual([]);
  });

  it("counts what sets a bound up: a value given to a name that bounds a slice, a range or a while loop", () => {
    expect(bounds("stop = n - 1\nx = a[:stop]").filter((body) => !body.includes("a[:stop "))).toEqual([
      "stop = n\nx = a[:stop]",
      "stop = n - 2\nx = a[:stop]",
    ]);
    expect(bounds("i = 0\nwhile (n >> i) != m: i += 1")).toEqual([
      "i = -1\nwhile (n >> i) != m: i += 1",
      "i = 0\nwhile (n >> i) != m: i += 2",
      "i = 1\nwhile (n >> i) != m: i += 1",
    ]);
    expect(bounds("count += 1")).toEqual([]);
  });

  it("sees bounds through `min` and `max`, and not through multiplication", () => {
    expect(bounds("range(max(0, i - 1))")).toEqual([
      "range(max(-1, i - 1))",
      "range(max(0, i - 2))",
      "range(max(0, i))",
      "range(max(1, i - 1))",
    ]);
    expect(values("range(2 * n)")).toEqual(["range(1 * n)", "range(3 * n)"]);
  });
});
