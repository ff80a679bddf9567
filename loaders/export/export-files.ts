import { type Column, encodeRows } from "../store/parquet.ts";
import type { Corpus, CorpusTask, Snippet } from "../tasks/corpus.ts";
import { readCrossPasses } from "../tasks/cross-passes.ts";
import { loadExplanations } from "../tasks/explanations.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { UserError } from "../errors.ts";

export const FORMATS = ["jsonl", "beir", "triplets"] as const;
export type Format = (typeof FORMATS)[number];

/** Files by their path within the export. */
export type ExportFiles = Record<string, string | Uint8Array>;

/** A task with its canonical and its selected distractors, all with their text. */
interface TaskWithText {
  task: CorpusTask & { query: string; tests: string[] };
  canonical: Snippet & { code: string };
  distractors: (Snippet & { code: string })[];
}

/** @throws UserError when the dataset's text is not on this machine */
async function loadWithText(dataset: string): Promise<{ corpus: Corpus; tasks: TaskWithText[] }> {
  const corpus = await loadCorpus(dataset);
  if (!corpus.hasText) {
    throw new UserError(
      `The text of ${dataset} is not on this machine, and only its text can be exported.`,
      `Run \`${corpus.dataset.importCommand}\` first.`,
    );
  }
  const own = new Map(corpus.tasks.map(({ id }) => [id, [] as Snippet[]]));
  for (const snippet of corpus.snippets) own.get(snippet.taskId)!.push(snippet);
  const tasks = corpus.tasks.map((task) => {
    const [canonical, ...distractors] = own.get(task.id)!;
    return { task, canonical, distractors } as TaskWithText;
  });
  return { corpus, tasks };
}

const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Our own format with the selected distractors and the first test that each fails. */
async function exportJsonl(dataset: string): Promise<ExportFiles> {
  const { corpus, tasks } = await loadWithText(dataset);
  const explanations = await loadExplanations(corpus);
  const rows = tasks.map(({ task, canonical, distractors }) => ({
    id: task.id,
    function_name: task.functionName,
    query: task.query,
    domain: task.domain,
    canonical: canonical.code,
    tests: task.tests,
    distractors: distractors.map(({ id, bugType, description, code }) => {
      const failing = explanations.get(`${task.id} ${id}`);
      return {
        id,
        bug_type: bugType,
        description,
        code,
        ...(failing && {
          first_failing_test: {
            test: failing.test,
            input: failing.input,
            expected: failing.expected,
            got: failing.got,
          },
        }),
      };
    }),
  }));
  return { [`${dataset}.jsonl`]: jsonLines(rows) };
}

/**
 * The layout of BEIR (Thakur et al., NeurIPS Datasets and Benchmarks 2021): `corpus.jsonl`, `queries.jsonl` and
 * `qrels/test.tsv`. Every snippet that passes a query's tests has score 1, not the canonical alone; the rest is not listed,
 * which BEIR takes for 0. What BEIR has no place for (function name, tests) stands in the queries' metadata, where
 * `npm run import:tasks` finds it.
 */
async function exportBeir(dataset: string): Promise<ExportFiles> {
  const { corpus, tasks } = await loadWithText(dataset);
  const cross = await readCrossPasses(dataset);
  const snippets = corpus.snippets.map(({ id, taskId, kind, bugType, code }) => ({
    _id: id,
    title: "",
    text: code,
    metadata: { task: taskId, kind, bug_type: bugType },
  }));
  const queries = tasks.map(({ task }) => ({
    _id: task.id,
    text: task.query,
    metadata: { domain: task.domain, function_name: task.functionName, tests: task.tests },
  }));
  const pool = new Set(corpus.snippets.map(({ id }) => id));
  const relevant = [
    ...tasks.map(({ task, canonical }) => [task.id, canonical.id] as const),
    ...[...cross].map((pair) => {
      const space = pair.lastIndexOf(" ");
      return [pair.slice(0, space), pair.slice(space + 1)] as const;
    }),
  ].filter(([, snippet]) => pool.has(snippet));
  const lines = [...new Set(relevant.map(([query, snippet]) => `${query}\t${snippet}\t1\n`))].sort();
  return {
    [`${dataset}/corpus.jsonl`]: jsonLines(snippets),
    [`${dataset}/queries.jsonl`]: jsonLines(queries),
    [`${dataset}/qrels/test.tsv`]: `query-id\tcorpus-id\tscore\n${lines.join("")}`,
  };
}

const TRIPLET_COLUMNS: Column[] = [
  { name: "query", type: "utf8", unit: "", description: "the question" },
  { name: "canonical", type: "utf8", unit: "", description: "source that passes every test" },
  { name: "distractor", type: "utf8", unit: "", description: "source after one edit, which fails a test" },
  { name: "task", type: "utf8", unit: "", description: "task id" },
  { name: "bug_type", type: "utf8", unit: "", description: "kind of the edit" },
];

/** One row a selected distractor: anchor, positive and hard negative. */
async function exportTriplets(dataset: string): Promise<ExportFiles> {
  const { tasks } = await loadWithText(dataset);
  const rows = tasks.flatMap(({ task, canonical, distractors }) =>
    distractors.map(({ code, bugType }) => ({
      query: task.query,
      canonical: canonical.code,
      distractor: code,
      task: task.id,
      bug_type: bugType,
    })),
  );
  return { [`${dataset}-triplets.parquet`]: encodeRows(rows, TRIPLET_COLUMNS) };
}

const EXPORTS: Record<Format, (dataset: string) => Promise<ExportFiles>> = {
  jsonl: exportJsonl,
  beir: exportBeir,
  triplets: exportTriplets,
};

/** The files of a dataset in a format. @throws UserError when its text is not on this machine */
export const exportDataset = (dataset: string, format: Format): Promise<ExportFiles> =>
  EXPORTS[format](dataset);
