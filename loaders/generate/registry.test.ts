import { describe, expect, it } from "vitest";
import { parseRegistry } from "./registry.ts";

const entry = { function_name: "add_up", query: "Add numbers.", domain: "geometry" };
const read = (...rows: unknown[]) =>
  parseRegistry(
    rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n"),
    "r.jsonl",
  );

describe("a registry", () => {
  it("gives each entry an id and a key that changes with any field", () => {
    const [one] = read(entry);
    const [other] = read({ ...entry, query: "Add all numbers." });
    expect(one).toMatchObject({ id: "geometry/add_up", line: 1 });
    expect(one!.key).toMatch(/^[0-9a-f]{12}$/);
    expect(other!.key).not.toBe(one!.key);
  });

  it("is refused with line, field and remedy of everything that is wrong", () => {
    const wrong = () =>
      read(entry, "{", { ...entry, function_name: "2x", query: "?" }, { ...entry, code: "" });
    expect(wrong).toThrow(
      /r\.jsonl:2 - \[json\].*\n.*r\.jsonl:3 2x \[function_name\].*\n.*r\.jsonl:4 add_up/,
    );
    expect(() => read(entry, { ...entry, domain: "collections" })).toThrow(
      /r\.jsonl:2 collections\/add_up \[function_name\] is that of geometry\/add_up, too.*\n.*\[query\]/,
    );
    expect(() => read({ ...entry, query: "Write add_up." })).toThrow(/names the function/);
    expect(() => read("")).toThrow(/has no entry/);
  });

  it("may not ask for what is there already, except for the very task that came of it", () => {
    const text = JSON.stringify(entry);
    const task = { ...entry, id: "geometry/add_up" };
    expect(parseRegistry(text, "r.jsonl", [task]).length).toBe(1);
    expect(() => parseRegistry(text, "r.jsonl", [{ ...task, query: "Another." }])).toThrow(
      /\[function_name\]/,
    );
    expect(() => parseRegistry(text, "r.jsonl", [{ ...task, id: "x/y", function_name: "y" }])).toThrow(
      /\[query\]/,
    );
  });
});
