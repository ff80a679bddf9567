import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { z } from "zod";
import { UserError, type Violation } from "../errors.ts";
import { callsFunction, topLevelFunctions } from "../tasks/python-syntax.ts";
import type { Task } from "../tasks/types.ts";
import { checkRow, parseRows, plainSource, type ReadTasks, type Row, slug, toTask } from "./rows.ts";

const DOCUMENT = z.object({
  _id: z.string().min(1),
  text: z.string(),
  metadata: z.object({ task: z.string().optional(), kind: z.string().optional() }).optional(),
});

/** BEIR has no place for tests: they stand in the query's metadata. */
const QUERY = z.object({
  _id: z.string().min(1),
  text: z.string().min(1),
  metadata: z.object({
    tests: z.array(z.string().min(1)).min(1),
    function_name: z.string().optional(),
    domain: z.string().optional(),
  }),
});

interface Judgment {
  document: string;
  score: number;
}

function readJsonl<T>(path: string, schema: z.ZodType<T>, violations: Violation[]): { row: Row; value: T }[] {
  if (!existsSync(path))
    throw new UserError(
      `${path} does not exist.`,
      "A BEIR folder holds corpus.jsonl, queries.jsonl and qrels/.",
      2,
    );
  const parsed = parseRows(readFileSync(path, "utf8"), path);
  violations.push(...parsed.violations);
  return parsed.rows.flatMap((row) => {
    const checked = checkRow(schema, row, path);
    if (!Array.isArray(checked)) return [{ row, value: checked }];
    violations.push(...(checked as Violation[]));
    return [];
  });
}

/** Documents above score 0 by query, of every file under `qrels`. */
function readQrels(folder: string, violations: Violation[]): Map<string, Judgment[]> {
  const judged = new Map<string, Judgment[]>();
  const files = glob.sync("*.tsv", { cwd: join(folder, "qrels") }).sort();
  if (files.length === 0)
    throw new UserError(
      `${join(folder, "qrels")} holds no .tsv file.`,
      "Put the relevance judgments there.",
      2,
    );
  for (const name of files) {
    const file = join(folder, "qrels", name);
    readFileSync(file, "utf8")
      .split(/\r?\n/)
      .forEach((content, index) => {
        if (content === "" || (index === 0 && /^query-id\t/.test(content))) return;
        const [query, document, score] = content.split("\t");
        if (query === undefined || document === undefined || !/^-?\d+$/.test(score ?? "")) {
          const message = "is not `query-id<TAB>corpus-id<TAB>score`.";
          const remedy = "Mend this line.";
          violations.push({ file, line: index + 1, item: query ?? "-", rule: "qrels", message, remedy });
          return;
        }
        if (Number(score) <= 0) return;
        judged.set(query, [...(judged.get(query) ?? []), { document, score: Number(score) }]);
      });
  }
  return judged;
}

/** The function that every test calls, among those the code defines. */
function targetOf(code: string, tests: readonly string[]): string {
  const target = topLevelFunctions(code).findLast((name) => tests.every((test) => callsFunction(test, name)));
  if (target === undefined)
    throw new Error("defines no function that every test calls: give `metadata.function_name`");
  return target;
}

/**
 * A folder in BEIR's layout whose queries carry their tests (`metadata.tests`). A query's canonical is the document that
 * was marked so by our own export, else the one with the highest score. Near-clones are made anew by rule; the rest of the
 * corpus is left out.
 */
export function readBeir(folder: string, name: string): ReadTasks {
  const violations: Violation[] = [];
  const documents = new Map(
    readJsonl(join(folder, "corpus.jsonl"), DOCUMENT, violations).map(({ value }) => [value._id, value]),
  );
  const file = join(folder, "queries.jsonl");
  const queries = readJsonl(file, QUERY, violations);
  const judged = readQrels(folder, violations);

  const canonicalOf = (query: string): z.infer<typeof DOCUMENT> => {
    const relevant = (judged.get(query) ?? []).toSorted((a, b) => b.score - a.score);
    if (relevant.length === 0) throw new Error("has no document with a score above 0 in qrels");
    const found = relevant.flatMap(({ document }) => documents.get(document) ?? []);
    if (found.length === 0)
      throw new Error(`is answered by ${relevant[0]!.document}, which corpus.jsonl lacks`);
    return (
      found.find(({ metadata }) => metadata?.kind === "canonical" && metadata.task === query) ?? found[0]!
    );
  };

  const tasks = queries.flatMap(({ row, value }) => {
    const made = toTask(() => taskOf(value, canonicalOf(value._id).text, name), row, file);
    if (!("rule" in made)) return [made];
    violations.push(made);
    return [];
  });
  return { tasks, violations, dropped: [] };
}

function taskOf({ _id, text, metadata }: z.infer<typeof QUERY>, code: string, name: string): Task {
  const canonical = plainSource(code);
  const domain = metadata.domain ?? name;
  return {
    id: /^[\w.-]+\/[\w.-]+$/.test(_id) ? _id : `${domain}/${slug(_id)}`,
    function_name: metadata.function_name ?? targetOf(canonical, metadata.tests),
    query: text,
    domain,
    canonical,
    tests: metadata.tests,
  };
}
