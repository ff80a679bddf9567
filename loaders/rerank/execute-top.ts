import type { Evaluation } from "../analyses/evaluation-types.ts";
import type { ExecutionPool } from "../execution/pool.ts";
import type { ExecutionRequest, ExecutionResult } from "../execution/types.ts";
import { present } from "../tasks/corpus.ts";
import { suiteKey } from "../tasks/corpus-file.ts";
import { topLevelFunctions } from "../tasks/python-syntax.ts";
import { sha256 } from "../store/digest.ts";
import { stagePool } from "./candidates.ts";
import { SHOWN_TESTS, testOrder } from "./chosen-tests.ts";
import { type ExecutedRow, outcomesOf, pairKey } from "./executed-file.ts";

/** What executing the top tens found, for the command's closing lines. */
export interface ExecutedTop {
  rows: ExecutedRow[];
  /** Pairs that no earlier run had. */
  executed: number;
  /** Pairs with a timeout, each confirmed by a second run alone. */
  timeouts: number;
  /** Pairs whose process died or broke the protocol. */
  faults: number;
  /** Functions of other tasks that pass the whole suite once they bear the asked name. */
  foreignPasses: string[];
  /** Runs of shown tests whose verdict differs from what the whole suite's outcomes say of these tests. */
  differences: string[];
}

interface Pair {
  query: number;
  item: number;
  code: string;
  tests: readonly string[];
  suite: string;
}

/**
 * Caps of a suite, in ms of the candidate's own time: the first look, and the second, alone. Only functions of other tasks
 * are looked at, which never count as right: a filter that waits for 5 s, as the definition does, would be of little use.
 */
const CAP_MS = 500;
const CONFIRM_CAP_MS = 2_000;

/** How many queries' runs are timed. */
const TIMED_QUERIES = 200;

/**
 * Executes every snippet of every first stage's top 10 against the query's suite, one process a pair, and for a sample of the
 * queries the first 1, 2, 3 shown tests by themselves, whose time is what a second stage pays. A function of another task runs under the name
 * that the suite calls (Python's own rules of names): else the tests would only look at its name.
 * @param known rows of an earlier run; those of an unchanged suite are taken over
 */
export async function executeTop(
  evaluation: Evaluation,
  pool: ExecutionPool,
  known: ReadonlyMap<string, ExecutedRow>,
  onProgress: (done: number, total: number) => void,
): Promise<ExecutedTop> {
  const { corpus } = evaluation;
  const all = stagePool(evaluation).flatMap((items, query) => items.map((item) => ({ query, item })));
  const suites = corpus.tasks.map(({ tests }) => suiteKey(tests!));
  const keyOf = ({ query, item }: { query: number; item: number }): string =>
    pairKey(corpus.tasks[query]!.id, corpus.snippets[item]!.id);
  const isKnown = (pair: { query: number; item: number }): boolean =>
    known.get(keyOf(pair))?.suite === suites[pair.query];
  const open = await renamed(
    evaluation,
    pool,
    all.filter((pair) => !isKnown(pair)),
    suites,
  );
  const results = await runBoth(evaluation, pool, open, onProgress);
  const fresh = new Map(
    open.map((pair, index) => [keyOf(pair), rowOf(evaluation, pair, String(index), results)]),
  );
  const rows = all.map((pair) => fresh.get(keyOf(pair)) ?? known.get(keyOf(pair))!);
  return {
    ...summary(evaluation, all, rows),
    rows,
    executed: open.length,
    differences: differing(evaluation, open, fresh, results),
  };
}

/** Pairs with the code to run: a function of another task gets the asked name; what does not parse keeps its own. */
async function renamed(
  { corpus, own }: Evaluation,
  pool: ExecutionPool,
  pairs: readonly { query: number; item: number }[],
  suites: readonly string[],
): Promise<Pair[]> {
  const owner = new Int32Array(corpus.snippets.length);
  own.forEach((items, query) => items.forEach((item) => (owner[item] = query)));
  const found = pairs.map(({ query, item }): Pair => ({
    query,
    item,
    code: present(corpus.snippets[item]!.code),
    tests: corpus.tasks[query]!.tests!,
    suite: suites[query]!,
  }));
  const foreign = found.flatMap((pair) => {
    const from = corpus.tasks[owner[pair.item]!]!.functionName;
    const to = corpus.tasks[pair.query]!.functionName;
    // A function that bears the asked name, if only as a helper's, is what the tests would call.
    return topLevelFunctions(pair.code).includes(to)
      ? []
      : [{ pair, request: { code: pair.code, from, to } }];
  });
  const codes = await pool.rename(foreign.map(({ request }) => request));
  foreign.forEach(({ pair }, index) => (pair.code = codes[index] ?? pair.code));
  return found;
}

/**
 * The whole suites under the pairs' indices, and for the timed queries the shown tests under `<index> <t>`. A query's own
 * snippets were executed when the corpus was frozen. Where a whole suite timed out, its time stands for the shown tests':
 * what hangs costs a second stage the same cap.
 */
async function runBoth(
  { corpus, own }: Evaluation,
  pool: ExecutionPool,
  pairs: readonly Pair[],
  onProgress: (done: number, total: number) => void,
): Promise<Map<string, ExecutionResult>> {
  const timed = timedQueries(corpus.tasks.map(({ id }) => id));
  const requests = pairs.flatMap(({ query, item, code, tests }, index): ExecutionRequest[] => {
    const whole = own[query]!.includes(item) ? [] : [{ id: String(index), code, tests, capMs: CAP_MS }];
    if (!timed.has(query)) return whole;
    const order = testOrder(corpus.tasks[query]!.id, tests.length);
    const shown = SHOWN_TESTS.map((count) => ({
      id: `${index} ${count}`,
      code,
      tests: order.slice(0, count).map((test) => tests[test]!),
      capMs: CAP_MS,
      stopAtFirstFailure: true,
    }));
    return [...whole, ...shown];
  });
  const results = await pool.run(requests, {
    confirmTimeouts: false,
    onResult: (_, done, total) => onProgress(done, total),
  });
  return confirmed(pool, requests, results, onProgress);
}

/** Runs whole suites that timed out once more, one at a time, with a wider cap: what passes within it is no timeout. */
async function confirmed(
  pool: ExecutionPool,
  requests: readonly ExecutionRequest[],
  results: Map<string, ExecutionResult>,
  onProgress: (done: number, total: number) => void,
): Promise<Map<string, ExecutionResult>> {
  const suspects = requests.filter(
    ({ id }) => !id.includes(" ") && results.get(id)!.outcomes.includes("TIMEOUT"),
  );
  for (const [index, request] of suspects.entries()) {
    const again = await pool.run([{ ...request, capMs: CONFIRM_CAP_MS }], { confirmTimeouts: false });
    results.set(request.id, again.get(request.id)!);
    onProgress(requests.length - suspects.length + index + 1, requests.length);
  }
  return results;
}

/** Queries whose shown tests are run by themselves to take their time: a sample by digest, so that it favors none. */
function timedQueries(tasks: readonly string[]): Set<number> {
  const order = Array.from(tasks.keys()).sort((a, b) => (sha256(tasks[a]!) < sha256(tasks[b]!) ? -1 : 1));
  return new Set(order.slice(0, TIMED_QUERIES));
}

function rowOf(
  { corpus }: Evaluation,
  { query, item, suite }: Pair,
  id: string,
  results: ReadonlyMap<string, ExecutionResult>,
): ExecutedRow {
  const ms = (shown: number): number => results.get(`${id} ${shown}`)?.elapsedMs ?? Number.NaN;
  return {
    query: corpus.tasks[query]!.id,
    item: corpus.snippets[item]!.id,
    suite,
    outcomes: (results.get(id)?.outcomes ?? corpus.snippets[item]!.outcomes).join(","),
    ms1: ms(1),
    ms2: ms(2),
    ms3: ms(3),
  };
}

function summary(
  { own }: Evaluation,
  pairs: readonly { query: number; item: number }[],
  rows: readonly ExecutedRow[],
): Pick<ExecutedTop, "timeouts" | "faults" | "foreignPasses"> {
  const passes = (outcomes: string): boolean => outcomes.split(",").every((outcome) => outcome === "pass");
  return {
    timeouts: rows.filter(({ outcomes }) => outcomes.includes("TIMEOUT")).length,
    faults: rows.filter(({ outcomes }) => /ERROR:(?:ProcessDied|ProtocolError)/.test(outcomes)).length,
    foreignPasses: rows.flatMap(({ query, item, outcomes }, index) => {
      const pair = pairs[index]!;
      return passes(outcomes) && !own[pair.query]!.includes(pair.item) ? [pairKey(query, item)] : [];
    }),
  };
}

/** Pairs whose shown tests, run by themselves, do not pass exactly where the whole suite's run says that they do. */
function differing(
  { corpus }: Evaluation,
  pairs: readonly Pair[],
  rows: ReadonlyMap<string, ExecutedRow>,
  results: ReadonlyMap<string, ExecutionResult>,
): string[] {
  return pairs.flatMap(({ query, item, tests }, index) => {
    const task = corpus.tasks[query]!.id;
    const order = testOrder(task, tests.length);
    const whole = outcomesOf(rows.get(pairKey(task, corpus.snippets[item]!.id))!);
    const differs = SHOWN_TESTS.some((shown) => {
      const alone = results.get(`${index} ${shown}`);
      const expected = order.slice(0, shown).every((test) => whole[test] === "pass");
      return alone !== undefined && alone.outcomes.every((outcome) => outcome === "pass") !== expected;
    });
    return differs ? [pairKey(task, corpus.snippets[item]!.id)] : [];
  });
}
