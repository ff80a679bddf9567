import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { editSize } from "../../src/shared/edit-size.ts";
import { fromRoot, IMPORTED } from "../paths.ts";
import { fileDigest } from "../store/digest.ts";
import { importedPath } from "../store/frozen-path.ts";
import { encodeRows } from "../store/parquet.ts";
import { writeFileWhole } from "../store/write-file.ts";
import type { Snippet } from "../tasks/corpus.ts";
import { CORPUS_COLUMNS, rowOf, suiteKey } from "../tasks/corpus-file.ts";
import { CROSS_PASS_COLUMNS, type CrossPass } from "../tasks/cross-passes.ts";
import { type DatasetDescription, type GateWaiver, writeDescription } from "../tasks/imported-datasets.ts";
import { writeSuppliedTexts } from "../tasks/supplied-corpus.ts";
import type { Task } from "../tasks/types.ts";
import type { CheckedBundle } from "./check-bundle.ts";
import { countWaived } from "./count-waived.ts";
import { taskIdOf } from "./task-id.ts";
import { BUNDLE_URL } from "./systems-file.ts";
import { writeSystems } from "./write-systems.ts";

/** What a person types to bring the dataset again. */
export const IMPORT_COMMAND = "npm run import:execretrieval -- DIR";

export interface WriteOptions {
  id: string;
  label: string;
}

/** What an import left behind. */
export interface WrittenDataset {
  /** Repository path of its folder. */
  folder: string;
  tasks: number;
  snippets: number;
  systems: string[];
  waived: Partial<Record<GateWaiver, number>>;
}

/**
 * Writes a checked bundle as a dataset of this workbook, with its own ids, outcomes and realized order. Everything is
 * written beside the dataset's folder and moved into place at the end, so that an interrupted import leaves what was there.
 */
export function writeDataset(bundle: CheckedBundle, options: WriteOptions): WrittenDataset {
  mkdirSync(fromRoot(IMPORTED), { recursive: true });
  const temporary = mkdtempSync(fromRoot(IMPORTED, ".importing-"));
  const staging = join(temporary, "dataset");
  try {
    const tasks = tasksOf(bundle);
    const snippets = snippetsOf(bundle);
    writeFileWhole(join(staging, "tasks.jsonl"), tasks.map((task) => `${JSON.stringify(task)}\n`).join(""));
    writeSuppliedTexts(
      `${basename(temporary)}/dataset`,
      bundle.data.snippets.map(({ id, code, bugDescription: description }) => ({ id, code, description })),
    );
    writeCorpus(staging, options.id, bundle, tasks, snippets);
    writeCrossPasses(staging, options.id, bundle);
    const systems = writeSystems(staging, bundle, options.id);
    const waived = countWaived(tasks, snippets);
    const digest = fileDigest(join(staging, "tasks.jsonl"));
    const folder = importedPath(options.id);
    rmSync(fromRoot(folder), { recursive: true, force: true });
    renameSync(staging, fromRoot(folder));
    writeDescription(descriptionOf(options, tasks.length, digest, waived));
    return { folder, tasks: tasks.length, snippets: snippets.length, systems, waived };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const descriptionOf = (
  { id, label }: WriteOptions,
  tasks: number,
  digest: string,
  waived: Partial<Record<GateWaiver, number>>,
): DatasetDescription => ({
  format: 1,
  id,
  label,
  licence: "CC BY 4.0",
  source: `Released bundle of ExecRetrieval (${BUNDLE_URL})`,
  import_command: IMPORT_COMMAND,
  digest,
  tasks,
  gates: "waive",
  waived,
  dropped: [],
  near_clones: "supplied",
  order: "supplied",
});

const tasksOf = ({ data }: CheckedBundle): Task[] =>
  data.queries.map((query, index) => ({
    id: taskIdOf(data, index),
    function_name: query.functionName,
    query: query.query.trim(),
    domain: query.domain,
    canonical: data.snippets[query.own[0]!]!.code,
    tests: query.tests,
  }));

/** Every snippet as the analyses see it, task by task, the canonical first. */
function snippetsOf({ data, table }: CheckedBundle): Snippet[] {
  return data.queries.flatMap(({ own }, query) => {
    const canonical = data.snippets[own[0]!]!.code;
    return own.map((index, place): Snippet => {
      const { id, code, bugType, bugDescription } = data.snippets[index]!;
      const size = editSize(canonical, code);
      return {
        id,
        taskId: taskIdOf(data, query),
        kind: place === 0 ? "canonical" : "distractor",
        reason: "",
        bugType,
        rule: "",
        description: bugDescription,
        code,
        outcomes: [...table.outcomes(query, index)],
        editCharacters: place === 0 ? 0 : size.characters,
        editRelative: place === 0 ? 0 : size.relative,
        editLines: place === 0 ? 0 : size.lines,
        blockFrom: place === 0 ? 0 : (size.block?.from ?? 0),
        blockTo: place === 0 ? 0 : (size.block?.to ?? 0),
        editOffset: place === 0 ? 0 : firstDifference(canonical, code),
        codeCharacters: code.length,
        codeLines: code.trimEnd().split("\n").length,
      };
    });
  });
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

function writeCorpus(
  staging: string,
  dataset: string,
  { data }: CheckedBundle,
  tasks: readonly Task[],
  snippets: readonly Snippet[],
): void {
  const byId = new Map(
    tasks.map(({ id, domain, function_name: functionName, query, tests }) => [
      id,
      { task: { id, domain, functionName, query, tests, testCount: tests.length }, suite: suiteKey(tests) },
    ]),
  );
  if (byId.size !== data.queries.length) throw new Error("two queries have one id");
  const rows = snippets.map((snippet) => {
    const { task, suite } = byId.get(snippet.taskId)!;
    return rowOf(task, suite, snippet);
  });
  writeFileWhole(join(staging, "frozen", "corpus", `${dataset}.parquet`), encodeRows(rows, CORPUS_COLUMNS));
}

/** Snippets that pass the suite of a query that is not theirs, among all that stand at the head of a ranking. */
function writeCrossPasses(staging: string, dataset: string, { data, systems, table }: CheckedBundle): void {
  const found = new Map<string, CrossPass>();
  for (const { published } of systems) {
    published.top.forEach((results, query) => {
      for (const { snippet } of results ?? []) {
        if (data.queries[query]!.own.includes(snippet) || !table.passes(query, snippet)) continue;
        const pass = { query: taskIdOf(data, query), snippet: data.snippets[snippet]!.id };
        found.set(`${pass.query} ${pass.snippet}`, pass);
      }
    });
  }
  writeFileWhole(
    join(staging, "frozen", "cross-passes", `${dataset}.parquet`),
    encodeRows([...found.values()], CROSS_PASS_COLUMNS),
  );
}
