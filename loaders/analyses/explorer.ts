import type { ExplorerRankingRow, ExplorerSnippetRow, ExplorerTaskRow } from "../../src/shared/rows.ts";
import { DOMAINS } from "../../src/shared/vocabulary.ts";
import { columnsOf, CORPUS_INPUTS, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import type { Corpus } from "../tasks/corpus.ts";
import { loadExplanations } from "../tasks/explanations.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { loadEvaluation } from "./evaluation.ts";
import { round6 } from "./round.ts";

/** A page loads one shard at a time: a domain of our own tasks, or the whole of another dataset. */
interface Shard {
  name: string;
  dataset: string;
  holds(domain: string): boolean;
}

export const SHARDS: readonly Shard[] = [
  ...DOMAINS.map((name) => ({ name, dataset: "near-miss", holds: (domain: string) => domain === name })),
  { name: "humaneval", dataset: "humaneval", holds: () => true },
];

export const shardOf = (dataset: string, domain: string): string =>
  SHARDS.find((shard) => shard.dataset === dataset && shard.holds(domain))?.name ?? "";

const TOP = 10;
const SOURCE = "loaders/analyses/explorer.ts";

async function taskRows(shard: Shard): Promise<ExplorerTaskRow[]> {
  const { tasks } = await loadCorpus(shard.dataset);
  return tasks
    .filter(({ domain }) => shard.holds(domain))
    .map(({ id, domain, functionName, query, tests }) => ({
      dataset: shard.dataset,
      query: id,
      domain,
      function_name: functionName,
      text: query ?? "",
      tests: JSON.stringify(tests ?? []),
    }));
}

async function snippetRows(shard: Shard): Promise<ExplorerSnippetRow[]> {
  const corpus: Corpus = await loadCorpus(shard.dataset);
  const explanations = await loadExplanations(corpus);
  const inShard = new Set(corpus.tasks.filter(({ domain }) => shard.holds(domain)).map(({ id }) => id));
  return corpus.snippets
    .filter(({ taskId }) => inShard.has(taskId))
    .map((snippet) => {
      const failing = explanations.get(`${snippet.taskId} ${snippet.id}`);
      const first = snippet.outcomes.findIndex((outcome) => outcome !== "pass");
      return {
        dataset: shard.dataset,
        snippet: snippet.id,
        query: snippet.taskId,
        kind: snippet.kind === "canonical" ? "canonical" : "distractor",
        bug_type: snippet.bugType,
        bug_description: snippet.description,
        code: snippet.code ?? "",
        failing_test: first,
        failing_input: failing?.input ?? "",
        failing_expected: failing?.expected ?? "",
        failing_got: failing?.got ?? "",
        failing_outcome: first < 0 ? "" : snippet.outcomes[first]!,
      };
    });
}

async function rankingRows(shard: Shard): Promise<ExplorerRankingRow[]> {
  const evaluation = await loadEvaluation(shard.dataset);
  const { corpus, systems } = evaluation;
  const queries = corpus.tasks.flatMap(({ domain }, query) => (shard.holds(domain) ? [query] : []));
  return systems.flatMap(({ system, ranking }) =>
    queries.flatMap((query) =>
      Array.from({ length: Math.min(TOP, ranking.depth) }, (_, place) => {
        const at = query * ranking.depth + place;
        const snippet = corpus.snippets[ranking.top[at]!]!;
        return {
          dataset: shard.dataset,
          system: system.id,
          query: corpus.tasks[query]!.id,
          rank: place + 1,
          snippet: snippet.id,
          similarity: round6(ranking.topSimilarity[at]!),
          passes: evaluation.passes(query, ranking.top[at]!),
          snippet_query: snippet.taskId,
          kind: snippet.kind,
          bug_type: snippet.bugType,
        };
      }),
    ),
  );
}

const TASK_COLUMNS = columnsOf<ExplorerTaskRow>({
  dataset: ["utf8", "", "dataset id"],
  query: ["utf8", "", "task id"],
  domain: ["utf8", "", "task domain"],
  function_name: ["utf8", "", "target function"],
  text: ["utf8", "", "the query; empty when the text is not on the machine"],
  tests: ["utf8", "", "JSON array of test sources"],
});

const SNIPPET_COLUMNS = columnsOf<ExplorerSnippetRow>({
  dataset: ["utf8", "", "dataset id"],
  snippet: ["utf8", "", "snippet id"],
  query: ["utf8", "", "task it belongs to"],
  kind: ["utf8", "", "canonical or distractor"],
  bug_type: ["utf8", "", "bug type, empty for a canonical"],
  bug_description: ["utf8", "", "what was changed into what"],
  code: ["utf8", "", "source; empty when the text is not on the machine"],
  failing_test: ["int32", "index", "first failing test of its own suite, -1 for none"],
  failing_input: ["utf8", "", "the call under test"],
  failing_expected: ["utf8", "", "repr of what the test wants"],
  failing_got: ["utf8", "", "repr of what the snippet gave"],
  failing_outcome: ["utf8", "", "outcome of that test"],
});

const RANKING_COLUMNS = columnsOf<ExplorerRankingRow>({
  dataset: ["utf8", "", "dataset id"],
  system: ["utf8", "", "system id"],
  query: ["utf8", "", "task id"],
  rank: ["int32", "rank", "1 to 10"],
  snippet: ["utf8", "", "snippet id"],
  similarity: ["float32", "similarity", "to the query"],
  passes: ["bool", "", "whether it passes every test of the query's task"],
  snippet_query: ["utf8", "", "task the snippet belongs to"],
  kind: ["utf8", "", "canonical or distractor"],
  bug_type: ["utf8", "", "bug type, empty for a canonical"],
});

/** What a list shows of a query, cut at a word: the whole text is in its shard, and a first view must stay light. */
function beginning(text: string, most = 150): string {
  if (text.length <= most) return text;
  return `${text.slice(0, text.lastIndexOf(" ", most))} …`;
}

interface ExplorerIndexRow {
  dataset: string;
  query: string;
  domain: string;
  shard: string;
  function_name: string;
  text: string;
}

const index: Figure<ExplorerIndexRow> = {
  id: "explorer/index",
  title: "Every query and the shard that holds it",
  source: SOURCE,
  inputs: CORPUS_INPUTS,
  columns: columnsOf<ExplorerIndexRow>({
    dataset: ["utf8", "", "dataset id"],
    query: ["utf8", "", "task id"],
    domain: ["utf8", "", "task domain"],
    shard: ["utf8", "", "suffix of the explorer files that hold it"],
    function_name: ["utf8", "", "target function"],
    text: ["utf8", "", "the beginning of the query; empty when the text is not on the machine"],
  }),
  compute: async () => {
    const rows = (
      await Promise.all(SHARDS.map(async (shard) => ({ shard, rows: await taskRows(shard) })))
    ).flat();
    return rows.flatMap(({ shard, rows: tasks }) =>
      tasks.map(({ dataset, query, domain, function_name, text }) => {
        return { dataset, query, domain, shard: shard.name, function_name, text: beginning(text) };
      }),
    );
  },
};

/** All files of the explorer: an index, and three files a shard. */
export const explorer: Figure[] = [
  index,
  ...SHARDS.flatMap((shard): Figure[] => [
    {
      id: `explorer/tasks-${shard.name}`,
      title: `Queries and suites of ${shard.name}`,
      source: SOURCE,
      inputs: CORPUS_INPUTS,
      columns: TASK_COLUMNS,
      compute: () => taskRows(shard),
    },
    {
      id: `explorer/snippets-${shard.name}`,
      title: `Canonicals and distractors of ${shard.name}, with the first failing test`,
      source: SOURCE,
      inputs: [...CORPUS_INPUTS, "data/frozen/explanations/*.parquet"],
      columns: SNIPPET_COLUMNS,
      compute: () => snippetRows(shard),
    },
    {
      id: `explorer/rankings-${shard.name}`,
      title: `Top ten of every query of ${shard.name} by system`,
      source: SOURCE,
      inputs: EVALUATION_INPUTS,
      columns: RANKING_COLUMNS,
      compute: () => rankingRows(shard),
    },
  ]),
];
