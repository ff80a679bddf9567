import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { UserError } from "../errors.ts";
import { convertProblem, PROBLEM } from "../tasks/humaneval.ts";
import { callsFunction, topLevelFunctions } from "../tasks/python-syntax.ts";
import type { Task } from "../tasks/types.ts";
import { readBeir } from "./beir.ts";
import { parseRows, plainSource, readEachRow, type ReadTasks, slug } from "./rows.ts";

export const FORMATS = ["jsonl", "beir", "mbpp", "humaneval"] as const;
export type Format = (typeof FORMATS)[number];

const OURS = z.object({
  id: z.string().min(1).optional(),
  function_name: z.string().min(1),
  query: z.string().min(1),
  domain: z.string().min(1).optional(),
  canonical: z.string().min(1),
  tests: z.array(z.string().min(1)).min(1),
});

/** Our own fields; `id` and `domain` may be left out, and others (what `npm run export` adds) are not read. */
const fromOurs =
  (name: string) =>
  ({ id, domain = name, ...row }: z.infer<typeof OURS>): Task => ({
    ...row,
    id: id ?? `${domain}/${row.function_name}`,
    domain,
    canonical: plainSource(row.canonical),
  });

const MBPP = z
  .object({
    task_id: z.union([z.int(), z.string().min(1)]),
    text: z.string().min(1).optional(),
    /** The same in the sanitized half of MBPP. */
    prompt: z.string().min(1).optional(),
    code: z.string().min(1),
    test_list: z.array(z.string().min(1)).min(1),
    test_setup_code: z.string().optional(),
    test_imports: z.array(z.string()).optional(),
    challenge_test_list: z.array(z.string().min(1)).optional(),
  })
  .refine(({ text, prompt }) => text ?? prompt, { path: ["text"], message: "must be there (or `prompt`)" });

/** Mostly Basic Python Problems (Austin et al., 2021): text, code and asserts. The target is what the asserts call. */
const fromMbpp =
  (name: string) =>
  (row: z.infer<typeof MBPP>): Task => {
    const canonical = plainSource(row.code);
    const asserts = [...new Set([...row.test_list, ...(row.challenge_test_list ?? [])].map((t) => t.trim()))];
    const target = topLevelFunctions(canonical).findLast((candidate) =>
      asserts.every((test) => callsFunction(test, candidate)),
    );
    if (target === undefined) throw new Error("defines no function that every test calls");
    const setup = [...(row.test_imports ?? []), row.test_setup_code ?? ""].filter(
      (line) => line.trim() !== "",
    );
    return {
      id: `${name}/${slug(String(row.task_id)).padStart(4, "0")}`,
      function_name: target,
      query: (row.text ?? row.prompt!).trim(),
      domain: name,
      canonical,
      tests: asserts.map((test) => [...setup.map((line) => line.trim()), test].join("\n")),
    };
  };

const READERS: Record<Exclude<Format, "beir">, (text: string, file: string, name: string) => ReadTasks> = {
  jsonl: (text, file, name) => readEachRow(text, file, OURS, fromOurs(name)),
  mbpp: (text, file, name) => readEachRow(text, file, MBPP, fromMbpp(name)),
  humaneval: (text, file, name) =>
    readEachRow(text, file, PROBLEM, (problem) => convertProblem(problem, name)),
};

/** Fields that only one format has. */
const MARKS: readonly (readonly [Format, readonly string[]])[] = [
  ["humaneval", ["prompt", "canonical_solution", "test", "entry_point"]],
  ["mbpp", ["code", "test_list"]],
  ["jsonl", ["canonical", "tests", "query"]],
];

/** The format of a file or folder. @throws UserError (exit code 2) that names the fields found */
export function detectFormat(path: string): Format {
  if (statSync(path).isDirectory()) {
    if (existsSync(join(path, "corpus.jsonl")) && existsSync(join(path, "queries.jsonl"))) return "beir";
    throw new UserError(
      `${path} is a folder without corpus.jsonl and queries.jsonl.`,
      "Give a BEIR folder, or one file of tasks.",
      2,
    );
  }
  const first = parseRows(readFileSync(path, "utf8"), path).rows[0]?.value;
  const fields = Object.keys(first ?? {});
  const found = MARKS.find(([, wanted]) => wanted.every((field) => fields.includes(field)));
  if (found) return found[0];
  throw new UserError(
    `${path} has none of the known shapes; its first row has the fields ${fields.join(", ") || "(none)"}.`,
    `Give --format (${FORMATS.join(", ")}); data/README.md lists their fields.`,
    2,
  );
}

/** Tasks of a file or folder in a format. @param name the dataset's id, for tasks without a domain */
export function readFormat(path: string, format: Format, name: string): ReadTasks {
  if (format === "beir") return readBeir(path, name);
  return READERS[format](readFileSync(path, "utf8"), path, name);
}
