import { describe, expect, it } from "vitest";
import { InputError } from "../errors.ts";
import { parseTasks } from "./read-tasks.ts";

const GOOD = {
  id: "geometry/half_area",
  function_name: "half_area",
  query: "Half of a rectangle's area.",
  domain: "geometry",
  canonical: "def half_area(w, h):\n    return w * h / 2\n",
  tests: ["assert half_area(2, 3) == 3"],
};

const line = (change: object): string => JSON.stringify({ ...GOOD, ...change });

describe("parseTasks", () => {
  it("reads a task with the place it came from", () => {
    const { tasks, violations } = parseTasks(`\n${line({})}\n`, "geometry.jsonl");
    expect(violations).toEqual([]);
    expect(tasks).toEqual([{ ...GOOD, file: "geometry.jsonl", line: 2 }]);
  });

  it.each([
    ["a missing field", line({ query: undefined }), /schema query/],
    ["an empty query", line({ query: "  " }), /schema query/],
    ["a wrong type", line({ tests: "assert True" }), /schema tests/],
    ["no test", line({ tests: [] }), /schema tests/],
    ["a misspelled field", line({ test: [] }), /schema \(line\)/],
    ["a name that is no identifier", line({ function_name: "half-area" }), /schema function_name/],
    ["text that is not JSON", "{not json", /json/],
    ["JSON that is no object", "7", /schema/],
  ])("reports %s with file, line, field and remedy", (_, text, rule) => {
    const { tasks, violations } = parseTasks(`${line({})}\n${text}`, "geometry.jsonl");
    expect(tasks).toHaveLength(1);
    expect(violations.length).toBeGreaterThan(0);
    const message = new InputError(violations).message;
    expect(message).toMatch(/^geometry\.jsonl:2 /);
    expect(message).toMatch(rule);
    expect(message).toContain("Remedy:");
  });

  it("reports every broken line at once", () => {
    const { violations } = parseTasks(`{\n${line({ query: "" })}\n[]`, "x.jsonl");
    expect(new Set(violations.map((violation) => violation.line))).toEqual(new Set([1, 2, 3]));
  });
});
