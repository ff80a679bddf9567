import type { DatasetRow } from "../../src/shared/rows.ts";
import { columnsOf, CORPUS_INPUTS, type Figure } from "../figures/figure.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";

export const datasets: Figure<DatasetRow> = {
  id: "near-clones/datasets",
  title: "The datasets and their size",
  source: "loaders/analyses/datasets.ts",
  inputs: CORPUS_INPUTS,
  columns: columnsOf<DatasetRow>({
    dataset: ["utf8", "", "dataset id"],
    label: ["utf8", "", "name as printed"],
    digest: ["utf8", "", "first 12 hex digits of the digest of its snippets and outcomes"],
    tasks: ["int32", "count", "tasks"],
    snippets: ["int32", "count", "snippets in the search pool"],
    distractors: ["int32", "count", "selected distractors among them"],
    pool: ["int32", "count", "further valid mutants"],
    tests: ["int32", "count", "tests"],
    has_text: ["bool", "", "whether the text was on the machine that built this"],
    import_command: ["utf8", "", "what brings the text; empty when it is committed"],
    origin: ["utf8", "", "where the tasks come from"],
    licence: ["utf8", "", "whose terms they are under"],
    imported: ["bool", "", "whether it is somebody's own data, imported on the machine that built this"],
    left_out: ["utf8", "", "what its import left out: a reason and a count each, joined by semicolons"],
  }),
  compute: async () => {
    const corpora = await Promise.all(DATASETS.map(({ id }) => loadCorpus(id)));
    return corpora
      .filter(({ tasks }) => tasks.length > 0)
      .map(({ dataset, digest, tasks, snippets, pool, hasText }) => ({
        dataset: dataset.id,
        label: dataset.label,
        digest,
        tasks: tasks.length,
        snippets: snippets.length,
        distractors: snippets.length - tasks.length,
        pool: pool.length,
        tests: tasks.reduce((sum, { testCount }) => sum + testCount, 0),
        has_text: hasText,
        import_command: dataset.importCommand,
        origin: dataset.origin,
        licence: dataset.licence,
        imported: dataset.imported !== undefined,
        left_out: (dataset.imported?.dropped ?? [])
          .map(({ reason, count }) => `${reason} (${count})`)
          .join("; "),
      }));
  },
};
