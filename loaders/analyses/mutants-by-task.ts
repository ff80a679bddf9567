import { group } from "d3-array";
import type { Corpus, Snippet } from "../tasks/corpus.ts";

/** Every executed mutant by task, tasks in the corpus's order (which resamples share), those without a mutant left out. */
export function mutantsByTask({ tasks, snippets, pool, rejected }: Corpus): Snippet[][] {
  const mutants = [...snippets, ...pool, ...rejected].filter(({ kind }) => kind !== "canonical");
  const own = group(mutants, ({ taskId }) => taskId);
  return tasks.flatMap(({ id }) => {
    const found = own.get(id);
    return found ? [found] : [];
  });
}
