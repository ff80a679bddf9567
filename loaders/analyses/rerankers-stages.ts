import {
  executionId,
  executionMeanId,
  FUSION,
  ORACLE,
  type Verdict,
} from "../../src/shared/reranker-rows.ts";
import { bm25Order } from "../rerank/bm25-order.ts";
import { firstStages, topOf } from "../rerank/candidates.ts";
import { SHOWN_TESTS, testOrder } from "../rerank/chosen-tests.ts";
import { type ExecutedRow, pairKey, passedTests, readExecuted } from "../rerank/executed-file.ts";
import { fusedFirstOf } from "../rerank/fused-first.ts";
import { type PairScore } from "../rerank/likelihood-scores.ts";
import { scoredRerankers } from "../rerank/scored.ts";
import {
  type Candidates,
  executionGuided,
  expectedOverSets,
  firstByScore,
  passesRest,
} from "../rerank/stage-rules.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";

/** How many of the first stage's results a second stage sees. */
export const STAGE_SIZES = [3, 5, 10] as const;

/** What a second stage does to one query: whether rank 1 works before and after (or in expectation), and what it costs. */
export interface Staged {
  before: number;
  after: number;
  executions: number;
  ms: number;
  tokens: number;
  usd: number;
}

/** One second stage behind one first stage. */
export interface Stage {
  system: string;
  reranker: string;
  k: number;
  verdict: Verdict;
  /** Binary, so that McNemar's test applies; not for an expectation, nor for the ceiling, which cannot lose. */
  binary: boolean;
  /** A query each; undefined where it cannot be measured. */
  queries: (Staged | undefined)[];
}

const FREE = { executions: 0, ms: Number.NaN, tokens: 0, usd: 0 };

/** Every second stage that can be measured behind every first stage at every k. */
export async function stagesOf(evaluation: Evaluation): Promise<Stage[]> {
  const dataset = evaluation.corpus.dataset.id;
  const rows = await readExecuted(dataset);
  const executed = { rows, passed: passedTests(rows) };
  const scored = await scoredRerankers(dataset);
  const orders = await bm25Order(evaluation);
  const stages: Stage[] = [];
  for (const system of firstStages(evaluation)) {
    const fused = orders && (await fusedFirstOf(evaluation, system, orders));
    for (const k of STAGE_SIZES) {
      stages.push(ceiling(evaluation, system, k), ...executionStages(evaluation, system, k, executed));
      if (fused) stages.push(fusion(evaluation, system, k, fused));
      for (const { id, firstStage, k: only, scores } of scored) {
        if (firstStage !== "" && (firstStage !== system.system.id || only !== k)) continue;
        stages.push(scoredStage(evaluation, system, k, id, scores));
      }
    }
  }
  return stages;
}

const base = ({ system }: EvaluatedSystem, k: number) => ({
  system: system.id,
  k,
  verdict: "suite" as const,
});

/** The best that any order of the first k can do: exec@k. */
function ceiling(evaluation: Evaluation, system: EvaluatedSystem, k: number): Stage {
  const queries = evaluation.corpus.tasks.map((_, query) => {
    const passing = topOf(system, query, k).map((item) => evaluation.passes(query, item));
    return { ...FREE, before: Number(passing[0]!), after: Number(passing.includes(true)) };
  });
  return { ...base(system, k), reranker: ORACLE, binary: false, queries };
}

function fusion(evaluation: Evaluation, system: EvaluatedSystem, k: number, fused: Int32Array): Stage {
  const queries = evaluation.corpus.tasks.map((_, query) => ({
    ...FREE,
    before: Number(evaluation.passes(query, topOf(system, query, 1)[0]!)),
    after: Number(evaluation.passes(query, fused[query]!)),
  }));
  return { ...base(system, k), reranker: FUSION, binary: true, queries };
}

function scoredStage(
  evaluation: Evaluation,
  system: EvaluatedSystem,
  k: number,
  reranker: string,
  scores: ReadonlyMap<string, PairScore>,
): Stage {
  const { tasks, snippets } = evaluation.corpus;
  const queries = tasks.map(({ id }, query): Staged | undefined => {
    const items = topOf(system, query, k);
    const found = items.flatMap((item) => scores.get(pairKey(id, snippets[item]!.id)) ?? []);
    if (found.length < items.length) return undefined;
    const total = (key: "ms" | "tokens" | "usd"): number => found.reduce((sum, score) => sum + score[key], 0);
    return {
      before: Number(evaluation.passes(query, items[0]!)),
      after: Number(evaluation.passes(query, items[firstByScore(found.map(({ score }) => score))]!)),
      executions: 0,
      ms: total("ms"),
      tokens: total("tokens"),
      usd: total("usd"),
    };
  });
  return { ...base(system, k), reranker, binary: true, queries };
}

/** Execution-guided with 1, 2, 3 shown tests: the drawn ones and the mean over all sets, each under both verdicts. */
function executionStages(
  evaluation: Evaluation,
  system: EvaluatedSystem,
  k: number,
  executed: Executed,
): Stage[] {
  const { tasks } = evaluation.corpus;
  const heads = tasks.map((_, query) => headOf(evaluation, system, query, k, executed));
  return SHOWN_TESTS.flatMap((shown): Stage[] => {
    // A suite of no more tests than are shown leaves nothing to hold out.
    const each = <T>(measure: (head: Head, query: number) => T): (T | undefined)[] =>
      heads.map((head, query) =>
        head && tasks[query]!.testCount > shown ? measure(head, query) : undefined,
      );
    const drawn = each((head, query) => {
      const tests = testOrder(tasks[query]!.id, tasks[query]!.testCount).slice(0, shown);
      const chosen = executionGuided(head, tests);
      const ms = head.rows.slice(0, chosen.executions).reduce((sum, row) => sum + msOf(row, shown), 0);
      return { ...chosen, ms, heldOutBefore: Number(passesRest(head, 0, tests)), head };
    });
    const arms = [{ reranker: executionId(shown), binary: true, chosen: drawn }];
    // The expectation says whether the drawn tests were a lucky draw: once, where the stage sees most.
    if (k === Math.max(...STAGE_SIZES)) {
      const chosen = each((head) => ({ ...expectedOverSets(head, shown), ms: Number.NaN, head }));
      arms.push({ reranker: executionMeanId(shown), binary: false, chosen });
    }
    return arms.flatMap(({ reranker, binary, chosen }): Stage[] => [
      {
        ...base(system, k),
        reranker,
        binary,
        queries: chosen.map((query) => query && stagedBy(query, query.suite, Number(query.head.passes[0]!))),
      },
      {
        ...base(system, k),
        reranker,
        binary,
        verdict: "held_out",
        queries: chosen.map((query) => query && stagedBy(query, query.heldOut, query.heldOutBefore)),
      },
    ]);
  });
}

const stagedBy = (
  { executions, ms }: Pick<Staged, "executions" | "ms">,
  after: number,
  before: number,
): Staged => ({ before, after, executions, ms, tokens: 0, usd: 0 });

/** Executed pairs with the tests that each passes. */
interface Executed {
  rows: ReadonlyMap<string, ExecutedRow>;
  passed: ReadonlyMap<string, boolean[]>;
}

interface Head extends Candidates {
  rows: ExecutedRow[];
}

/** A query's first k with their executed outcomes; undefined where one of them was never executed. */
function headOf(
  { corpus, own, passes }: Evaluation,
  system: EvaluatedSystem,
  query: number,
  k: number,
  executed: Executed,
): Head | undefined {
  const { id, testCount } = corpus.tasks[query]!;
  const items = topOf(system, query, k);
  const pairs = items.map((item) => pairKey(id, corpus.snippets[item]!.id));
  const rows = pairs.flatMap((pair) => executed.rows.get(pair) ?? []);
  const passed = pairs.flatMap((pair) => {
    const tests = executed.passed.get(pair);
    return tests ? [tests] : [];
  });
  if (rows.length < items.length || passed.some(({ length }) => length !== testCount)) return undefined;
  const verdict = items.map((item) => passes(query, item));
  return {
    rows,
    passed,
    passes: verdict,
    eligible: items.map((item, place) => verdict[place]! || own[query]!.includes(item)),
  };
}

const msOf = ({ ms1, ms2, ms3 }: ExecutedRow, shown: number): number => [ms1, ms2, ms3][shown - 1]!;
