import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../errors.ts";
import { fromRoot } from "../paths.ts";
import { digestOf, sha256 } from "../store/digest.ts";
import type { RegistryEntry } from "./registry.ts";

export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

/** Whether bugs are made by rule from the canonical, or written by the model beside it. */
export type BugSource = "rule" | "model";

/** The locked prompt: what is said to the model, and the digest that every answer is logged with. */
export interface Prompt {
  digest: string;
  /** The first question about an entry. */
  ask(entry: RegistryEntry): Message[];
  /** The question again, with the last answer and what was wrong with it. */
  repair(entry: RegistryEntry, answer: string, findings: readonly string[]): Message[];
}

export const PROMPT_FOLDER = "data/prompts";
export const LOCK_FILE = "LOCK.sha256";

/** Digests of the lock file by file name, in the format of `sha256sum`. */
export function readLock(folder = fromRoot(PROMPT_FOLDER)): Map<string, string> {
  const lines = readFileSync(join(folder, LOCK_FILE), "utf8").split("\n").filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66).trim(), line.slice(0, 64)]));
}

/** A prompt file. @throws UserError when it is not the one whose digest the lock records */
function lockedText(name: string, folder: string): string {
  const text = readFileSync(join(folder, name), "utf8");
  if (readLock(folder).get(name) === sha256(text)) return text;
  throw new UserError(
    `${PROMPT_FOLDER}/${name} is not the prompt that ${LOCK_FILE} records.`,
    `Take the change back, or record it: (cd ${PROMPT_FOLDER} && sha256sum *.txt > ${LOCK_FILE}).`,
  );
}

/** @throws UserError when a prompt file was changed without its digest */
export function loadPrompt(bugs: BugSource, folder = fromRoot(PROMPT_FOLDER)): Prompt {
  const read = (name: string): string => lockedText(name, folder);
  const system = read("task-system.txt");
  const user = read("task-user.txt") + (bugs === "model" ? read("bugs-user.txt") : "");
  const mend = read("repair-user.txt");
  const ask = ({ function_name, query, domain }: RegistryEntry): Message[] => [
    { role: "system", content: system },
    { role: "user", content: fill(user, { function_name, query, domain }) },
  ];
  return {
    digest: digestOf([system, user, mend]),
    ask,
    repair: (entry, answer, findings) => [
      ...ask(entry),
      // Some endpoints refuse an empty message.
      { role: "assistant", content: answer.trim() === "" ? "(no answer)" : answer },
      { role: "user", content: fill(mend, { findings: findings.map((text) => `- ${text}`).join("\n") }) },
    ],
  };
}

/** In one pass, so that a question that holds braces is not filled again. */
const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
