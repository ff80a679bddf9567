import { readFileSync } from "node:fs";
import glob from "fast-glob";
import { z } from "zod";
import { InputError, type Violation } from "../errors.ts";
import { fromRoot, repositoryPath, ROOT } from "../paths.ts";
import type { Dataset } from "./datasets.ts";
import type { Task } from "./types.ts";

/** The fields of one of our tasks. */
export const TASK = z.strictObject({
  id: z.string().regex(/^[\w.-]+\/[\w.-]+$/, "must look like <domain>/<function_name>"),
  function_name: z.string().regex(/^[A-Za-z_]\w*$/, "must be a Python identifier"),
  query: z.string().trim().min(1, "must not be empty"),
  domain: z.string().regex(/^[\w-]+$/, "must be one word"),
  canonical: z.string().min(1, "must not be empty"),
  tests: z.array(z.string().min(1)).min(1, "needs at least one test"),
});

/** A task with the place it was read from, for messages. */
export interface PlacedTask extends Task {
  file: string;
  line: number;
}

/** Parses one JSONL text; violations are collected, so that a writer sees all of them at once. */
export function parseTasks(text: string, file: string): { tasks: PlacedTask[]; violations: Violation[] } {
  const tasks: PlacedTask[] = [];
  const violations: Violation[] = [];
  const report = (line: number, item: string, rule: string, message: string, remedy: string) =>
    violations.push({ file, line, item, rule, message, remedy });

  text.split("\n").forEach((content, index) => {
    const line = index + 1;
    if (content.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(content);
    } catch (error) {
      const remedy = "Each line must hold one complete JSON object.";
      report(line, "-", "json", `is not JSON: ${(error as Error).message}.`, remedy);
      return;
    }
    const parsed = TASK.safeParse(value);
    if (parsed.success) {
      tasks.push({ ...parsed.data, file, line });
      return;
    }
    const id = String((value as { id?: unknown } | null)?.id ?? "-");
    for (const issue of parsed.error.issues) {
      const field = issue.path.join(".") || "(line)";
      report(
        line,
        id,
        `schema ${field}`,
        `${issue.message}.`,
        "See data/README.md for the fields of a task.",
      );
    }
  });
  return { tasks, violations };
}

/**
 * All tasks of a dataset whose text is on this machine, ordered by id.
 * @throws InputError with file, line, field and remedy of every malformed line.
 */
export function readTasks(dataset: Dataset): PlacedTask[] {
  const tasks: PlacedTask[] = [];
  const violations: Violation[] = [];
  for (const path of glob.sync(dataset.files, { cwd: ROOT }).sort()) {
    const absolute = fromRoot(path);
    const parsed = parseTasks(readFileSync(absolute, "utf8"), repositoryPath(absolute));
    tasks.push(...parsed.tasks);
    violations.push(...parsed.violations);
  }
  if (violations.length > 0) throw new InputError(violations);
  return tasks.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
