import type { Outcome } from "../execution/types.ts";
import { sha256 } from "../store/digest.ts";
import type { BundleData } from "./read-data.ts";
import { readLines } from "./read-lines.ts";
import { CACHE_ROW, type CacheRow } from "./schemas.ts";

export const CACHE_FILE = "data/execution_cache.jsonl";

/** A way in which a text may have been digested. */
interface DigestRule<T> {
  /** In words, for the report. */
  name: string;
  text(value: T): string;
}

/** JSON as Python's `json.dumps` writes it: a space after each comma, non-ASCII characters escaped. */
const pythonJson = (tests: readonly string[]): string =>
  `[${tests.map((test) => escapeNonAscii(JSON.stringify(test))).join(", ")}]`;

const escapeNonAscii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

// The dataset card names the two digests and not what they are taken of.
const CODE_RULES: readonly DigestRule<string>[] = [
  { name: "the code", text: (code) => code },
  { name: "the code without outer white space", text: (code) => code.trim() },
  { name: "the code without outer white space and a newline", text: (code) => `${code.trim()}\n` },
];
const TESTS_RULES: readonly DigestRule<readonly string[]>[] = [
  { name: "the tests joined by newlines", text: (tests) => tests.join("\n") },
  { name: "the tests as Python's JSON", text: pythonJson },
  { name: "the tests as compact JSON", text: (tests) => JSON.stringify(tests) },
  {
    name: "the tests as Python's JSON without escapes",
    text: (tests) => `[${tests.map((test) => JSON.stringify(test)).join(", ")}]`,
  },
  { name: "the tests as compact JSON with escapes", text: (tests) => escapeNonAscii(JSON.stringify(tests)) },
  { name: "the tests joined by empty lines", text: (tests) => tests.join("\n\n") },
  { name: "the tests joined by newlines, ending in one", text: (tests) => `${tests.join("\n")}\n` },
  { name: "the tests joined by null characters", text: (tests) => tests.join("\0") },
  { name: "the tests joined by nothing", text: (tests) => tests.join("") },
];

/** The bundle's outcomes, by (query, snippet) of its own numbering. */
export interface ExecutionCache {
  rows: number;
  /** What the keys are digests of, in words; null when no known rule finds a pair. */
  keyedBy: string | null;
  /** Own pairs of the queries that it has no outcomes for. */
  missingOwn: number;
  /** Outcomes of a snippet under a query's suite, or undefined where the cache has none. */
  get(query: number, snippet: number): readonly Outcome[] | undefined;
}

/**
 * Reads the execution cache and finds what its keys are digests of: the rule under which most of the queries' own pairs
 * are in it.
 * @throws InputError with line and field of every row that breaks the format
 */
export function readExecutionCache(folder: string, { snippets, queries }: BundleData): ExecutionCache {
  const rows = readLines<CacheRow>(folder, CACHE_FILE, CACHE_ROW, "code_sha256");
  const known = new Map(
    rows.map((row) => [`${row.code_sha256} ${row.tests_sha256}`, row.outcomes as Outcome[]]),
  );
  const ownPairs = queries.reduce((sum, { own }) => sum + own.length, 0);
  const keyings = CODE_RULES.flatMap((code) =>
    TESTS_RULES.map((tests) => {
      const codes = snippets.map((snippet) => sha256(code.text(snippet.code)));
      const suites = queries.map((query) => sha256(tests.text(query.tests)));
      const find = (query: number, snippet: number) => known.get(`${codes[snippet]} ${suites[query]}`);
      const found = queries.reduce(
        (sum, { own }, query) => sum + own.filter((snippet) => find(query, snippet)).length,
        0,
      );
      return { name: `${code.name}; ${tests.name}`, find, found };
    }),
  );
  const best = keyings.reduce((a, b) => (b.found > a.found ? b : a));
  return {
    rows: rows.length,
    keyedBy: best.found > 0 ? best.name : null,
    missingOwn: ownPairs - best.found,
    get: best.find,
  };
}
