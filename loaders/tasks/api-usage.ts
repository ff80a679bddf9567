import { readFileSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { z } from "zod";
import { InputError, type Violation } from "../errors.ts";
import { ROOT } from "../paths.ts";

/**
 * Usage logs of `npm run generate`, one line a call of a metered model that was asked for a task. None while every task
 * was written without one.
 */
export const USAGE_FILES = "data/generation/*.jsonl";

const count = z.number().int().nonnegative();
const price = z.number().nonnegative();

const CALL = z
  .strictObject({
    dataset: z.string(),
    task: z.string(),
    model: z.string(),
    endpoint: z.enum(["real-time", "batch"]),
    prompt_tokens: count,
    /** Hidden reasoning included, as it is billed. */
    completion_tokens: count,
    reasoning_tokens: count,
    /** The first gate (1 to 5) that turned the task away; 0 when it passed all. */
    failed_gate: z.number().int().min(0).max(5),
    /** Wall clock; null where the endpoint does not say it. */
    seconds: z.number().nonnegative().nullable(),
    /** List prices at the time, real-time; null where nobody knew them. */
    usd_per_1m_input: price.nullable(),
    usd_per_1m_output: price.nullable(),
  })
  .refine((call) => call.reasoning_tokens <= call.completion_tokens, {
    path: ["reasoning_tokens"],
    message: "must not exceed completion_tokens, of which they are a part",
  });

export type ApiCall = z.infer<typeof CALL>;

/**
 * Calls in the order of files and lines; none without a file.
 * @param root folder that holds `data/generation`
 * @throws InputError with every line and field that breaks the format
 */
export function readUsage(root = ROOT): ApiCall[] {
  const violations: Violation[] = [];
  const calls = glob
    .sync(USAGE_FILES, { cwd: root })
    .sort()
    .flatMap((file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .flatMap((line, index) => (line.trim() === "" ? [] : [parseCall(line, file, index + 1, violations)])),
    )
    .filter((call) => call !== undefined);
  if (violations.length > 0) throw new InputError(violations);
  return calls;
}

function parseCall(text: string, file: string, line: number, violations: Violation[]): ApiCall | undefined {
  const fail = (item: string, message: string): undefined => {
    const remedy = "Each line holds one call; see the header of loaders/tasks/api-usage.ts.";
    violations.push({ file, line, item, rule: "schema", message, remedy });
  };
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return fail("-", "is not JSON.");
  }
  const parsed = CALL.safeParse(content);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) fail(path.join(".") || "-", `${message}.`);
  return undefined;
}
