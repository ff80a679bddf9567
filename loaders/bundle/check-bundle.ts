import { InputError } from "../errors.ts";
import type { ExecutionPool } from "../execution/pool.ts";
import { CUTOFFS } from "../../src/shared/vocabulary.ts";
import { Comparison } from "./comparison.ts";
import { compareCells } from "./compare-cells.ts";
import { compareExecution, compareTopResults } from "./compare-results.ts";
import { CACHE_FILE, type ExecutionCache, readExecutionCache } from "./execution-cache.ts";
import { type Head, Measures } from "./measures.ts";
import type { SystemNames } from "./names.ts";
import { completeTable, execute, type OutcomeTable, type Pair } from "./outcome-table.ts";
import { orderSystems, type OrderedSystem } from "./order-systems.ts";
import { BUNDLE_METRICS } from "./published-cells.ts";
import { printedLike } from "./printed.ts";
import { type BundleData, readData } from "./read-data.ts";
import { dataViolation, readJson } from "./read-lines.ts";
import { type PublishedResults, readResults } from "./read-results.ts";
import type { RuleScore } from "./realized-order.ts";
import { sha256 } from "../store/digest.ts";
import { type VerifiedFile, verifyDigests } from "./verify-digests.ts";

/** Files with numbers of several systems. */
const SUMMARY_FILES = [
  "results/full_leaderboard.json",
  "tests/pairwise_tests.json",
  "tests/confidence_intervals.json",
  "tests/paired_difference_intervals.json",
] as const;

const HEAD = Math.max(...CUTOFFS);

export interface CheckOptions {
  /** Opens the executor for pairs that the cache lacks and for those to be executed again. */
  openPool(): Promise<ExecutionPool>;
  /** How many pairs of the cache to execute again, or all. */
  execute: number | "all";
  /** Receives a sentence on what is being done. */
  say?(message: string): void;
}

/** A bundle that was read, recomputed and compared. */
export interface CheckedBundle {
  folder: string;
  files: VerifiedFile[];
  /** SHA-256 of the list of digests: names the bundle. */
  digest: string;
  data: BundleData;
  systems: OrderedSystem[];
  rules: RuleScore[];
  cache: ExecutionCache;
  table: OutcomeTable;
  /** Pairs executed again and compared with the cache. */
  executedAgain: number;
  comparison: Comparison;
  /** What a reader of the report should know, in sentences. */
  notes: string[];
}

/**
 * Verifies, reads and recomputes a released bundle and compares every published cell.
 * @param folder holds the bundle's SHA256SUMS
 * @throws UserError or InputError when a digest is wrong or a file breaks the format; a value that differs is no error
 */
export async function checkBundle(folder: string, options: CheckOptions): Promise<CheckedBundle> {
  const say = options.say ?? (() => {});
  say("verifying digests");
  const files = verifyDigests(folder);
  say("reading data and results");
  const data = readData(folder);
  const paths = files.map(({ path }) => path);
  const { results, names } = readResults(folder, paths, data);
  const cache = readExecutionCache(folder, data);
  const { systems, rules, notes } = await orderSystems(folder, paths, data, results, names, say);
  say("looking up outcomes");
  const table = await completeTable(data, cache, wantedPairs(data, systems), options.openPool);
  say("comparing");
  const comparison = new Comparison();
  const measures = new Measures(
    new Map(systems.map((system) => [system.published.id, headsOf(system, data, table)])),
  );
  for (const { published, order } of systems) {
    compareTopResults(published, order, data, table, comparison);
    compareMetrics(published, measures, comparison);
  }
  for (const file of SUMMARY_FILES) {
    compareSummary(file, readJson(folder, file), systems, names, measures, comparison, notes);
  }
  const again = pairsToRepeat(data, cache, options.execute);
  if (again.length > 0) {
    say(`executing ${again.length} pairs again`);
    compareExecution(CACHE_FILE, data, cache.get, await execute(data, again, options.openPool), comparison);
  }
  return {
    folder,
    files,
    digest: sha256(
      files
        .map(({ path, sha256: digest }) => `${digest}  ${path}`)
        .sort()
        .join("\n"),
    ),
    data,
    systems,
    rules,
    cache,
    table,
    executedAgain: again.length,
    comparison,
    notes,
  };
}

/** Own pairs of every query, and whatever stands at the head of a ranking, published or recomputed. */
function wantedPairs({ queries }: BundleData, systems: readonly OrderedSystem[]): Pair[] {
  return queries.flatMap(({ own }, query) => [
    ...own.map((snippet): Pair => [query, snippet]),
    ...systems.flatMap(({ published, order }): Pair[] => {
      const { top, depth } = order?.ranking ?? { top: new Int32Array(), depth: 0 };
      const head = Array.from(top.subarray(query * depth, query * depth + Math.min(HEAD, depth)));
      const named = published.top[query]?.map(({ snippet }) => snippet) ?? [];
      return [...head, ...named].map((snippet) => [query, snippet]);
    }),
  ]);
}

/** Heads of a system's rankings: recomputed, or the published ones where that was not possible. */
function headsOf({ published, order }: OrderedSystem, { queries }: BundleData, table: OutcomeTable): Head[] {
  return queries.map(({ own }, query) => {
    const snippets = order
      ? Array.from(
          order.ranking.top
            .subarray(query * order.ranking.depth)
            .subarray(0, Math.min(HEAD, order.ranking.depth)),
        )
      : (published.top[query]?.map(({ snippet }) => snippet) ?? []);
    return {
      passing: snippets.map((snippet) => table.passes(query, snippet)),
      canonicalRank: snippets.includes(own[0]!) ? snippets.indexOf(own[0]!) + 1 : Infinity,
    };
  });
}

/** The means at the head of a system's results file. */
function compareMetrics(published: PublishedResults, measures: Measures, comparison: Comparison): void {
  const { file, id } = published;
  const { tolerance } = printedLike(Object.values(published.metrics));
  for (const [name, value] of Object.entries(published.metrics)) {
    const [family, k] = name.replace("execution_precision", "precision").split("@");
    const metric = BUNDLE_METRICS.find((known) => known === family);
    const ours = metric && measures.mean(id, metric, Number(k));
    if (ours === undefined) {
      comparison.unknown.push({ file, path: `metrics/${name}` });
      continue;
    }
    comparison.add(Math.abs(value - ours) <= tolerance(ours) ? "equal" : "different", {
      file,
      metric: name,
      path: `metrics/${name}`,
      published: value,
      recomputed: ours,
      accepted: `${ours} as printed (+-${tolerance(ours).toPrecision(2)})`,
    });
  }
}

function compareSummary(
  file: string,
  content: unknown,
  systems: readonly OrderedSystem[],
  names: SystemNames,
  measures: Measures,
  comparison: Comparison,
  notes: string[],
): void {
  const { cells, unknown } = compareCells(file, content, names, measures, comparison);
  if (cells.length === 0) {
    const message = `holds no number that could be understood; it holds ${unknown.slice(0, 5).join(", ") || "none"}.`;
    throw new InputError([dataViolation(file, 0, "-", "shape", message)]);
  }
  const found = new Set(cells.map((cell) => [...cell.systems].sort().join(" vs ")));
  const ids = systems.map(({ published }) => published.id);
  const expected =
    cells[0]!.systems.length === 1
      ? ids
      : ids.flatMap((a, i) => ids.slice(i + 1).map((b) => [a, b].sort().join(" vs ")));
  const left = expected.filter((name) => !found.has(name));
  if (left.length > 0) {
    notes.push(
      `${file} says nothing of ${left.length} of ${expected.length}: ${left.slice(0, 5).join(", ")}`,
    );
  }
}

/** Own pairs of the cache, all or the first of an order that is as good as random. */
function pairsToRepeat(
  { queries, snippets }: BundleData,
  { get }: ExecutionCache,
  wanted: number | "all",
): Pair[] {
  const pairs = queries.flatMap(({ own }, query) =>
    own.filter((snippet) => get(query, snippet)).map((snippet): Pair => [query, snippet]),
  );
  if (wanted === "all") return pairs;
  const draw = ([query, snippet]: Pair): string => sha256(`${queries[query]!.id} ${snippets[snippet]!.id}`);
  return pairs
    .map((pair) => ({ pair, draw: draw(pair) }))
    .sort((a, b) => (a.draw < b.draw ? -1 : 1))
    .slice(0, wanted)
    .map(({ pair }) => pair);
}
