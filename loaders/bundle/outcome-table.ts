import type { ExecutionPool } from "../execution/pool.ts";
import { allPass } from "../execution/outcome.ts";
import type { Outcome } from "../execution/types.ts";
import type { ExecutionCache } from "./execution-cache.ts";
import type { BundleData } from "./read-data.ts";

/** A snippet under a query's suite. */
export type Pair = readonly [query: number, snippet: number];

/** Outcomes of all pairs that a figure asks for. */
export interface OutcomeTable {
  /** @throws Error for a pair that was not asked for at the start */
  outcomes(query: number, snippet: number): readonly Outcome[];
  passes(query: number, snippet: number): boolean;
  /** Pairs that the bundle's cache lacks, executed here. */
  executed: number;
}

/** Outcomes from the bundle's cache; what it lacks is executed here. */
export async function completeTable(
  data: BundleData,
  cache: ExecutionCache,
  wanted: readonly Pair[],
  openPool: () => Promise<ExecutionPool>,
  onProgress?: (done: number, total: number) => void,
): Promise<OutcomeTable> {
  const missing = unique(wanted).filter(([query, snippet]) => cache.get(query, snippet) === undefined);
  const here =
    missing.length === 0 ? new Map<string, Outcome[]>() : await execute(data, missing, openPool, onProgress);
  const outcomes = (query: number, snippet: number): readonly Outcome[] => {
    const found = cache.get(query, snippet) ?? here.get(`${query} ${snippet}`);
    if (!found) throw new Error(`query ${query} and snippet ${snippet} were not executed`);
    return found;
  };
  return {
    outcomes,
    passes: (query, snippet) => allPass(outcomes(query, snippet)),
    executed: missing.length,
  };
}

/** Outcomes of pairs by our own runner, keyed `"<query> <snippet>"`. */
export async function execute(
  { queries, snippets }: BundleData,
  pairs: readonly Pair[],
  openPool: () => Promise<ExecutionPool>,
  onProgress?: (done: number, total: number) => void,
): Promise<Map<string, Outcome[]>> {
  const pool = await openPool();
  const requests = pairs.map(([query, snippet]) => ({
    id: `${query} ${snippet}`,
    code: snippets[snippet]!.code,
    tests: queries[query]!.tests,
  }));
  const results = await pool.run(requests, { onResult: (_, done, total) => onProgress?.(done, total) });
  return new Map([...results].map(([id, { outcomes }]) => [id, outcomes]));
}

const unique = (pairs: readonly Pair[]): Pair[] => [
  ...new Map(pairs.map((pair) => [pair.join(" "), pair])).values(),
];
