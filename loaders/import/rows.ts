import type { z } from "zod";
import type { Violation } from "../errors.ts";
import { type PlacedTask, TASK } from "../tasks/read-tasks.ts";
import type { Task } from "../tasks/types.ts";

/** Something that was not taken in, and why, in words that can be counted. */
export interface Dropped {
  reason: string;
  /** Where it stands and what is wrong with it, for the user. */
  detail: string;
}

/** What a reader made of somebody's file: tasks with their places, and rows that are none. */
export interface ReadTasks {
  tasks: PlacedTask[];
  violations: Violation[];
  /** What the format cannot carry over, each for its reason. */
  dropped: Dropped[];
}

/** One row of a file: its value and the 1-based line it stands on (its place in the list, for a JSON array). */
export interface Row {
  line: number;
  value: unknown;
}

/** Rows of JSON lines, or of one JSON array. */
export function parseRows(text: string, file: string): { rows: Row[]; violations: Violation[] } {
  const violations: Violation[] = [];
  const parse = (content: string, line: number): unknown => {
    try {
      return JSON.parse(content) as unknown;
    } catch (error) {
      const message = `is not JSON: ${(error as Error).message}.`;
      const remedy = "Each line must hold one complete JSON object (or the file one array of them).";
      violations.push({ file, line, item: "-", rule: "json", message, remedy });
      return undefined;
    }
  };
  const clean = text.replace(/^\uFEFF/, "");
  if (clean.trimStart().startsWith("[")) {
    const value = parse(clean, 0);
    const list = Array.isArray(value) ? (value as unknown[]) : [];
    return { rows: list.map((item, index) => ({ line: index + 1, value: item })), violations };
  }
  const rows = clean.split("\n").flatMap((content, index): Row[] => {
    if (content.trim() === "") return [];
    const value = parse(content, index + 1);
    return value === undefined ? [] : [{ line: index + 1, value }];
  });
  return { rows, violations };
}

/** What names a row in messages: the first of the usual id fields. */
const itemOf = (value: unknown): string => {
  const row = (value ?? {}) as Record<string, unknown>;
  const id = row.id ?? row.task_id ?? row._id;
  return typeof id === "string" || typeof id === "number" ? String(id) : "-";
};

/** The row by the format's schema, or its violations, one a field. */
export function checkRow<T>(schema: z.ZodType<T>, { value, line }: Row, file: string): T | Violation[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map((issue) => ({
    file,
    line,
    item: itemOf(value),
    rule: `field ${issue.path.join(".") || "(row)"}`,
    message: `${issue.message}.`,
    remedy: "Mend this field; data/README.md lists the fields of each format.",
  }));
}

/**
 * Reads a file of one row a task.
 * @param convert makes one of our tasks; it may throw an Error that says what the row lacks
 */
export function readEachRow<T>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
  convert: (row: T) => Task,
): ReadTasks {
  const { rows, violations } = parseRows(text, file);
  const tasks = rows.flatMap((row): PlacedTask[] => {
    const checked = checkRow(schema, row, file);
    if (Array.isArray(checked)) {
      violations.push(...(checked as Violation[]));
      return [];
    }
    const made = toTask(() => convert(checked), row, file);
    if ("rule" in made) {
      violations.push(made);
      return [];
    }
    return [made];
  });
  return { tasks, violations, dropped: [] };
}

/** A converted task with its place, or why the row gives none. */
export function toTask(convert: () => Task, { value, line }: Row, file: string): PlacedTask | Violation {
  const violation = (rule: string, message: string): Violation => ({
    file,
    line,
    item: itemOf(value),
    rule,
    message,
    remedy: "Mend this row, or leave it out.",
  });
  try {
    const checked = TASK.safeParse(convert());
    if (checked.success) return { ...checked.data, file, line };
    const { path, message } = checked.error.issues[0]!;
    return violation(`field ${path.join(".")}`, `${message}.`);
  } catch (error) {
    return violation("row", `${(error as Error).message}.`);
  }
}

/** Source with plain line ends, one at its end. */
export const plainSource = (code: string): string => `${code.replace(/\r\n?/g, "\n").trim()}\n`;

/** Text as one word of an id. */
export const slug = (text: string): string =>
  text
    .trim()
    .replace(/[^\w.-]+/g, "-")
    .replace(/^-+|-+$/g, "");
