import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromRoot } from "../paths.ts";
import type { Task } from "../tasks/types.ts";
import { appendTasks } from "./append.ts";

const FILE = "data/tasks/geometry.jsonl";
const original = readFileSync(fromRoot(FILE), "utf8");
const tasks = original
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Task);

describe("taking generated tasks in", () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "append-"));
    mkdirSync(join(root, "data/tasks"), { recursive: true });
    cpSync(fromRoot(FILE), join(root, FILE));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it("puts each where its id belongs, byte for byte as the file is written, and does so once", () => {
    const lines = original.trim().split("\n");
    writeFileSync(join(root, FILE), `${lines.filter((_, index) => index !== 1).join("\n")}\n`);
    expect(appendTasks([tasks[1]!], [], "pilot", root)).toEqual([FILE]);
    expect(readFileSync(join(root, FILE), "utf8")).toBe(original);
    expect(appendTasks([tasks[1]!], [], "pilot", root)).toEqual([]);
  });

  it("writes nothing when an id stands for another task or a domain has no file", () => {
    const changed = { ...tasks[0]!, canonical: "def f():\n    return 1\n" };
    const added = { ...tasks[0]!, id: "geometry/new", function_name: "new" };
    expect(() => appendTasks([added, changed], [], "pilot", root)).toThrow(
      /geometry\.jsonl:1 .*another task/,
    );
    expect(() => appendTasks([added, { ...added, domain: "poetry" }], [], "pilot", root)).toThrow(
      /poetry is none/,
    );
    expect(readFileSync(join(root, FILE), "utf8")).toBe(original);
  });
});
