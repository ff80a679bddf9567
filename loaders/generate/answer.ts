import { z } from "zod";
import type { BugSource } from "./prompts.ts";

/** A buggy copy as the model gives it, before anything is executed. */
export interface ModelBug {
  code: string;
  bug_type: string;
  description: string;
}

/** What an answer holds, before any gate. */
export interface Draft {
  canonical: string;
  tests: string[];
  /** Empty where bugs are made by rule. */
  bugs: ModelBug[];
}

const text = z.string().trim().min(1, "must not be empty");
const source = text.transform((code) => `${code}\n`);
const TASK = z.object({ canonical: source, tests: z.array(text) });
const WITH_BUGS = TASK.extend({
  bugs: z.array(z.object({ code: source, bug_type: z.string(), description: z.string() })),
});

/** The JSON schema that an endpoint with structured output is given. */
export function answerSchema(bugs: BugSource): Record<string, unknown> {
  const string = { type: "string" };
  const object = (properties: Record<string, unknown>) => ({
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });
  const bug = object({ code: string, bug_type: string, description: string });
  return object({
    canonical: string,
    tests: { type: "array", items: string },
    ...(bugs === "model" ? { bugs: { type: "array", items: bug } } : {}),
  });
}

/** The draft that an answer holds, or in words what is wrong with it (gate 1). */
export function readAnswer(answer: string, bugs: BugSource): Draft | { findings: string[] } {
  const { value, problem } = jsonOf(answer);
  if (problem !== undefined) return { findings: [`The answer is not one JSON object: ${problem}.`] };
  const parsed = (bugs === "model" ? WITH_BUGS : TASK).safeParse(value);
  if (parsed.success) return { bugs: [], ...parsed.data };
  return {
    findings: parsed.error.issues.map(
      ({ path, message }) => `Field ${path.join(".") || "(all)"}: ${message}.`,
    ),
  };
}

/** The JSON object of a text: all of it, the one in a fenced block, or the first that stands whole among other words. */
function jsonOf(answer: string): { value?: unknown; problem?: string } {
  const fenced = [...answer.matchAll(/```\w*\n([\s\S]*?)```/g)].map((found) => found[1]!);
  let problem = "it is empty";
  for (const candidate of [answer, ...fenced, ...braced(answer)]) {
    try {
      const value: unknown = JSON.parse(candidate);
      const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
      if (typeof one === "object" && one !== null && !Array.isArray(one)) return { value: one };
      problem = "it is another JSON value";
    } catch (error) {
      if (answer.trim() !== "" && candidate === answer) problem = (error as Error).message;
    }
  }
  return { problem };
}

/** The first stretch from an opening brace to the one that closes it, braces within strings left out. */
function braced(answer: string): string[] {
  const start = answer.indexOf("{");
  if (start < 0) return [];
  let depth = 0;
  let quoted = false;
  for (let at = start; at < answer.length; at++) {
    const sign = answer[at];
    if (quoted && sign === "\\") at++;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === "{") depth++;
    else if (!quoted && sign === "}" && --depth === 0) return [answer.slice(start, at + 1)];
  }
  return [];
}
