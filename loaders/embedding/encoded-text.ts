import type { DenseSystem } from "./system-schema.ts";

export type Role = "query" | "passage";

/** Between a task type and the text: a sign that no text has, so that `splitTask` undoes `encodedText`. */
const END_OF_TASK = "\u001e";

/** The task type of a role, where a service takes one beside the text. */
export const taskOf = (system: DenseSystem, role: Role): string | undefined =>
  system.provider === "gemini" ? (role === "query" ? system.query_task : system.passage_task) : undefined;

/**
 * The exact text that a system encodes: the registered prefix, then the text. A task type that travels beside the text
 * stands before it here, since it decides the vector as a prefix does; `splitTask` parts them again.
 */
export function encodedText(system: DenseSystem, role: Role, text: string): string {
  const task = taskOf(system, role);
  const prefix = role === "query" ? system.query_prefix : system.passage_prefix;
  return (task === undefined ? "" : task + END_OF_TASK) + prefix + text;
}

/** The task type and the text that is sent. */
export function splitTask(encoded: string): { task: string | undefined; text: string } {
  const end = encoded.indexOf(END_OF_TASK);
  return end < 0
    ? { task: undefined, text: encoded }
    : { task: encoded.slice(0, end), text: encoded.slice(end + 1) };
}
