import type { ExecutionPool } from "../execution/pool.ts";
import { PythonSyntaxError } from "../mutation/syntax/tree.ts";
import { present, type Corpus } from "../tasks/corpus.ts";
import { neutralNames, originalNames, rename } from "./rename.ts";
import { UnsupportedNamesError } from "./scopes.ts";

/** A canonical with neutral names, under its original one for its suite; null where it stays as it is. */
function renamedForSuite(code: string): string | null {
  try {
    const renaming = neutralNames(code);
    return renaming === null ? null : rename(code, renaming) + originalNames(code, renaming);
  } catch (error) {
    if (error instanceof PythonSyntaxError || error instanceof UnsupportedNamesError) return null;
    throw error;
  }
}

/**
 * Executes every canonical with neutral names on its own suite, its module-level names mapped back for the tests.
 * @returns how many were executed, and the tasks whose renamed canonical does not pass
 */
export async function verifyRenamed(
  corpus: Corpus,
  pool: ExecutionPool,
  onProgress?: (done: number, total: number) => void,
): Promise<{ executed: number; failing: string[] }> {
  const canonicals = new Map(
    corpus.snippets.filter(({ kind }) => kind === "canonical").map(({ taskId, code }) => [taskId, code]),
  );
  const requests = corpus.tasks.flatMap(({ id, tests }) => {
    const code = renamedForSuite(present(canonicals.get(id)!));
    return code === null || tests === null ? [] : [{ id, code, tests }];
  });
  const results = await pool.run(requests, { onResult: (_, done, total) => onProgress?.(done, total) });
  const failing = [...results.values()]
    .filter(({ outcomes }) => outcomes.some((outcome) => outcome !== "pass"))
    .map(({ id }) => id);
  return { executed: requests.length, failing };
}
