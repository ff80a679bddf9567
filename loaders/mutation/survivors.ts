import { group } from "d3-array";
import type { Corpus } from "../tasks/corpus.ts";
import type { Mutant, Task } from "../tasks/types.ts";
import { enumerateMutants } from "./enumerate.ts";

/** A mutant that passed every test of its task, with all that its row says of it. */
export interface CorpusSurvivor {
  task: Pick<Task, "id" | "function_name" | "canonical" | "tests">;
  mutant: Mutant;
}

/** Survivors of a corpus whose text is on this machine, task by task. */
export function survivorsOf(corpus: Corpus): CorpusSurvivor[] {
  const tasks = new Map(corpus.tasks.map((task) => [task.id, task]));
  const canonicals = new Map(
    corpus.snippets.filter(({ kind }) => kind === "canonical").map(({ taskId, code }) => [taskId, code!]),
  );
  const survivors = corpus.rejected.filter(({ kind }) => kind === "survivor");
  return [...group(survivors, ({ taskId }) => taskId)].flatMap(([id, snippets]) => {
    const { functionName, tests } = tasks.get(id)!;
    const task = { id, function_name: functionName, canonical: canonicals.get(id)!, tests: tests! };
    const mutants = new Map(enumerateMutants(task).map((mutant) => [mutant.id, mutant]));
    return snippets.map((snippet) => ({ task, mutant: mutants.get(snippet.id)! }));
  });
}
