import { describe, expect, it } from "vitest";
import { bodiesOf, mutantsOf } from "../fixtures/read-fixtures.ts";

const swaps = (body: string): string[] => bodiesOf(body, "wrong_comparison");

describe("wrongComparison", () => {
  it("swaps each operator of a chain by itself", () => {
    expect(swaps("return low <= x < high")).toEqual([
      "return low < x < high",
      "return low <= x <= high",
      "return low <= x > high",
      "return low >= x < high",
    ]);
  });

  it("takes `not in` and `is not` for one operator each, and `not x in y` for a negation", () => {
    expect(swaps("return a not  in b")).toEqual(["return a in b"]);
    expect(swaps("return a is not b")).toEqual(["return a is b"]);
    expect(swaps("return not a in b")).toEqual(["return not a not in b"]);
    expect(swaps("return a is b")).toEqual(["return a is not b"]);
  });

  it("leaves the `in` of loops and comprehensions, `->`, `<<`, `:=`, `=` and keyword arguments alone", () => {
    const body =
      "def g(a=1) -> int: return a << 1\nfor x in y: z = g(a=2)\nreturn [v for v in w if (n := v)]";
    expect(swaps(body)).toEqual([]);
  });

  it("reaches lambdas, comprehension filters, ternaries, walruses and match guards", () => {
    expect(swaps("f = lambda a: a == 1")).toEqual(["f = lambda a: a != 1"]);
    expect(swaps("return [v for v in w if v in u]")).toEqual(["return [v for v in w if v not in u]"]);
    expect(swaps("return a if b != c else d")).toEqual(["return a if b == c else d"]);
    expect(swaps("if (n := len(a)) == 2: pass")).toEqual(["if (n := len(a)) != 2: pass"]);
    expect(swaps("match a:\n    case [x] if x == 1: pass")).toEqual([
      "match a:\n    case [x] if x != 1: pass",
    ]);
  });

  it("keeps words apart where the source has no blank", () => {
    expect(swaps("return (a)in(b)")).toEqual(["return (a)not in(b)"]);
    expect(swaps("return 'a'is'b'")).toEqual(["return 'a'is not'b'"]);
  });

  it("counts offsets in UTF-16 units before and after characters beyond the first plane", () => {
    const [mutant] = mutantsOf('return "🙂𝒳" == größe', "wrong_comparison");
    expect(mutant!.code).toBe('def f(*anything):\n    return "🙂𝒳" != größe\n');
    expect(mutant!.span.to - mutant!.span.from).toBe(2);
  });

  it("edits the fields of an f-string, never its text or a format", () => {
    expect(swaps("return f'a == b {a==b!r:<5} {{c < d}}'")).toEqual([
      "return f'a == b {a!=b!r:<5} {{c < d}}'",
    ]);
  });
});
