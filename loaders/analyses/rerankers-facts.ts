import { mean } from "../../src/shared/bootstrap.ts";
import {
  executionId,
  executionMeanId,
  FUSION,
  ORACLE,
  type RerankerKind,
  type RerankerNameRow,
  type RerankExecutionRow,
} from "../../src/shared/reranker-rows.ts";
import { columnsOf, type Figure } from "../figures/figure.ts";
import { SHOWN_TESTS } from "../rerank/chosen-tests.ts";
import { type ExecutedRow, outcomesOf, readExecuted } from "../rerank/executed-file.ts";
import { type Likelihood, LIKELIHOODS, likelihoodId } from "../rerank/likelihood-scores.ts";
import { readRerankers, type RerankerEntry } from "../rerank/registry.ts";
import { scoredRerankers } from "../rerank/scored.ts";
import { allPass } from "../execution/outcome.ts";
import { DATASETS } from "../tasks/datasets.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { forEveryDataset } from "./evaluation.ts";
import { round6 } from "./round.ts";

/** What was executed for the second stage on one dataset; nothing where nothing was. */
export async function executionRows({ corpus, own }: Evaluation): Promise<RerankExecutionRow[]> {
  const rows = [...(await readExecuted(corpus.dataset.id)).values()];
  if (rows.length === 0) return [];
  const ownPairs = new Set(
    own.flatMap((items, query) =>
      items.map((item) => `${corpus.tasks[query]!.id} ${corpus.snippets[item]!.id}`),
    ),
  );
  const foreign = rows.filter(({ query, item }) => !ownPairs.has(`${query} ${item}`));
  const timed = rows.filter(({ ms1 }) => Number.isFinite(ms1));
  const average = (key: "ms1" | "ms2" | "ms3"): number => round6(mean(timed.map((row) => row[key])));
  return [
    {
      dataset: corpus.dataset.id,
      pairs: rows.length,
      foreign: foreign.length,
      timeouts: rows.filter(({ outcomes }) => outcomes.includes("TIMEOUT")).length,
      faults: rows.filter(isFault).length,
      foreign_passes: foreign.filter((row) => allPass(outcomesOf(row))).length,
      timed: new Set(timed.map(({ query }) => query)).size,
      ms1: average("ms1"),
      ms2: average("ms2"),
      ms3: average("ms3"),
    },
  ];
}

/** The process died or broke the protocol. */
const isFault = ({ outcomes }: ExecutedRow): boolean => /ERROR:(?:ProcessDied|ProtocolError)/.test(outcomes);

const LIKELIHOOD_LABELS: Record<Likelihood, string> = {
  conditional: "Likelihood given the question",
  "conditional-mean": "Likelihood per token",
  pmi: "Pointwise mutual information",
  unconditional: "Likelihood of the code alone",
};

const tests = (count: number): string => `${count} ${count === 1 ? "test" : "tests"}`;

/** Every reranker that can be run, measured here or not. */
async function nameRows(): Promise<RerankerNameRow[]> {
  const measured = new Map<string, Set<string>>();
  for (const { id: dataset } of DATASETS)
    for (const { id } of await scoredRerankers(dataset))
      measured.set(id, (measured.get(id) ?? new Set()).add(dataset));
  const row = (
    reranker: string,
    label: string,
    kind: RerankerKind,
    command: string,
    needs = "",
  ): RerankerNameRow => ({
    reranker,
    label,
    kind,
    needs,
    command,
    measured: [...(measured.get(reranker) ?? [])].join(" "),
  });
  const execute = "npm run rerank -- --reranker execution";
  return [
    row(ORACLE, "Ceiling: the best possible order", "ceiling", "npm start"),
    ...SHOWN_TESTS.flatMap((count) => [
      row(executionId(count), `Run ${tests(count)}`, "execution", execute),
      row(executionMeanId(count), `Run any ${tests(count)}, on average`, "execution", execute),
    ]),
    row(FUSION, "Fusion with BM25", "fusion", "npm run rerank -- --reranker fusion"),
    ...(Object.keys(LIKELIHOODS) as Likelihood[]).map((kind) =>
      row(likelihoodId(kind), LIKELIHOOD_LABELS[kind], "likelihood", "npm run likelihood", "weights"),
    ),
    ...readRerankers().map((entry) =>
      row(entry.id, entry.label, entry.kind, `npm run rerank -- --reranker ${entry.id}`, needsOf(entry)),
    ),
  ];
}

function needsOf(entry: RerankerEntry): string {
  if (entry.kind === "cross-encoder") return `weights (${entry.model})`;
  return entry.key ? `a key (${entry.key})` : `a server (${entry.base_url})`;
}

/** Figures beside the rates. @param inputs what decides them */
export const rerankerFacts = (inputs: readonly string[]): Figure[] => {
  const executions: Figure<RerankExecutionRow> = {
    id: "ablations/reranker-executions",
    title: "What was executed for the second stage",
    source: "loaders/analyses/rerankers-facts.ts",
    inputs,
    columns: columnsOf<RerankExecutionRow>({
      dataset: ["utf8", "", "dataset id"],
      pairs: ["int32", "count", "(query, item) pairs of all systems' top tens"],
      foreign: ["int32", "count", "those whose function is another task's, run under the asked name"],
      timeouts: ["int32", "count", "pairs with a confirmed timeout"],
      faults: ["int32", "count", "pairs whose process died or broke the protocol"],
      foreign_passes: ["int32", "count", "functions of other tasks that pass the whole suite when renamed"],
      timed: ["int32", "count", "queries whose runs were timed"],
      ms1: ["float64", "ms", "mean time of a run of one shown test"],
      ms2: ["float64", "ms", "two shown tests, stopped at the first failure"],
      ms3: ["float64", "ms", "three shown tests, stopped at the first failure"],
    }),
    compute: forEveryDataset(executionRows),
  };
  const names: Figure<RerankerNameRow> = {
    id: "ablations/reranker-names",
    title: "Every reranker that can be run",
    source: "loaders/analyses/rerankers-facts.ts",
    inputs,
    columns: columnsOf<RerankerNameRow>({
      reranker: ["utf8", "", "reranker id"],
      label: ["utf8", "", "name as printed"],
      kind: ["utf8", "", "ceiling, execution, fusion, likelihood, or a kind of data/rerankers.yaml"],
      needs: ["utf8", "", "what it asks for; empty for what the repository holds"],
      command: ["utf8", "", "what runs it"],
      measured: ["utf8", "", "datasets with frozen scores, joined by blanks"],
    }),
    compute: nameRows,
  };
  return [executions, names];
};
