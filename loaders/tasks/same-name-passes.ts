import type { ExecutionPool } from "../execution/pool.ts";
import type { ExecutionRequest } from "../execution/types.ts";
import type { Corpus } from "./corpus.ts";
import type { CrossPass } from "./cross-passes.ts";
import { topLevelFunctions } from "./python-syntax.ts";

/** Other tasks' snippets that could answer a query, and those that do. */
export interface SameNamePasses {
  executed: number;
  passes: CrossPass[];
}

/**
 * Executes every snippet of the search pool that defines another task's function name against that task's suite
 * (paper, section 3.3). A snippet that does not define the name cannot pass: every suite calls it.
 */
export async function findSameNamePasses(corpus: Corpus, pool: ExecutionPool): Promise<SameNamePasses> {
  const byName = new Map<string, number[]>();
  corpus.tasks.forEach(({ functionName }, index) =>
    byName.set(functionName, [...(byName.get(functionName) ?? []), index]),
  );
  const requests: ExecutionRequest[] = corpus.snippets.flatMap((snippet) =>
    topLevelFunctions(snippet.code!).flatMap((name) =>
      (byName.get(name) ?? [])
        .map((index) => corpus.tasks[index]!)
        .filter(({ id }) => id !== snippet.taskId)
        .map(({ id, tests }) => ({
          id: `${id} ${snippet.id}`,
          code: snippet.code!,
          tests: tests!,
          stopAtFirstFailure: true,
        })),
    ),
  );
  const results = await pool.run(requests);
  const passes = [...results.values()]
    .filter(({ outcomes }) => outcomes.every((outcome) => outcome === "pass"))
    .map(({ id }) => {
      const [query, snippet] = id.split(" ") as [string, string];
      return { query, snippet };
    });
  return { executed: requests.length, passes };
}
