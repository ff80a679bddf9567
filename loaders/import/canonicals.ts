import { ExecutionPool } from "../execution/pool.ts";
import type { ExecutionResult } from "../execution/types.ts";
import type { PlacedTask } from "../tasks/read-tasks.ts";
import { placeOf, type Sieve } from "./sieve.ts";

/** The canonicals under two orders of sets, without any cache: what differs depends on more than its input. */
async function runTwice(
  tasks: readonly PlacedTask[],
): Promise<[Map<string, ExecutionResult>, Map<string, ExecutionResult>]> {
  const requests = tasks.map(({ id, canonical: code, tests }) => ({ id, code, tests }));
  const runs: Map<string, ExecutionResult>[] = [];
  for (const hashSeed of [0, 1]) {
    const pool = await ExecutionPool.open({ hashSeed, cacheDir: null });
    try {
      runs.push(await pool.run(requests));
    } finally {
      await pool.close();
    }
  }
  return runs as [Map<string, ExecutionResult>, Map<string, ExecutionResult>];
}

/**
 * Tasks whose canonical passes its tests, the same way each time.
 * @param dropFailingTests leave out a test that does not hold, instead of its task
 */
export async function executeCanonicals(
  tasks: readonly PlacedTask[],
  dropFailingTests: boolean,
  sieve: Sieve,
): Promise<PlacedTask[]> {
  const [first, second] = await runTwice(tasks);
  const judged = tasks.map((task) => {
    const [once, again] = [first.get(task.id)!.outcomes, second.get(task.id)!.outcomes];
    const holds = task.tests.map((_, index) => once[index] === "pass" && again[index] === "pass");
    const failing = holds.indexOf(false);
    return { task, holds, failing, differs: once.join() !== again.join(), outcome: once[failing] ?? "" };
  });
  const byTask = new Map(judged.map((found) => [found.task, found]));
  const kept = dropFailingTests
    ? judged.map(({ task, holds }) => ({ ...task, tests: task.tests.filter((_, index) => holds[index]) }))
    : sieve.keep(tasks, (task) => {
        const { failing, differs, outcome } = byTask.get(task)!;
        if (failing < 0) return "";
        if (differs) return "does not give the same outcomes twice";
        return ["does not pass its own tests", `gives ${outcome} on test ${failing + 1}`];
      });
  if (!dropFailingTests) return kept;
  for (const { task, holds, differs, outcome } of judged) {
    const lost = holds.filter((held) => !held).length;
    if (lost === 0) continue;
    const reason = differs ? "test: not the same outcome twice" : "test: does not hold outside its package";
    for (let i = 0; i < lost; i++)
      sieve.dropped.push({ reason, detail: `${placeOf(task)} ${differs ? "differs" : `gives ${outcome}`}` });
  }
  return kept;
}
