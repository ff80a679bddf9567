import { UserError } from "../errors.ts";
import type { LedgerEntry } from "../execution/ledger.ts";
import type { ExecutionPool } from "../execution/pool.ts";
import type { ExecutionRequest } from "../execution/types.ts";
import { CACHE, fromRoot } from "../paths.ts";
import { keep } from "../store/kept.ts";
import type { Corpus, Snippet } from "./corpus.ts";

/** One pool snippet in this many is executed at each start, chosen by its digest. */
const POOL_SAMPLE = 100;

/** Raised when `VerifiedOutcomes` changes, so that a summary of an older version is not read. */
export const VERIFIED_FORMAT = 2;

/** What one start executed and how it compared with the frozen outcomes. */
export interface VerifiedOutcomes {
  format: number;
  dataset: string;
  python: string;
  suites: number;
  canonicals: number;
  distractors: number;
  sampledPool: number;
  /** Canonicals whose pass the sealed judge confirmed, and those whose suite cannot be sealed, with the reason. */
  sealed: number;
  unsealable: { task: string; reason: string }[];
  /** What the pool noted that no outcome tells. */
  ledger: LedgerEntry[];
  /** Wall clock of every suite. */
  milliseconds: number[];
  /** The slowest suites: snippet, task and ms. */
  slowest: { snippet: string; task: string; ms: number }[];
}

const inSample = ({ id }: Snippet): boolean => Number.parseInt(id.slice(0, 8), 16) % POOL_SAMPLE === 0;

export const verifiedFile = (dataset: string): string => fromRoot(CACHE, "verified", `${dataset}.json.gz`);

/** Has the sealed judge confirm every pass that enters a figure. @throws UserError for a pass that it refutes */
async function sealCanonicals(corpus: Corpus, pool: ExecutionPool) {
  const tasks = new Map(corpus.tasks.map((task) => [task.id, task]));
  const canonicals = corpus.snippets.filter(({ kind }) => kind === "canonical");
  const verdicts = await pool.confirmPasses(
    canonicals.map(({ taskId, code }) => {
      const { tests, functionName } = tasks.get(taskId)!;
      return { id: taskId, code: code!, tests: tests!, entryPoint: functionName, reference: code! };
    }),
  );
  const all = [...verdicts.values()];
  const refuted = all.filter(({ seal }) => seal === "refuted");
  if (refuted.length > 0) {
    throw new UserError(
      `The sealed judge refutes ${refuted.length} passes: ${refuted.map(({ id, reason }) => `${id} (${reason})`).join(", ")}`,
      "A canonical must not reach into its tests. Mend it and run the same command again.",
    );
  }
  const unsealable = all
    .filter(({ seal }) => seal === "unsealable")
    .map(({ id, reason }) => ({ task: id, reason }));
  return { sealed: all.length - unsealable.length, unsealable };
}

/**
 * Executes the search pool (canonicals, selected distractors) and a seeded sample of the other valid mutants, and
 * compares every outcome with the corpus's.
 * @throws UserError that names each snippet whose outcomes differ
 */
export async function verifyOutcomes(
  corpus: Corpus,
  pool: ExecutionPool,
  onProgress?: (done: number, total: number) => void,
): Promise<VerifiedOutcomes & { cached: number }> {
  const sample = corpus.pool.filter(inSample);
  const chosen = [...corpus.snippets, ...sample];
  const tests = new Map(corpus.tasks.map((task) => [task.id, task.tests ?? []]));
  const keyOf = (snippet: Snippet) => `${snippet.taskId} ${snippet.id}`;
  const requests: ExecutionRequest[] = chosen.map((snippet) => ({
    id: keyOf(snippet),
    code: snippet.code!,
    tests: tests.get(snippet.taskId)!,
  }));
  const results = await pool.run(requests, { onResult: (_, done, total) => onProgress?.(done, total) });

  const differing = chosen.filter((snippet) => {
    const result = results.get(keyOf(snippet))!;
    return result.outcomes.join() !== snippet.outcomes.join();
  });
  if (differing.length > 0) {
    const lines = differing.slice(0, 10).map((snippet) => {
      const got = results.get(keyOf(snippet))!.outcomes.join(",");
      return `  ${snippet.taskId} ${snippet.kind} ${snippet.id}: frozen ${snippet.outcomes.join(",")}, here ${got}`;
    });
    throw new UserError(
      `${differing.length} snippets of ${corpus.dataset.id} have other outcomes on this machine:\n${lines.join("\n")}`,
      `Python here is ${pool.python.version}. If the tasks were edited, run \`npm run freeze -- ${corpus.dataset.id}\`.`,
    );
  }
  const { sealed, unsealable } = await sealCanonicals(corpus, pool);
  const timed = chosen.map((snippet) => ({
    snippet: snippet.id,
    task: snippet.taskId,
    ms: results.get(keyOf(snippet))!.elapsedMs,
  }));
  const summary: VerifiedOutcomes = {
    format: VERIFIED_FORMAT,
    dataset: corpus.dataset.id,
    python: pool.python.version,
    suites: requests.length,
    canonicals: corpus.tasks.length,
    distractors: corpus.snippets.length - corpus.tasks.length,
    sampledPool: sample.length,
    sealed,
    unsealable,
    ledger: pool.ledger.filter(({ id }) => id === "" || requests.some((request) => request.id === id)),
    milliseconds: timed.map(({ ms }) => ms),
    slowest: timed.sort((a, b) => b.ms - a.ms).slice(0, 20),
  };
  keep(verifiedFile(corpus.dataset.id), corpus.digest, summary);
  return { ...summary, cached: [...results.values()].filter(({ cached }) => cached).length };
}
