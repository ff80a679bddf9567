import { describe, expect, it } from "vitest";
import { enumerateMutants } from "./enumerate.ts";
import { reasonByRule } from "./equivalent-by-rule.ts";

/** Replacements of a canonical's exchanged operands that a rule calls equivalent. */
function excused(body: string): string[] {
  const canonical = `from datetime import timedelta\ndef f(a, b, xs, ys):\n    return ${body}\n`;
  return enumerateMutants({ id: "t/f", function_name: "f", canonical })
    .filter((mutant) => reasonByRule(canonical, mutant) !== null)
    .map(({ replacement }) => replacement);
}

describe("reasonByRule", () => {
  it.each([
    ["abs(a - b)", ["b - a"]],
    ["abs(a * 2 - b) + 1", ["b - a * 2"]],
    ["(a - b) ** 2", ["b - a"]],
    ["len(xs + [a])", ["[a] + xs"]],
    ["len(xs + [a] + ys)", ["[a] + xs", "ys + [a]"]],
    ['float("inf")', [" + 1", " - 1"]],
    ["float('inf') if a else b", [" + 1", " - 1"]],
  ])("%s excuses %j", (body, replacements) => {
    expect(excused(body)).toEqual(replacements);
  });

  it.each([
    "a - b",
    "abs((a - b) * (a - 1))",
    "max(a - b, 0)",
    "(a - b) ** 3",
    "2 ** (a - b)",
    "(a - b) ** a",
    "xs + [a]",
    "sum(xs + [a])",
    "xs.len(ys + [a])",
    "(a - b) * 2",
    "a / float('inf')",
  ])("%s excuses nothing", (body) => {
    expect(excused(body)).toEqual([]);
  });
});
