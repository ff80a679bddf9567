import type { ExplorerRankingRow, ExplorerSnippetRow, ExplorerTaskRow } from "../../src/shared/rows.ts";
import { columnsOf, CORPUS_INPUTS, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import { frozenInputs } from "../store/frozen-path.ts";
import type { Corpus } from "../tasks/corpus.ts";
import { AUDIT_FILE, readAttempts } from "../tasks/audit-file.ts";
import { loadExplanations } from "../tasks/explanations.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { loadEvaluation } from "./evaluation.ts";
import { triplesOf } from "./pairs.ts";
import { type Shard, SHARDS, tasksOf } from "./explorer-shards.ts";
import { round6 } from "./round.ts";

const TOP = 10;
const SOURCE = "loaders/analyses/explorer.ts";

async function taskRows(shard: Shard): Promise<ExplorerTaskRow[]> {
  const corpus = await loadCorpus(shard.dataset);
  const attempts = readAttempts();
  return tasksOf(shard, corpus).map(({ id, domain, functionName, query, tests }) => {
    const attempt = attempts.get(id);
    return {
      dataset: shard.dataset,
      query: id,
      domain,
      function_name: functionName,
      text: query ?? "",
      tests: JSON.stringify(tests ?? []),
      audit: attempt ? (attempt.passed ? "passed" : "failed") : "",
      mended: attempt?.mended ?? "",
    };
  });
}

async function snippetRows(shard: Shard): Promise<ExplorerSnippetRow[]> {
  const corpus: Corpus = await loadCorpus(shard.dataset);
  const explanations = await loadExplanations(corpus);
  const inShard = new Set(tasksOf(shard, corpus).map(({ id }) => id));
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
  const inShard = new Set(tasksOf(shard, corpus));
  const queries = corpus.tasks.flatMap((task, query) => (inShard.has(task) ? [query] : []));
  return systems.flatMap((evaluated) => {
    const { system, ranking } = evaluated;
    const unseen = new Set(
      triplesOf(evaluation, evaluated).flatMap((triple) => (triple.unseen ? [triple.distractor] : [])),
    );
    return queries.flatMap((query) =>
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
          unseen: unseen.has(snippet),
        };
      }),
    );
  });
}

const TASK_COLUMNS = columnsOf<ExplorerTaskRow>({
  dataset: ["utf8", "", "dataset id"],
  query: ["utf8", "", "task id"],
  domain: ["utf8", "", "task domain"],
  function_name: ["utf8", "", "target function"],
  text: ["utf8", "", "the query; empty when the text is not on the machine"],
  tests: ["utf8", "", "JSON array of test sources"],
  audit: ["utf8", "", "blind audit: passed or failed at the first attempt, empty where there was none"],
  mended: ["utf8", "", "what was mended after the audit"],
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
  unseen: ["bool", "", "whether its edit lies beyond what the system read"],
});

/** Three files a shard: questions with their suites, snippets, and the top ten of each system. */
export const explorer: Figure[] = SHARDS.flatMap((shard): Figure[] => [
  {
    id: `explorer/tasks-${shard.name}`,
    title: `Queries and suites of ${shard.name}`,
    source: SOURCE,
    inputs: [...CORPUS_INPUTS, AUDIT_FILE],
    columns: TASK_COLUMNS,
    compute: () => taskRows(shard),
  },
  {
    id: `explorer/snippets-${shard.name}`,
    title: `Canonicals and distractors of ${shard.name}, with the first failing test`,
    source: SOURCE,
    inputs: [...CORPUS_INPUTS, ...frozenInputs("explanations/*.parquet")],
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
]);
