import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { InputError, type Violation } from "../errors.ts";

/** A row with its 1-based line, for messages. */
export type Placed<T> = T & { line: number };

const REMEDY =
  "The bundle differs from its dataset card here: take another release of it, or adapt loaders/bundle/schemas.ts.";

/** A violation of the bundle's data. */
export const dataViolation = (
  file: string,
  line: number,
  item: string,
  rule: string,
  message: string,
): Violation => ({ file, line, item, rule, message, remedy: REMEDY });

/**
 * Rows of one of the bundle's JSONL files.
 * @param idField the field that names a row in messages
 * @throws InputError with file, line, field and remedy of every row that breaks the format
 */
export function readLines<T extends object>(
  folder: string,
  file: string,
  schema: z.ZodType<T>,
  idField: string,
): Placed<T>[] {
  const violations: Violation[] = [];
  const rows: Placed<T>[] = [];
  readFileSync(join(folder, file), "utf8")
    .split("\n")
    .forEach((content, index) => {
      if (content.trim() === "") return;
      const line = index + 1;
      const value = parseJson(content);
      if (value instanceof Error) {
        violations.push(dataViolation(file, line, "-", "json", `is not JSON: ${value.message}.`));
        return;
      }
      const parsed = schema.safeParse(value);
      if (parsed.success) {
        rows.push({ ...parsed.data, line });
        return;
      }
      const id = (value as Record<string, unknown> | null)?.[idField];
      for (const { path, message } of parsed.error.issues) {
        const field = path.join(".") || "(line)";
        violations.push(dataViolation(file, line, typeof id === "string" ? id : "-", field, `${message}.`));
      }
    });
  if (violations.length > 0) throw new InputError(violations);
  return rows;
}

/** One of the bundle's JSON files. @throws InputError when it is not JSON */
export function readJson(folder: string, file: string): unknown {
  const value = parseJson(readFileSync(join(folder, file), "utf8"));
  if (!(value instanceof Error)) return value;
  throw new InputError([dataViolation(file, 0, "-", "json", `is not JSON: ${value.message}.`)]);
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch (error) {
    return error as Error;
  }
}
