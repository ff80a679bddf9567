import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { InputError } from "../errors.ts";
import { fromRoot } from "../paths.ts";

/** What came of writing each task's function from its query and signature alone. */
export const AUDIT_FILE = "data/audit.jsonl";

/** One attempt at writing a task's function from its query and signature alone. */
const ATTEMPT = z.strictObject({
  task: z.string(),
  passed: z.boolean(),
  /** What was done about an attempt that failed; empty when it passed. */
  mended: z.string(),
});

export type Attempt = z.infer<typeof ATTEMPT>;

/** Attempts by task id; empty without the file. @throws InputError with the line and field that break the format */
export function readAttempts(): Map<string, Attempt> {
  if (!existsSync(fromRoot(AUDIT_FILE))) return new Map();
  const lines = readFileSync(fromRoot(AUDIT_FILE), "utf8").trim().split("\n");
  return new Map(
    lines.map((line, index) => {
      const parsed = ATTEMPT.safeParse(JSON.parse(line));
      if (parsed.success) return [parsed.data.task, parsed.data];
      const message = parsed.error.issues
        .map((issue) => `${issue.path.join(".")}: ${issue.message}`)
        .join("; ");
      const remedy = "Each line holds task, passed and mended.";
      throw new InputError([
        { file: AUDIT_FILE, line: index + 1, item: "-", rule: "schema", message, remedy },
      ]);
    }),
  );
}
