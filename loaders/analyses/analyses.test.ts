import { beforeAll, describe, expect, it } from "vitest";
import { execAt } from "../../src/shared/ranking-metrics.ts";
import { CUTOFFS } from "../../src/shared/vocabulary.ts";
import { deceptionRows } from "./deception.ts";
import { densityRows } from "./density.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { loadEvaluations } from "./evaluation.ts";
import { leaderboardRows, measuresOf } from "./leaderboard.ts";
import { queryFacts } from "./query-facts.ts";

/** The committed datasets under every system that ranks them: real rows, not examples. */
let evaluations: Evaluation[];
beforeAll(async () => {
  evaluations = await loadEvaluations();
}, 120_000);

/** Runs a check over every dataset and system. */
function everySystem(check: (evaluation: Evaluation, system: Evaluation["systems"][number]) => void): void {
  for (const evaluation of evaluations) for (const system of evaluation.systems) check(evaluation, system);
}

describe("the analyses of the committed datasets", () => {
  it("rank every query's own snippets where a plain sort puts them", () => {
    everySystem(({ own }, { ranking }) => {
      ranking.own.forEach((items, query) => {
        expect(items.map(({ snippet }) => snippet)).toEqual(own[query]);
        for (const { snippet, rank, similarity } of items) {
          if (rank > ranking.depth) continue;
          const at = query * ranking.depth + rank - 1;
          expect(ranking.top[at]).toBe(snippet);
          expect(ranking.topSimilarity[at]).toBe(similarity);
        }
      });
    });
  });

  it("keep similarity descending and ties in the order of the code's digest", () => {
    everySystem(({ corpus }, { ranking }) => {
      for (let query = 0; query < ranking.queryCount; query++) {
        for (let place = 1; place < ranking.depth; place++) {
          const at = query * ranking.depth + place;
          const [before, now] = [ranking.topSimilarity[at - 1]!, ranking.topSimilarity[at]!];
          expect(before).toBeGreaterThanOrEqual(now);
          if (before === now) {
            expect(corpus.snippets[ranking.top[at - 1]!]!.id < corpus.snippets[ranking.top[at]!]!.id).toBe(
              true,
            );
          }
        }
      }
    });
  });

  it("give exec@1 = execution_precision@1, and ndcg@1 too where only canonicals pass", () => {
    everySystem((evaluation, system) => {
      const at1 = measuresOf(evaluation, system).filter(({ k }) => k === 1);
      const values = Object.fromEntries(at1.map(({ metric, values: v }) => [metric, [...v]]));
      expect(values.execution_precision).toEqual(values.exec);
      const others = queryFacts(evaluation, system).some(
        ({ rank1, canonicalRank }) => rank1 === "passing" && canonicalRank > 1,
      );
      if (!others) expect(values.ndcg).toEqual(values.exec);
    });
  });

  it("equal the leaderboard to the last digit when every near-clone is kept, for every system and k", () => {
    for (const evaluation of evaluations) {
      const board = leaderboardRows(evaluation).filter(({ metric }) => metric === "exec");
      const full = densityRows(evaluation).filter(({ d }) => d === 4);
      expect(board.length).toBe(evaluation.systems.length * CUTOFFS.length);
      for (const row of board) {
        const same = full.find(({ system, k }) => system === row.system && k === row.k)!;
        expect([same.value, same.low, same.high]).toEqual([row.value, row.low, row.high]);
      }
    }
  });

  it("count deception exactly as a loop over similarities does", () => {
    for (const evaluation of evaluations) {
      const rows = deceptionRows(evaluation);
      for (const { system, ranking } of evaluation.systems) {
        let [deceived, pairs] = [0, 0];
        for (const [canonical, ...distractors] of ranking.own) {
          for (const { similarity } of distractors) {
            pairs++;
            if (similarity >= canonical!.similarity) deceived++;
          }
        }
        const row = rows.find((r) => r.system === system.id && r.domain === "all" && r.bug_type === "all")!;
        expect(row.pairs).toBe(pairs);
        expect(row.value).toBeCloseTo(deceived / pairs, 6);
      }
    }
  });

  it("hold each value within its interval and each rank within its own", () => {
    for (const row of evaluations.flatMap(leaderboardRows)) {
      expect(row.low).toBeLessThanOrEqual(row.value);
      expect(row.high).toBeGreaterThanOrEqual(row.value);
      expect(row.rank_low).toBeLessThanOrEqual(row.rank);
      expect(row.tie_worst).toBeLessThanOrEqual(row.tie_expected + 1e-6);
      expect(row.tie_best).toBeGreaterThanOrEqual(row.tie_expected - 1e-6);
    }
  });

  it("grow with k: exec@k never falls as more results are read", () => {
    everySystem((evaluation, system) => {
      for (const { passing } of queryFacts(evaluation, system)) {
        const curve = CUTOFFS.map((k) => execAt(passing, k));
        expect([...curve].sort()).toEqual(curve);
      }
    });
  });
});
