import { ExecutionPool } from "./execution/pool.ts";
import { FIGURES } from "./figures/index.ts";
import { refreshFigures } from "./figures/refresh-all.ts";
import { progressBar, type Stages } from "./progress.ts";
import { DATASETS, hasText, requireSoundDatasets } from "./tasks/datasets.ts";
import { verifyOutcomes } from "./tasks/verify-outcomes.ts";
import { loadCorpus } from "./tasks/load-corpus.ts";

const counted = (count: number, noun: string): string => `${count.toLocaleString("en-US")} ${noun}`;

/**
 * Everything that pages read, in order: corpora (executing what was never executed), the candidates of the search
 * pool executed on this machine and compared with the frozen outcomes, then each figure whose inputs changed.
 */
export async function prepareData(stages: Stages): Promise<void> {
  requireSoundDatasets();
  let pool: Promise<ExecutionPool> | undefined;
  const openPool = () => (pool ??= ExecutionPool.open());
  try {
    for (const dataset of DATASETS) {
      const bar = progressBar("executing new mutants");
      const corpus = await stages.run(
        `Read ${dataset.label}`,
        () => loadCorpus(dataset.id, { openPool, onProgress: bar.update }).finally(bar.stop),
        ({ tasks, snippets, pool: rest }) =>
          `${counted(tasks.length, "tasks")}, ${counted(snippets.length, "snippets")}, ${counted(rest.length, "more valid mutants")}`,
      );
      if (!hasText(dataset) || dataset.imported?.near_clones === "supplied") continue;
      const executing = progressBar("suites");
      await stages.run(
        `Execute the candidates of ${dataset.label}`,
        async () => verifyOutcomes(corpus, await openPool(), executing.update).finally(executing.stop),
        ({ suites, cached }) =>
          `${counted(suites, "suites")} as frozen, ${counted(cached, "known from before")}`,
      );
    }
  } finally {
    await (await pool)?.close();
  }
  const bar = progressBar("figures");
  await stages.run(
    "Compute the figures that changed",
    () => refreshFigures(FIGURES, { onProgress: bar.update }).finally(bar.stop),
    (computed) => `${computed} of ${FIGURES.length} computed`,
  );
}
