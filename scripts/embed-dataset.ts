import { ownSnippets } from "../loaders/analyses/evaluation.ts";
import { embedCorpus, type EmbedOutcome } from "../loaders/embedding/embed-corpus.ts";
import type { EncodeTexts } from "../loaders/embedding/embed-vectors.ts";
import { countFp16Flips } from "../loaders/embedding/fp16-flips.ts";
import type { DenseSystem } from "../loaders/embedding/models.ts";
import { readVectors, vectorsPath } from "../loaders/embedding/vectors.ts";
import { ExecutionPool } from "../loaders/execution/pool.ts";
import { repositoryPath } from "../loaders/paths.ts";
import { progressBar } from "../loaders/progress.ts";
import type { Corpus } from "../loaders/tasks/corpus.ts";
import { loadCorpus } from "../loaders/tasks/load-corpus.ts";

/** A dataset whose mutants are all executed: what is selected, and so what is embedded, depends on it. */
export async function loadExecuted(id: string): Promise<Corpus> {
  const bar = progressBar("executing new mutants");
  let pool: ExecutionPool | undefined;
  try {
    return await loadCorpus(id, {
      openPool: async () => (pool ??= await ExecutionPool.open()),
      onProgress: bar.update,
    });
  } finally {
    bar.stop();
    await pool?.close();
  }
}

/** Says what came of a file. */
export function report({ path, rows, added }: EmbedOutcome): void {
  console.log(
    `${repositoryPath(path)}: ${rows} rows, ${added === 0 ? "nothing was missing" : `${added} new`}`,
  );
}

/** Freezes the vectors of a search pool, and says what half floats change of them. */
export async function embedPool(corpus: Corpus, system: DenseSystem, encode: EncodeTexts): Promise<void> {
  report(await embedCorpus(corpus, system, encode));
  const { orders, flips, largestChange } = countFp16Flips(
    await readVectors(vectorsPath(corpus.dataset.id, system.id)),
    ownGroups(corpus),
    system.similarity,
  );
  console.log(`  half floats flip ${flips} of ${orders} canonical-distractor orders, similarities move by ${largestChange.toExponential(1)} at most`); // prettier-ignore
}

function ownGroups(corpus: Corpus): { query: string; canonical: string; distractors: string[] }[] {
  return ownSnippets(corpus).map(([canonical, ...distractors], index) => ({
    query: corpus.tasks[index]!.id,
    canonical: corpus.snippets[canonical!]!.id,
    distractors: distractors.map((snippet) => corpus.snippets[snippet]!.id),
  }));
}
