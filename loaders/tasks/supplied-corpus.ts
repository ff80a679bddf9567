import { readFileSync } from "node:fs";
import { z } from "zod";
import { InputError } from "../errors.ts";
import { fromRoot } from "../paths.ts";
import { importedPath } from "../store/frozen-path.ts";
import { writeFileWhole } from "../store/write-file.ts";
import type { CorpusTask, Snippet } from "./corpus.ts";
import { readCorpusFile, snippetOf, suiteKey } from "./corpus-file.ts";
import type { Dataset } from "./datasets.ts";
import { readTasks } from "./read-tasks.ts";

const TEXT = z.strictObject({ id: z.string().min(1), code: z.string(), description: z.string() });

/** One line of `snippets.jsonl`: the text of a snippet whose facts and outcomes stand in the frozen corpus. */
export type SuppliedText = z.infer<typeof TEXT>;

const snippetsFile = (dataset: string): string => importedPath(dataset, "snippets.jsonl");

export const writeSuppliedTexts = (dataset: string, texts: readonly SuppliedText[]): void =>
  writeFileWhole(
    fromRoot(snippetsFile(dataset)),
    texts.map((row) => `${JSON.stringify(TEXT.parse(row))}\n`).join(""),
  );

/** Texts by snippet id. @throws InputError that names line and field */
function readSuppliedTexts(dataset: Dataset): Map<string, SuppliedText> {
  const file = snippetsFile(dataset.id);
  const lines = readFileSync(fromRoot(file), "utf8").trimEnd().split("\n");
  const rows = lines.map((line, index) => {
    const parsed = TEXT.safeParse(JSON.parse(line));
    if (parsed.success) return parsed.data;
    const { path, message } = parsed.error.issues[0]!;
    const rule = path.join(".") || "(line)";
    const remedy = `Run \`${dataset.importCommand}\` again.`;
    throw new InputError([{ file, line: index + 1, item: dataset.id, rule, message: `${message}.`, remedy }]);
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * A dataset that came with its own near-clones and their outcomes: tasks from `tasks.jsonl`, snippets and outcomes from
 * its frozen corpus, in the order written there, text from `snippets.jsonl`. Nothing is mutated or executed.
 */
export async function readSuppliedCorpus(
  dataset: Dataset,
): Promise<{ tasks: CorpusTask[]; snippets: Snippet[] }> {
  const texts = readSuppliedTexts(dataset);
  const rows = await readCorpusFile(dataset.id);
  const tasks = readTasks(dataset);
  const suites = new Map(tasks.map(({ id, tests }) => [id, suiteKey(tests)]));
  const stray = rows.find(({ task, suite, snippet }) => suites.get(task) !== suite || !texts.has(snippet));
  if (stray) {
    const message = `snippet ${stray.snippet} of ${stray.task} fits neither its tests nor a text.`;
    const remedy = `Run \`${dataset.importCommand}\` again.`;
    const file = importedPath(dataset.id, "frozen");
    throw new InputError([{ file, line: 0, item: stray.task, rule: "corpus", message, remedy }]);
  }
  return {
    tasks: tasks.map(({ id, domain, function_name: functionName, query, tests }) => ({
      id,
      domain,
      functionName,
      query,
      tests,
      testCount: tests.length,
    })),
    snippets: rows.map((row) => {
      const { code, description } = texts.get(row.snippet)!;
      return { ...snippetOf(row), code, description };
    }),
  };
}
