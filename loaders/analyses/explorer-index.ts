import { beginning, packAnswers, packBugTypes } from "../../src/shared/explorer-index.ts";
import type { ExplorerIndexRow, ExplorerQuestionRow } from "../../src/shared/rows.ts";
import { runSystems } from "../embedding/registered.ts";
import { columnsOf, CORPUS_INPUTS, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import type { Snippet } from "../tasks/corpus.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { loadEvaluation } from "./evaluation.ts";
import { SHARDS, tasksOf } from "./explorer-shards.ts";
import { queryFacts } from "./query-facts.ts";

const SOURCE = "loaders/analyses/explorer-index.ts";

/** Characters of a question in the index: enough to know it again, with the function's name beside it. */
const SHOWN = 60;

function byTask(snippets: readonly Snippet[]): Map<string, Snippet[]> {
  const groups = new Map<string, Snippet[]>();
  for (const snippet of snippets) {
    const own = groups.get(snippet.taskId);
    if (own) own.push(snippet);
    else groups.set(snippet.taskId, [snippet]);
  }
  return groups;
}

async function indexRows(dataset: string): Promise<ExplorerIndexRow[]> {
  const evaluation = await loadEvaluation(dataset);
  const { corpus, systems } = evaluation;
  const answers = new Map(
    systems.map((evaluated) => [evaluated.system.id, queryFacts(evaluation, evaluated)]),
  );
  const shown = runSystems(); // the order of `near-clones/systems`, by which a page unpacks
  const positions = new Map(corpus.tasks.map(({ id }, index) => [id, index]));
  const everything = byTask([...corpus.snippets, ...corpus.pool, ...corpus.rejected]);
  return SHARDS.filter((shard) => shard.dataset === dataset).flatMap((shard) =>
    tasksOf(shard, corpus).map(({ id, domain, functionName, query, testCount }) => {
      const own = everything.get(id)!;
      const count = (...kinds: string[]) => own.filter(({ kind }) => kinds.includes(kind)).length;
      const canonical = own.find(({ kind }) => kind === "canonical")!;
      const lines = canonical.code?.split("\n").filter((line) => line.trim() !== "").length;
      const of = (system: string) => answers.get(system)?.[positions.get(id)!];
      return {
        query: id,
        domain,
        shard: shard.name,
        function_name: id.endsWith(`/${functionName}`) ? "" : functionName,
        text: beginning(query ?? "", SHOWN),
        lines: lines ?? canonical.codeLines,
        tests: testCount,
        mutants: own.length - 1,
        valid: count("distractor", "pool"),
        survivors: count("survivor"),
        bug_types: packBugTypes(
          own.filter(({ kind }) => kind === "distractor").map(({ bugType }) => bugType),
        ),
        ...packAnswers(
          shown.map(({ id: system }) => {
            const facts = of(system);
            return facts && { rank: facts.firstPassingRank, first: facts.rank1 };
          }),
        ),
      };
    }),
  );
}

const INDEX_COLUMNS = columnsOf<ExplorerIndexRow>({
  query: ["utf8", "", "task id"],
  domain: ["utf8", "", "task domain"],
  shard: ["utf8", "", "suffix of the explorer files that hold it"],
  function_name: ["utf8", "", "target function; empty where the id ends with it"],
  text: ["utf8", "", "the beginning of the query; empty when the text is not on the machine"],
  lines: [
    "int32",
    "lines",
    "non-blank lines of the canonical (all lines when the text is not on the machine)",
  ],
  tests: ["int32", "count", "tests"],
  mutants: ["int32", "count", "single-edit mutants"],
  valid: ["int32", "count", "valid mutants, the selected ones included"],
  survivors: ["int32", "count", "mutants that pass every test"],
  bug_types: ["int32", "bits", "bug types of the selected distractors; off_by_one is the lowest bit"],
  ranks: ["utf8", "", "rank of the first passing snippet by system, in the order of near-clones/systems"],
  firsts: [
    "utf8",
    "",
    "what stands at rank 1 by system: p passing, d own distractor, c or o canonical or distractor of another task",
  ],
});

const questionRows = async (dataset: string): Promise<ExplorerQuestionRow[]> =>
  (await loadCorpus(dataset)).tasks.map(({ id, query }) => ({ query: id, text: query ?? "" }));

/** Two files a dataset: an index that pages load at once, and whole questions for whoever searches. */
export const explorerIndex: Figure[] = DATASETS.flatMap(({ id, label }): Figure[] => [
  {
    id: `explorer/index-${id}`,
    title: `Every task of ${label}, the shard that holds it and what each system made of it`,
    source: SOURCE,
    inputs: EVALUATION_INPUTS,
    columns: INDEX_COLUMNS,
    compute: () => indexRows(id),
  },
  {
    id: `explorer/questions-${id}`,
    title: `Every question of ${label}`,
    source: SOURCE,
    inputs: CORPUS_INPUTS,
    columns: columnsOf<ExplorerQuestionRow>({
      query: ["utf8", "", "task id"],
      text: ["utf8", "", "the query; empty when the text is not on the machine"],
    }),
    compute: () => questionRows(id),
  },
]);
