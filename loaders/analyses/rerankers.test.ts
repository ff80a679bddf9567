import { beforeAll, describe, expect, it } from "vitest";
import {
  executionId,
  executionMeanId,
  FUSION,
  ORACLE,
  type RerankRow,
} from "../../src/shared/reranker-rows.ts";
import { readVectors, vectorMatrix, vectorsPath } from "../embedding/vectors.ts";
import { bm25Order } from "../rerank/bm25-order.ts";
import { SHOWN_TESTS } from "../rerank/chosen-tests.ts";
import { readExecuted } from "../rerank/executed-file.ts";
import { fusedFirstOf } from "../rerank/fused-first.ts";
import { FUSION_K } from "../code-rag/average-ranks.ts";
import { exactSimilarity } from "../retrieval/exact-similarity.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { loadEvaluation } from "./evaluation.ts";
import { leaderboardRows } from "./leaderboard.ts";
import { rerankRows } from "./rerankers.ts";
import { stagesOf } from "./rerankers-stages.ts";

/** The smaller committed dataset: real rows. */
const DATASET = "humaneval";
const SYSTEM = "bge-small-en-v1.5";
let evaluation: Evaluation;
let rows: RerankRow[];
beforeAll(async () => {
  evaluation = await loadEvaluation(DATASET);
  rows = await rerankRows(evaluation);
}, 300_000);

const rowsOf = (reranker: string): RerankRow[] => rows.filter((row) => row.reranker === reranker);

describe("second stages over real rankings", () => {
  it("begin at the leaderboard's exec@1 and have its exec@k as their ceiling, to the last digit", () => {
    const board = leaderboardRows(evaluation).filter(({ metric }) => metric === "exec");
    const at = (system: string, k: number) => board.find((row) => row.system === system && row.k === k)!;
    expect(rowsOf(ORACLE).length).toBeGreaterThan(0);
    for (const { system, k, before, after, after_low, after_high } of rowsOf(ORACLE)) {
      expect(before).toBe(at(system, 1).value);
      expect([after, after_low, after_high]).toEqual([
        at(system, k).value,
        at(system, k).low,
        at(system, k).high,
      ]);
    }
  });

  it("by running tests never lose a query by the whole suite: what works passes whatever is shown", () => {
    for (const shown of SHOWN_TESTS) {
      const own = rowsOf(executionId(shown)).filter(({ verdict }) => verdict === "suite");
      expect(own.length).toBeGreaterThan(0);
      for (const { lost, gained, n, lift } of own) {
        expect(lost).toBe(0);
        expect(lift).toBeCloseTo(gained / n, 5);
      }
    }
  });

  it("stay below the ceiling on every query", async () => {
    const stages = await stagesOf(evaluation);
    for (const ceiling of stages.filter(({ reranker }) => reranker === ORACLE)) {
      const under = stages.filter(
        ({ system, k, verdict, reranker }) =>
          system === ceiling.system && k === ceiling.k && verdict === "suite" && reranker !== FUSION,
      );
      for (const stage of under)
        stage.queries.forEach((query, at) => {
          if (query) expect(query.after).toBeLessThanOrEqual(ceiling.queries[at]!.after);
        });
    }
  });

  it("have an expectation over all sets whose interval holds the drawn tests' rate in most cases", () => {
    const pairs = SHOWN_TESTS.flatMap((shown) =>
      rowsOf(executionMeanId(shown)).map((mean) => {
        const drawn = rowsOf(executionId(shown)).find(
          ({ system, k, verdict }) => system === mean.system && k === mean.k && verdict === mean.verdict,
        )!;
        return { mean, drawn };
      }),
    );
    const inside = pairs.filter(
      ({ mean, drawn }) => drawn.after >= mean.after_low && drawn.after <= mean.after_high,
    );
    expect(inside.length / pairs.length).toBeGreaterThan(0.8);
  });

  it("adjust p values within what a reader sees as one table", () => {
    for (const row of rows) {
      if (Number.isNaN(row.p)) expect(row.p_holm).toBeNaN();
      else expect(row.p_holm).toBeGreaterThanOrEqual(row.p);
    }
  });
});

it("fuse as fusing every item of both plain sorts does", async () => {
  const { corpus } = evaluation;
  const orders = (await bm25Order(evaluation))!;
  const system = evaluation.systems.find((item) => item.system.id === SYSTEM)!;
  const fused = (await fusedFirstOf(evaluation, system, orders))!;
  const file = await readVectors(vectorsPath(DATASET, SYSTEM));
  const ids = corpus.snippets.map(({ id }) => id);
  const queries = vectorMatrix(file, "query", corpus.tasks.map(({ id }) => id)); // prettier-ignore
  const passages = vectorMatrix(file, "passage", ids);
  const row = ({ data, columns }: typeof queries, at: number): Float32Array =>
    data.subarray(at * columns, (at + 1) * columns);
  corpus.tasks.slice(0, 40).forEach((_, query) => {
    const similarity = ids.map((_id, item) =>
      exactSimilarity(row(queries, query), row(passages, item), "cosine"),
    );
    const dense = [...ids.keys()].sort(
      (a, b) => similarity[b]! - similarity[a]! || (ids[a]! < ids[b]! ? -1 : 1),
    );
    const score = new Float64Array(ids.length);
    dense.forEach((item, place) => (score[item]! += 1 / (FUSION_K + place + 1)));
    orders[query]!.order.forEach((item, place) => (score[item]! += 1 / (FUSION_K + place + 1)));
    const first = [...ids.keys()].sort((a, b) => score[b]! - score[a]! || (ids[a]! < ids[b]! ? -1 : 1))[0];
    expect(fused[query]).toBe(first);
  });
});

it("has executed every pair of every first stage's top ten, and each query's own snippets as the corpus has them", async () => {
  const executed = await readExecuted(DATASET);
  expect(
    rowsOf(executionId(1)).every(({ n, left_out }) => n + left_out === evaluation.corpus.tasks.length),
  ).toBe(true);
  const outcomes = new Map(
    evaluation.corpus.snippets.map(({ taskId, id, outcomes: own }) => [`${taskId} ${id}`, own.join(",")]),
  );
  const own = [...executed].filter(([pair]) => outcomes.has(pair));
  expect(own.length).toBeGreaterThan(500);
  for (const [pair, row] of own) expect(row.outcomes).toBe(outcomes.get(pair));
});
