import { existsSync, readFileSync } from "node:fs";
import { InputError, UserError, type Violation } from "../errors.ts";
import { fromRoot } from "../paths.ts";
import { writeFileWhole } from "../store/write-file.ts";
import { parseTasks } from "../tasks/read-tasks.ts";
import type { ApiCall } from "../tasks/api-usage.ts";
import type { Task } from "../tasks/types.ts";
import { join } from "node:path";

/**
 * Takes generated tasks into `data/tasks/<domain>.jsonl`, each file in the order of ids, and their usage log into
 * `data/generation/<name>.jsonl`. A task that is there word for word is left alone.
 * @param root folder that holds `data`
 * @returns repository paths of the files written
 * @throws UserError for a domain that has no file, InputError for an id that stands for another task; nothing is written then
 */
export function appendTasks(
  tasks: readonly Task[],
  calls: readonly ApiCall[],
  name: string,
  root = fromRoot(),
): string[] {
  const files = new Map<string, string>();
  const violations: Violation[] = [];
  for (const domain of new Set(tasks.map((task) => task.domain))) {
    const file = `data/tasks/${domain}.jsonl`;
    if (!existsSync(join(root, file)))
      throw new UserError(
        `${file} does not exist: ${domain} is none of the domains of our tasks.`,
        "Import the tasks as a dataset of their own, or mend the registry's domain.",
      );
    const text = readFileSync(join(root, file), "utf8");
    const read = parseTasks(text, file);
    violations.push(...read.violations);
    const lines = new Map(read.tasks.map(({ id, line }) => [id, text.split("\n")[line - 1]!]));
    const added = tasks.filter((task) => task.domain === domain);
    for (const task of added) {
      const before = read.tasks.find(({ id }) => id === task.id);
      if (before && !sameTask(before, task)) {
        const remedy = "Give the registry's entry another function name.";
        const message = "is another task than the generated one of this id.";
        violations.push({ file, line: before.line, item: task.id, rule: "id", message, remedy });
      }
      if (!before) lines.set(task.id, jsonOf(task));
    }
    const sorted = [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
    const content = `${sorted.map(([, line]) => line).join("\n")}\n`;
    if (content !== text) files.set(file, content);
  }
  if (violations.length > 0) throw new InputError(violations);
  if (calls.length > 0)
    files.set(`data/generation/${name}.jsonl`, calls.map((call) => `${JSON.stringify(call)}\n`).join(""));
  for (const [file, content] of files) writeFileWhole(join(root, file), content);
  return [...files.keys()];
}

const sameTask = (a: Task, b: Task): boolean =>
  a.query === b.query && a.canonical === b.canonical && a.tests.join("\n") === b.tests.join("\n");

/** As the lines of data/tasks are: a blank after each colon and comma. */
const jsonOf = ({ id, function_name, query, domain, canonical, tests }: Task): string =>
  `{${Object.entries({ id, function_name, query, domain, canonical })
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(", ")}, "tests": [${tests.map((test) => JSON.stringify(test)).join(", ")}]}`;
