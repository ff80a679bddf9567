import { readFileSync } from "node:fs";
import { z } from "zod";
import { InputError, UserError, type Violation } from "../errors.ts";
import { digestOf } from "../store/digest.ts";

const ENTRY = z.strictObject({
  function_name: z.string().regex(/^[A-Za-z_]\w*$/, "must be a Python identifier"),
  query: z.string().trim().min(1, "must not be empty"),
  domain: z.string().regex(/^[\w-]+$/, "must be one word"),
});

/** What a task is to be about: no code, so that whoever writes the code did not choose the question. */
export interface RegistryEntry {
  /** `<domain>/<function_name>`. */
  id: string;
  /** 12 hex digits over all three fields: an entry that is edited is another one. */
  key: string;
  function_name: string;
  query: string;
  domain: string;
  file: string;
  line: number;
}

/**
 * The entries of a registry, one JSON object a line: `function_name`, `query`, `domain`.
 * @param taken tasks whose names and questions are in use already
 * @throws InputError with file, line, field and remedy of everything that is wrong; UserError for an empty registry
 */
export function parseRegistry(
  text: string,
  file: string,
  taken: readonly { id: string; function_name: string; query: string }[] = [],
): RegistryEntry[] {
  const entries: RegistryEntry[] = [];
  const violations: Violation[] = [];
  const names = new Map<string, string>();
  const queries = new Map<string, string>();
  text.split("\n").forEach((content, index) => {
    if (content.trim() === "") return;
    const line = index + 1;
    const report = (item: string, rule: string, message: string, remedy: string): void =>
      void violations.push({ file, line, item, rule, message, remedy });
    let value: unknown;
    try {
      value = JSON.parse(content);
    } catch (error) {
      const remedy = "Each line must hold one complete JSON object.";
      return report("-", "json", `is not JSON: ${(error as Error).message}.`, remedy);
    }
    const parsed = ENTRY.safeParse(value);
    if (!parsed.success) {
      const name = String((value as { function_name?: unknown } | null)?.function_name ?? "-");
      const remedy = "An entry has function_name, query and domain, and nothing else.";
      for (const { path, message } of parsed.error.issues)
        report(name, path.join(".") || "(line)", `${message}.`, remedy);
      return;
    }
    const { function_name, query, domain } = parsed.data;
    const id = `${domain}/${function_name}`;
    // A task that was generated from this very entry and taken in is no other.
    const others = taken.filter((task) => task.id !== id || normal(task.query) !== normal(query));
    const sameName =
      names.get(function_name) ?? others.find((task) => task.function_name === function_name)?.id;
    if (sameName) report(id, "function_name", `is that of ${sameName}, too.`, "Give it another name.");
    const sameQuery =
      queries.get(normal(query)) ?? others.find((task) => normal(task.query) === normal(query))?.id;
    if (sameQuery) report(id, "query", `is that of ${sameQuery}, too.`, "Ask for something else.");
    if (new RegExp(`\\b${function_name}\\b`, "i").test(query) && function_name.includes("_"))
      report(id, "query", "names the function.", "Ask in a developer's words.");
    names.set(function_name, id);
    queries.set(normal(query), id);
    entries.push({ id, key: digestOf(parsed.data).slice(0, 12), ...parsed.data, file, line });
  });
  if (violations.length > 0) throw new InputError(violations);
  if (entries.length === 0)
    throw new UserError(`${file} has no entry.`, 'Write one a line: {"function_name", "query", "domain"}.');
  return entries;
}

/** `parseRegistry` of a file. @throws UserError (exit code 2) when it cannot be read */
export function readRegistry(
  file: string,
  taken: readonly { id: string; function_name: string; query: string }[] = [],
): RegistryEntry[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new UserError(`${file} cannot be read.`, "Give the registry's path: --registry FILE.", 2);
  }
  return parseRegistry(text, file, taken);
}

const normal = (query: string): string => query.trim().toLowerCase();
