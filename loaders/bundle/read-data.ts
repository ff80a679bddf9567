import { InputError, type Violation } from "../errors.ts";
import { callsFunction, topLevelFunctions } from "../tasks/python-syntax.ts";
import { dataViolation, type Placed, readLines } from "./read-lines.ts";
import {
  CORPUS_ROW,
  type CorpusRow,
  DISTRACTOR_ROW,
  type DistractorRow,
  ENTRY_ID,
  QUERY_ROW,
  type QueryRow,
} from "./schemas.ts";
import { type EntryUsage, usageOf } from "./usage.ts";

export interface BundleSnippet {
  /** The bundle's own id. */
  id: string;
  code: string;
  correct: boolean;
  /** Empty on canonicals. */
  bugType: string;
  bugDescription: string;
  /** Index of the query it belongs to. */
  query: number;
}

export interface BundleQuery {
  id: string;
  query: string;
  tests: string[];
  functionName: string;
  domain: string;
  /** Indices into `snippets`: the canonical, then its distractors in the order of the file. */
  own: number[];
  usage: EntryUsage | null;
}

/** What the bundle's corpus and query files hold, in file order. */
export interface BundleData {
  snippets: BundleSnippet[];
  queries: BundleQuery[];
}

const FILES = {
  corpus: "data/corpus.jsonl",
  queries: "data/queries.jsonl",
  distractors: "data/distractor_metadata.jsonl",
} as const;

/**
 * Corpus, queries and descriptions of a bundle whose digests were verified.
 * @throws InputError with file, line, field and remedy of all that breaks the format or refers to nothing
 */
export function readData(folder: string): BundleData {
  const corpus = readLines<CorpusRow>(folder, FILES.corpus, CORPUS_ROW, "corpus_id");
  const queries = readLines<QueryRow>(folder, FILES.queries, QUERY_ROW, "query_id");
  const described = readLines<DistractorRow>(folder, FILES.distractors, DISTRACTOR_ROW, "corpus_id");
  const violations = [
    ...repeated(FILES.corpus, corpus, ({ corpus_id: id }) => id, "corpus_id"),
    ...repeated(FILES.queries, queries, ({ query_id: id }) => id, "query_id"),
    ...repeated(FILES.distractors, described, ({ corpus_id: id }) => id, "corpus_id"),
  ];
  const places = new Map(corpus.map(({ corpus_id: id }, index) => [id, index]));
  const owners = ownersOf(corpus, queries, places, violations);
  for (const { corpus_id: id, line } of described) {
    if (places.has(id)) continue;
    violations.push(dataViolation(FILES.distractors, line, id, "corpus_id", `is not in ${FILES.corpus}.`));
  }
  const read = queries.map((row) => toQuery(row, corpus, places, violations));
  if (violations.length > 0) throw new InputError(violations);

  const descriptions = new Map(described.map((row) => [row.corpus_id, row.bug_description]));
  const snippets = corpus.map((row, index) => ({
    id: row.corpus_id,
    code: row.code,
    correct: row.label === "correct",
    bugType: row.bug_type ?? "",
    bugDescription: descriptions.get(row.corpus_id) ?? "",
    query: owners[index]!,
  }));
  return { snippets, queries: read };
}

function repeated<T>(
  file: string,
  rows: readonly Placed<T>[],
  idOf: (row: T) => string,
  field: string,
): Violation[] {
  const first = new Map<string, number>();
  return rows.flatMap((row) => {
    const id = idOf(row);
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, row.line);
      return [];
    }
    return [dataViolation(file, row.line, id, field, `is the id of line ${before}, too.`)];
  });
}

/** Index of the one query that names each snippet. */
function ownersOf(
  corpus: readonly Placed<CorpusRow>[],
  queries: readonly Placed<QueryRow>[],
  places: ReadonlyMap<string, number>,
  violations: Violation[],
): number[] {
  const owners = corpus.map(() => -1);
  queries.forEach((row, query) => {
    const name = (field: "correct_corpus_ids" | "paired_distractor_corpus_ids", label: string) => {
      for (const id of row[field]) {
        const report = (message: string) =>
          violations.push(dataViolation(FILES.queries, row.line, row.query_id, field, message));
        const place = places.get(id);
        if (place === undefined) report(`names ${id}, which is not in ${FILES.corpus}.`);
        else if (owners[place]! >= 0) {
          report(`names ${id}, which ${queries[owners[place]!]!.query_id} names, too.`);
        } else {
          owners[place] = query;
          if (corpus[place]!.label !== label) report(`names ${id}, whose label is ${corpus[place]!.label}.`);
        }
      }
    };
    name("correct_corpus_ids", "correct");
    name("paired_distractor_corpus_ids", "incorrect");
  });
  corpus.forEach(({ corpus_id: id, line }, index) => {
    if (owners[index]! >= 0) return;
    violations.push(dataViolation(FILES.corpus, line, id, "corpus_id", "belongs to no query."));
  });
  return owners;
}

function toQuery(
  row: Placed<QueryRow>,
  corpus: readonly CorpusRow[],
  places: ReadonlyMap<string, number>,
  violations: Violation[],
): BundleQuery {
  const own = [...row.correct_corpus_ids, ...row.paired_distractor_corpus_ids].map(
    (id) => places.get(id) ?? -1,
  );
  const report = (field: string, message: string) =>
    violations.push(dataViolation(FILES.queries, row.line, row.query_id, field, message));
  const functionName = targetOf(corpus[own[0]!]?.code ?? "", row.test_suite);
  if (functionName === undefined && own[0]! >= 0) {
    report("test_suite", "calls no function that the correct snippet defines.");
  }
  const { batch_usage: batchUsage } = row.metadata;
  const usage = usageOf(batchUsage);
  if (batchUsage && usage === null) {
    report("metadata.batch_usage", "holds no prompt_tokens and completion_tokens at any depth.");
  } else if (usage && usage.reasoningTokens > usage.completionTokens) {
    report("metadata.batch_usage", "has more reasoning_tokens than completion_tokens.");
  }
  return {
    id: row.query_id,
    query: row.query.trim(),
    tests: row.test_suite,
    functionName: functionName ?? "",
    domain: ENTRY_ID.exec(row.entry_id)![1]!,
    own,
    usage,
  };
}

/** The canonical's top-level function that most tests call: no column of the bundle names it. */
function targetOf(code: string, tests: readonly string[]): string | undefined {
  const calls = topLevelFunctions(code).map((name) => ({
    name,
    tests: tests.filter((test) => callsFunction(test, name)).length,
  }));
  return calls.filter(({ tests }) => tests > 0).sort((a, b) => b.tests - a.tests)[0]?.name;
}
