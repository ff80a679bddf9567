import type { Task } from "../tasks/types.ts";
import type { SweepOptions, SweepReport } from "./audited-sweep.ts";
import type { ExecutionPool } from "./pool.ts";

/** A canonical that passes another task's suite under that task's function name. */
export interface CrossPass {
  /** Task whose canonical it is. */
  canonicalOf: string;
  /** Task whose tests it passes. */
  suiteOf: string;
  /** True when the other direction passes, too: the two tasks ask for the same function. */
  mutual: boolean;
}

export interface CrossReport {
  tasks: number;
  /** Ordered pairs of different tasks whose functions can take the same number of arguments. */
  pairs: number;
  passes: CrossPass[];
  /** Pairs that were still running at the isolated cap: they do not pass within it. */
  timeouts: { canonicalOf: string; suiteOf: string }[];
  sweep: SweepReport;
}

/**
 * Run every task's canonical against every other task's tests, with the function renamed to the name that the
 * tests call, for all ordered pairs of compatible arity. What passes is confirmed in isolation.
 *
 * @throws Error when a canonical does not define its task's function: gate 2 reports that, and comes first.
 */
export async function crossCanonicalSweep(
  pool: ExecutionPool,
  tasks: readonly Task[],
  options: SweepOptions = {},
): Promise<CrossReport> {
  const ranges = await pool.positionalRanges(
    tasks.map(({ canonical, function_name }) => ({ code: canonical, name: function_name })),
  );
  const nameless = tasks.find((_, index) => ranges[index] === null);
  if (nameless)
    throw new Error(`${nameless.id}: the canonical defines no function ${nameless.function_name}`);
  const suitesFor = (candidate: number): number[] => {
    const [fewest, most] = ranges[candidate]!;
    return tasks.flatMap((_, suite) => {
      const [fewestThere, mostThere] = ranges[suite]!;
      const compatible = Math.max(fewest, fewestThere) <= Math.min(most, mostThere);
      return suite !== candidate && compatible ? [suite] : [];
    });
  };
  const sweep = await pool.sweep(
    {
      candidates: tasks.map(({ id, canonical, function_name }) => ({
        id,
        code: canonical,
        functionName: function_name,
      })),
      suites: tasks.map(({ id, tests, function_name }) => ({ id, tests, functionName: function_name })),
      suitesFor,
    },
    options,
  );
  const named = ({ candidate, suite }: { candidate: number; suite: number }) => ({
    canonicalOf: tasks[candidate]!.id,
    suiteOf: tasks[suite]!.id,
  });
  const passing = new Set(sweep.passes.map(({ candidate, suite }) => `${candidate} ${suite}`));
  return {
    tasks: tasks.length,
    pairs: sweep.pairs,
    passes: sweep.passes.map((pair) => ({
      ...named(pair),
      mutual: passing.has(`${pair.suite} ${pair.candidate}`),
    })),
    timeouts: sweep.timeouts.map(named),
    sweep,
  };
}
