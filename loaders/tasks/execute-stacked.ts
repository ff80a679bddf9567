import { UserError } from "../errors.ts";
import type { ExecutionPool } from "../execution/pool.ts";
import type { Outcome } from "../execution/types.ts";
import { type Classification, classify } from "../mutation/classify.ts";
import { completeOutcomes, knownKey } from "./build-corpus.ts";
import type { Corpus } from "./corpus.ts";
import { suiteKey } from "./corpus-file.ts";
import { belongsTo, type StackedRow, type StackOutcome } from "./stacked-file.ts";
import { composeVariants, type StackedVariant } from "./stacked-variants.ts";

const OUTCOME_OF: Record<Classification["reason"], StackOutcome> = {
  "": "wrong_output",
  "passes every test": "passes",
  "times out": "times_out",
  "exhausts memory": "times_out", // a limit of the machine, like time
  "crashes on every input": "crashes",
  "no wrong output, only exceptions": "raises",
};

/** The class of a variant's outcomes, by the rule for single mutants. */
export const stackOutcome = (outcomes: readonly Outcome[]): StackOutcome =>
  OUTCOME_OF[classify(outcomes).reason];

export interface ExecuteOptions {
  openPool: () => Promise<ExecutionPool>;
  onProgress?: (done: number, total: number) => void;
}

/**
 * Composes the variants of a corpus and executes those that neither the frozen rows nor the single mutants' own outcomes
 * tell of, under the suite of their task; a timeout is confirmed alone before it counts.
 * @param frozen rows of an earlier run; they hold where variant and suite are the same
 */
export async function executeVariants(
  corpus: Corpus,
  frozen: readonly StackedRow[],
  options: ExecuteOptions,
): Promise<StackedRow[]> {
  const suites = new Map(corpus.tasks.map(({ id, tests }) => [id, suiteKey(tests ?? [])]));
  const known = new Map<string, Pick<StackedRow, "outcome" | "passed" | "tests">>();
  const keyOf = ({ taskId, id }: Pick<StackedVariant, "taskId" | "id">): string =>
    knownKey(id, suites.get(taskId)!);
  for (const row of frozen) known.set(knownKey(row.variant, row.suite), row);
  for (const snippet of [...corpus.snippets, ...corpus.pool])
    known.set(keyOf(snippet), summaryOf(snippet.outcomes));

  const variants = composeVariants(corpus);
  const missing = new Map(
    variants.filter((variant) => !known.has(keyOf(variant))).map((variant) => [keyOf(variant), variant]),
  );
  const canonicals = corpus.snippets.filter(({ kind }) => kind === "canonical");
  const suiteOf = new Map(corpus.tasks.map(({ id, tests }) => [id, tests!]));
  const tasks = canonicals.map(({ taskId, code }) => ({
    id: taskId,
    canonical: code!,
    tests: suiteOf.get(taskId)!,
  }));
  const executed = await completeOutcomes(
    tasks,
    [...missing.values()],
    new Map(canonicals.map((canonical) => [keyOf(canonical), canonical])),
    options.openPool,
    options.onProgress,
  );
  return variants.map((variant): StackedRow => {
    const { taskId: task, source, count, id, members } = variant;
    const key = keyOf(variant);
    const { outcome, passed, tests } = known.get(key) ?? summaryOf(executed.get(key)!.outcomes);
    const suite = suites.get(task)!;
    return { task, source, count, variant: id, members: members.join(","), suite, outcome, passed, tests };
  });
}

function summaryOf(outcomes: readonly Outcome[]): Pick<StackedRow, "outcome" | "passed" | "tests"> {
  return {
    outcome: stackOutcome(outcomes),
    passed: outcomes.filter((outcome) => outcome === "pass").length,
    tests: outcomes.length,
  };
}

/**
 * What systems must embed beside the search pool: every variant that fails, and the single mutants of the base sets that
 * are not selected; each once.
 * @throws UserError when the frozen rows were made from other mutants than the corpus has now
 */
export function variantsToEmbed(
  corpus: Corpus,
  rows: readonly StackedRow[],
): { taskId: string; id: string; code: string }[] {
  const command = `npm run stack -- ${corpus.dataset.id}`;
  if (rows.length === 0) {
    throw new UserError(
      `No stacked variants of ${corpus.dataset.id} were made yet.`,
      `Run \`${command}\` first.`,
    );
  }
  const composed = new Map(
    composeVariants(corpus).map((variant) => [pairOf(variant.taskId, variant.id), variant]),
  );
  if (!belongsTo(rows, corpus) || rows.some(({ task, variant }) => !composed.has(pairOf(task, variant)))) {
    throw new UserError(
      `The stacked variants of ${corpus.dataset.id} were made from other mutants than it has now.`,
      `Run \`${command}\` again; what was executed before is not executed again.`,
    );
  }
  const inSearchPool = new Set(corpus.snippets.map(({ taskId, id }) => pairOf(taskId, id)));
  const wanted = rows
    .filter(({ outcome }) => outcome !== "passes")
    .map(({ task, variant }) => pairOf(task, variant))
    .filter((pair) => !inSearchPool.has(pair));
  return [...new Set(wanted)].map((pair) => composed.get(pair)!);
}

const pairOf = (task: string, snippet: string): string => `${task} ${snippet}`;
