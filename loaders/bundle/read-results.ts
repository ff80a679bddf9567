import { basename } from "node:path";
import { z } from "zod";
import { InputError, type Violation } from "../errors.ts";
import type { BundleData } from "./read-data.ts";
import { dataViolation, readJson } from "./read-lines.ts";
import { NAME_FIELDS, SystemNames } from "./names.ts";

/** Files in `results/` that are no system's. */
const SUMMARIES = ["full_leaderboard", "invocation_table"];

const TOP_RESULT = z.looseObject({
  rank: z.int().min(1),
  corpus_id: z.string(),
  label: z.string().nullish(),
  bug_type: z.string().nullish(),
  similarity: z.number(),
  passes_all_tests: z.boolean(),
  /** One entry a test; what an entry looks like is not documented. */
  test_results: z.unknown(),
});

const PER_QUERY = z.looseObject({
  query_id: z.string().optional(),
  top_results: z.array(TOP_RESULT).min(1, "needs at least one result"),
});

const RESULTS = z.looseObject({
  metrics: z.record(z.string(), z.number()),
  per_query: z.union([z.array(PER_QUERY), z.record(z.string(), PER_QUERY)]),
});

export interface TopResult {
  rank: number;
  /** Index into the bundle's snippets. */
  snippet: number;
  label: string | null;
  bugType: string;
  similarity: number;
  passes: boolean;
  /** Outcomes where the file holds them as texts, else null. */
  outcomes: string[] | null;
}

/** What the bundle publishes of one system. */
export interface PublishedResults {
  /** Name of its results file. */
  id: string;
  /** Name as printed. */
  label: string;
  file: string;
  metrics: Record<string, number>;
  /** Top results by query index, in rank order; undefined for a query that the file leaves out. */
  top: (TopResult[] | undefined)[];
}

/**
 * Every system's published results, with all names that mean a system.
 * @param files paths of the verified files
 * @throws InputError with file, item and field of all that breaks the format or refers to nothing
 */
export function readResults(
  folder: string,
  files: readonly string[],
  data: BundleData,
): { results: PublishedResults[]; names: SystemNames } {
  const violations: Violation[] = [];
  const names = new SystemNames();
  const paths = files
    .filter((path) => /^results\/[^/]+\.json$/.test(path) && !SUMMARIES.includes(basename(path, ".json")))
    .sort();
  if (paths.length === 0) {
    throw new InputError([
      dataViolation("results/", 0, "-", "results/<model>.json", "no system has results."),
    ]);
  }
  const results = paths.flatMap((file) => {
    const value = readJson(folder, file);
    const parsed = RESULTS.safeParse(value);
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues.slice(0, 20)) {
        violations.push(dataViolation(file, 0, path.slice(0, 2).join("."), path.join("."), `${message}.`));
      }
      return [];
    }
    const id = basename(file, ".json");
    names.addSystem(id);
    for (const field of NAME_FIELDS) {
      const name = parsed.data[field];
      if (typeof name === "string") names.addAlias(id, name);
    }
    return [
      {
        id,
        label: labelOf(parsed.data) ?? id,
        file,
        metrics: parsed.data.metrics,
        top: topOf(parsed.data.per_query, file, data, violations),
      },
    ];
  });
  if (violations.length > 0) throw new InputError(violations);
  return { results, names };
}

const labelOf = (row: Record<string, unknown>): string | undefined =>
  ["display_name", "label", "model_name", "name", "model"]
    .map((field) => row[field])
    .find((name): name is string => typeof name === "string" && name !== "");

function topOf(
  perQuery: z.infer<typeof RESULTS>["per_query"],
  file: string,
  { queries, snippets }: BundleData,
  violations: Violation[],
): PublishedResults["top"] {
  const queryOf = new Map(queries.map(({ id }, index) => [id, index]));
  const snippetOf = new Map(snippets.map(({ id }, index) => [id, index]));
  const top: PublishedResults["top"] = queries.map(() => undefined);
  const entries: [string, z.infer<typeof PER_QUERY>][] = Array.isArray(perQuery)
    ? perQuery.map((entry, index) => [entry.query_id ?? queries[index]?.id ?? String(index), entry])
    : Object.entries(perQuery).map(([key, entry]) => [entry.query_id ?? key, entry]);
  for (const [id, { top_results: results }] of entries) {
    const report = (field: string, message: string) =>
      violations.push(dataViolation(file, 0, id, field, message));
    const query = queryOf.get(id);
    if (query === undefined) report("per_query.query_id", "is no query of data/queries.jsonl.");
    else if (top[query]) report("per_query.query_id", "is there twice.");
    const ranked = [...results].sort((a, b) => a.rank - b.rank);
    ranked.forEach((result, place) => {
      if (result.rank !== place + 1) report("top_results.rank", `holds no rank ${place + 1}.`);
      if (!snippetOf.has(result.corpus_id)) {
        report("top_results.corpus_id", `${result.corpus_id} is not in data/corpus.jsonl.`);
      }
    });
    if (query === undefined) continue;
    top[query] = ranked.map((result) => ({
      rank: result.rank,
      snippet: snippetOf.get(result.corpus_id) ?? -1,
      label: result.label ?? null,
      bugType: result.bug_type ?? "",
      similarity: result.similarity,
      passes: result.passes_all_tests,
      outcomes: outcomesOf(result.test_results),
    }));
  }
  return top;
}

/** Outcomes as texts, whether they stand alone, in objects, or as true and false; null for any other form. */
function outcomesOf(results: unknown): string[] | null {
  if (!Array.isArray(results)) return null;
  const texts = results.map((item: unknown) => {
    if (typeof item === "string") return item;
    if (typeof item !== "object" || item === null) return undefined;
    const { outcome, status, result } = item as Record<string, unknown>;
    return [outcome, status, result].find((value): value is string => typeof value === "string");
  });
  return texts.every((text) => text !== undefined) ? texts : null;
}
