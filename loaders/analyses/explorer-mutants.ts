import type { ExplorerMutantRow } from "../../src/shared/rows.ts";
import { columnsOf, CORPUS_INPUTS, type Figure } from "../figures/figure.ts";
import { EQUIVALENTS_FILE, readEquivalents } from "../mutation/equivalents-file.ts";
import type { Snippet } from "../tasks/corpus.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { type Shard, SHARDS, tasksOf } from "./explorer-shards.ts";

async function mutantRows(shard: Shard): Promise<ExplorerMutantRow[]> {
  const corpus = await loadCorpus(shard.dataset);
  const inShard = new Set(tasksOf(shard, corpus).map(({ id }) => id));
  const canonicals = new Map(
    corpus.snippets.filter(({ kind }) => kind === "canonical").map(({ taskId, id }) => [taskId, id]),
  );
  // A row of another canonical speaks of another mutant, even where the code happens to agree.
  const searched = new Map(
    readEquivalents()
      .filter((row) => canonicals.get(row.task) === row.canonical)
      .map((row) => [`${row.task} ${row.mutant}`, row]),
  );
  const rowOf = (snippet: Snippet): ExplorerMutantRow => {
    const found = snippet.kind === "survivor" ? searched.get(`${snippet.taskId} ${snippet.id}`) : undefined;
    return {
      query: snippet.taskId,
      snippet: snippet.id,
      bug_type: snippet.bugType,
      description: snippet.description || snippet.rule,
      kind: snippet.kind,
      failed_tests: snippet.outcomes.filter((outcome) => outcome !== "pass").length,
      verdict: found?.verdict ?? "",
      reason: found?.reason ?? snippet.reason,
    };
  };
  return [...corpus.snippets, ...corpus.pool, ...corpus.rejected]
    .filter(({ taskId, kind }) => kind !== "canonical" && inShard.has(taskId))
    .map(rowOf);
}

/** One file a shard: every mutant of its tasks and what became of it. */
export const explorerMutants: Figure<ExplorerMutantRow>[] = SHARDS.map((shard) => ({
  id: `explorer/mutants-${shard.name}`,
  title: `Every mutant of ${shard.name} and what became of it`,
  source: "loaders/analyses/explorer-mutants.ts",
  inputs: [...CORPUS_INPUTS, EQUIVALENTS_FILE],
  columns: columnsOf<ExplorerMutantRow>({
    query: ["utf8", "", "task it belongs to"],
    snippet: ["utf8", "", "snippet id"],
    bug_type: ["utf8", "", "bug type"],
    description: ["utf8", "", "what was changed into what; the rule where the text is not on the machine"],
    kind: ["utf8", "", "distractor (selected), pool (valid), survivor or killed_not_valid"],
    failed_tests: ["int32", "count", "tests that fail"],
    verdict: ["utf8", "", "of a survivor: equivalent, out_of_contract, distinguished, undecided, or empty"],
    reason: ["utf8", "", "why it is not valid, or why no input tells a survivor apart"],
  }),
  compute: () => mutantRows(shard),
}));
