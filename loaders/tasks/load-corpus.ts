import { group } from "d3-array";
import type { ExecutionPool } from "../execution/pool.ts";
import { CACHE, fromRoot } from "../paths.ts";
import { codeDigest, runnerDigest } from "../store/code-digest.ts";
import { digestOf } from "../store/digest.ts";
import { readKept, keep } from "../store/kept.ts";
import { buildTask, completeOutcomes, enumerateAll, knownOutcomes } from "./build-corpus.ts";
import type { Corpus, CorpusTask, Snippet } from "./corpus.ts";
import {
  corpusFileDigest,
  type CorpusRow,
  readCorpusFile,
  rowOf,
  snippetOf,
  suiteKey,
} from "./corpus-file.ts";
import { type Dataset, datasetById, hasText } from "./datasets.ts";
import { readTasks } from "./read-tasks.ts";
import { readSuppliedCorpus } from "./supplied-corpus.ts";

/** A built corpus as it is kept between processes: tasks and snippets with their text. */
interface KeptCorpus {
  tasks: CorpusTask[];
  snippets: Snippet[];
}

export interface LoadOptions {
  /** Opens the executor when something must be executed; without it, an unknown outcome is an error. */
  openPool?: () => Promise<ExecutionPool>;
  onProgress?: (done: number, total: number) => void;
}

/** Digest of what stands in the corpus and what execution said of it; the same with and without the text. */
const contentDigest = ({ snippets }: KeptCorpus): string =>
  digestOf(
    snippets.map(({ taskId, id, kind, outcomes }) => [taskId, id, kind, outcomes].join(" ")).sort(),
  ).slice(0, 12);

/** A corpus of these tasks and snippets. */
export function assemble(dataset: Dataset, hasOwnText: boolean, kept: KeptCorpus): Corpus {
  const chosen = (kinds: string[]) => kept.snippets.filter(({ kind }) => kinds.includes(kind));
  return {
    dataset,
    digest: contentDigest(kept),
    hasText: hasOwnText,
    tasks: kept.tasks,
    snippets: chosen(["canonical", "distractor"]),
    pool: chosen(["pool"]),
    rejected: chosen(["survivor", "killed_not_valid"]),
  };
}

/** A corpus without text, from its frozen rows alone. */
function withoutText(rows: readonly CorpusRow[]): KeptCorpus {
  const tasks = new Map<string, CorpusTask>();
  for (const row of rows) {
    if (row.kind !== "canonical") continue;
    const testCount = row.outcomes.split(",").length;
    const { task: id, domain, function_name: functionName } = row;
    tasks.set(id, { id, domain, functionName, query: null, tests: null, testCount });
  }
  return { tasks: [...tasks.values()], snippets: rows.map(snippetOf) };
}

async function fromText(dataset: Dataset, options: LoadOptions): Promise<KeptCorpus> {
  const tasks = readTasks(dataset);
  const mutants = enumerateAll(tasks);
  const frozen = knownOutcomes(await readCorpusFile(dataset.id));
  const openPool =
    options.openPool ??
    (() =>
      Promise.reject(
        new Error(`${dataset.id} has snippets that were never executed: run \`npm start\` first`),
      ));
  const known = await completeOutcomes(tasks, mutants, frozen, openPool, options.onProgress);
  const byTask = group(mutants, ({ taskId }) => taskId);
  const built = tasks.map((task) => buildTask(task, byTask.get(task.id) ?? [], known));
  return { tasks: built.map(({ task }) => task), snippets: built.flatMap(({ snippets }) => snippets) };
}

const loaded = new Map<string, Promise<Corpus>>();

async function load(dataset: Dataset, options: LoadOptions): Promise<Corpus> {
  if (!hasText(dataset)) {
    const rows = await readCorpusFile(dataset.id);
    return assemble(dataset, false, withoutText(rows));
  }
  if (dataset.imported?.near_clones === "supplied") {
    return assemble(dataset, true, await readSuppliedCorpus(dataset));
  }
  const digest = digestOf({
    tasks: readTasks(dataset).map(({ id, query, canonical, tests }) => ({ id, query, canonical, tests })),
    code: codeDigest("loaders/tasks/build-corpus.ts"),
    runner: runnerDigest(),
    frozen: corpusFileDigest(dataset.id),
  });
  const path = fromRoot(CACHE, "corpus", `${dataset.id}.json.gz`);
  const kept = readKept<KeptCorpus>(path, digest) ?? keep(path, digest, await fromText(dataset, options));
  return assemble(dataset, true, kept);
}

/**
 * A dataset with its mutants, outcomes and selection: from its text where that is on this machine (executing what was
 * never executed), else from frozen rows. Remembered within the process.
 */
export function loadCorpus(id: string, options: LoadOptions = {}): Promise<Corpus> {
  let corpus = loaded.get(id);
  if (!corpus) {
    corpus = load(datasetById(id), options);
    loaded.set(id, corpus);
  }
  return corpus;
}

/** The frozen rows that a corpus with text gives. */
export function corpusRows(corpus: Corpus): CorpusRow[] {
  const tasks = new Map(corpus.tasks.map((task) => [task.id, { task, suite: suiteKey(task.tests ?? []) }]));
  return [...corpus.snippets, ...corpus.pool, ...corpus.rejected].map((snippet) => {
    const { task, suite } = tasks.get(snippet.taskId)!;
    return rowOf(task, suite, snippet);
  });
}
