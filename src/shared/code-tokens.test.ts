import { describe, expect, it } from "vitest";
import { codeTokens } from "./code-tokens.ts";

describe("codeTokens", () => {
  it("keeps identifiers whole and splits them at humps, underscores and digits", () => {
    expect(codeTokens("parse_HTTPHeader2")).toEqual(["parse_httpheader2", "parse", "http", "header", "2"]);
    expect(codeTokens("maxValue __init__ x")).toEqual(["maxvalue", "max", "value", "__init__", "init", "x"]);
  });

  it("finds the parts of a name that a question writes as words", () => {
    expect(codeTokens("def merge_ranges(spans):")).toEqual([
      "def",
      "merge_ranges",
      "merge",
      "ranges",
      "spans",
    ]);
  });

  it.each([
    ["a < b", "a <= b"],
    ["a + b", "a - b"],
    ["a // b", "a / b"],
    ["x and y", "x or y"],
    ["x = 1", "x == 1"],
    ["n += 1", "n -= 1"],
    ["a << 2", "a >> 2"],
    ["range(n)", "range(n + 1)"],
    ["hi-lo", "hi+lo"],
  ])("tells the mutants `%s` and `%s` apart by their bags of tokens", (left, right) => {
    expect(codeTokens(left).sort()).not.toEqual(codeTokens(right).sort());
  });

  it("reads an operator whole, so that `<=` is not `<` and `=`", () => {
    expect(codeTokens("a<=b **c //= d -> e := f >>> g && h")).toEqual(
      ["a", "<=", "b", "**", "c", "//=", "d", "->", "e", ":=", "f", ">>>", "g", "&&", "h"], // prettier-ignore
    );
  });

  it("keeps numbers, without digit separators", () => {
    expect(codeTokens("1_000 0x1F 1.5e-3 v[1:10]")).toEqual(["1000", "0x1f", "1.5e-3", "v", "1", "10"]);
  });

  it("counts words of strings and comments, in any script", () => {
    expect(codeTokens('raise ValueError("empty list")  # naïve Straße')).toEqual(
      ["raise", "valueerror", "value", "error", "empty", "list", "naïve", "straße"], // prettier-ignore
    );
  });

  it("takes a hyphen or slash between letters as prose", () => {
    expect(codeTokens("a non-empty list and/or x - y")).toEqual([
      "a",
      "non",
      "empty",
      "list",
      "and",
      "or",
      "x",
      "-",
      "y",
    ]);
  });
});
