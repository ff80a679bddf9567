import { group } from "d3-array";
import type { Snippet } from "../tasks/corpus.ts";
import type { GateWaiver } from "../tasks/imported-datasets.ts";
import { callsFunction, statementKinds } from "../tasks/python-syntax.ts";
import type { Task } from "../tasks/types.ts";

const [MIN_TESTS, MAX_TESTS, DISTRACTORS] = [7, 10, 4];

/**
 * How often the bundle does not meet the gates that our own tasks meet, by gate. It keeps its shape (the paper says so of
 * one task whose distractors all fail alike, of five distractors without a bare assertion failure, of 15 tests).
 */
export function countWaived(
  tasks: readonly Task[],
  snippets: readonly Snippet[],
): Partial<Record<GateWaiver, number>> {
  const distractors = group(
    snippets.filter(({ kind }) => kind === "distractor"),
    ({ taskId }) => taskId,
  );
  const tests = tasks.flatMap((task) => task.tests.map((test) => ({ test, name: task.function_name })));
  const failing = ({ outcomes }: Snippet) => outcomes.map((outcome) => outcome === "pass").join();
  const own = tasks.map(({ id }) => distractors.get(id) ?? []);
  const counts: Record<GateWaiver, number> = {
    duplicate_function_names: tasks.length - new Set(tasks.map((task) => task.function_name)).size,
    suite_size: tasks.filter((task) => task.tests.length < MIN_TESTS || task.tests.length > MAX_TESTS).length,
    multi_statement_tests: tests.filter(({ test }) => !isSingle(test)).length,
    few_distractors: own.filter((list) => list.length < DISTRACTORS).length,
    same_failing_subset: own.filter((list) => list.length > 1 && new Set(list.map(failing)).size === 1)
      .length,
    test_does_not_name_function: tests.filter(({ test, name }) => !callsFunction(test, name)).length,
    no_bare_assertion_failure: own.flat().filter(({ outcomes }) => !outcomes.includes("FAIL")).length,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** One assert, or one `with pytest.raises` block. */
function isSingle(test: string): boolean {
  const kinds = statementKinds(test);
  return kinds.length === 1 && (kinds[0] === "AssertStatement" || kinds[0] === "WithStatement");
}
