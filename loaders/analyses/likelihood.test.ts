import { beforeAll, describe, expect, it } from "vitest";
import { LIKELIHOOD_SCORES } from "../../src/shared/likelihood-rows.ts";
import { GEMMA } from "../likelihood/language-model.ts";
import { likelihoodPath, readLikelihood, type LikelihoodRow } from "../likelihood/likelihood-file.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { loadEvaluation } from "./evaluation.ts";
import { likelihoodFirstRows } from "./likelihood-first.ts";
import { likelihoodPairRows } from "./likelihood-pairs.ts";
import { firstIsBest } from "./likelihood-scores.ts";

const DATASET = "humaneval";
let evaluation: Evaluation;
let whole: { canonical: LikelihoodRow; others: LikelihoodRow[]; bugs: string[] }[];

/** The queries that are scored whole, straight from the frozen file. */
beforeAll(async () => {
  evaluation = await loadEvaluation(DATASET);
  const { rows } = (await readLikelihood(likelihoodPath(DATASET, GEMMA.id)))!;
  whole = evaluation.corpus.tasks.flatMap(({ id }) => {
    const own = evaluation.corpus.snippets.filter(({ taskId }) => taskId === id);
    const scored = own.map((snippet) => rows.find(({ query, item }) => query === id && item === snippet.id));
    if (own.length < 2 || scored.includes(undefined)) return [];
    const at = own.findIndex(({ kind }) => kind === "canonical");
    const others = own.filter((_, place) => place !== at);
    return {
      canonical: scored[at]!,
      others: scored.filter((_, place) => place !== at) as LikelihoodRow[],
      bugs: others.map(({ bugType }) => bugType),
    };
  });
}, 300_000);

describe("first of five", () => {
  it("is what a count over the frozen scores gives, for sums, means and their difference", async () => {
    const rows = await likelihoodFirstRows(evaluation);
    const scoreOf = {
      conditional: (row: LikelihoodRow) => row.conditional,
      unconditional: (row: LikelihoodRow) => row.unconditional,
      pmi: (row: LikelihoodRow) => row.conditional - row.unconditional,
      conditional_mean: (row: LikelihoodRow) => row.conditional / row.tokens,
      unconditional_mean: (row: LikelihoodRow) => row.unconditional / row.tokens,
    };
    expect(whole.length).toBeGreaterThan(20);
    for (const score of LIKELIHOOD_SCORES) {
      const of = scoreOf[score];
      const first = whole.filter(({ canonical, others }) =>
        others.every((other) => of(other) < of(canonical)),
      ).length;
      const row = rows.find((found) => found.score === score)!;
      expect(row.value).toBeCloseTo(first / whole.length, 6);
      expect([row.n, row.low <= row.value, row.value <= row.high]).toEqual([whole.length, true, true]);
    }
  });

  it("gives systems what their own ranks say, on the same queries", async () => {
    const scored = new Set(whole.map(({ canonical }) => canonical.query));
    const rows = await likelihoodFirstRows(evaluation);
    for (const { system, ranking } of evaluation.systems) {
      const own = ranking.own.filter((_, query) => scored.has(evaluation.corpus.tasks[query]!.id));
      const first = own.filter(([canonical, ...others]) =>
        others.every(({ rank }) => rank > canonical!.rank),
      );
      const row = rows.find(({ score }) => score === system.id)!;
      expect(row.value).toBeCloseTo(first.length / own.length, 6);
    }
  });

  it("lets the digest decide between equal scores", () => {
    expect(firstIsBest([1, 1], ["a", "b"])).toBe(true);
    expect(firstIsBest([1, 1], ["b", "a"])).toBe(false);
    expect(firstIsBest([1, 2], ["a", "b"])).toBe(false);
  });
});

describe("pairs", () => {
  it("of every grouping add up to all of them, and are what a count gives", async () => {
    const rows = (await likelihoodPairRows(evaluation)).filter(({ score }) => score === "unconditional");
    const all = rows.find(({ grouping }) => grouping === "all")!;
    const pairs = whole.flatMap(({ canonical, others, bugs }) =>
      others.map((other, at) => ({ canonical, other, bug: bugs[at]! })),
    );
    const preferred = pairs.filter(({ canonical, other }) => canonical.unconditional > other.unconditional);
    expect([all.pairs, all.n]).toEqual([pairs.length, whole.length]);
    const gaps = pairs.map(({ canonical, other }) => Math.abs(canonical.unconditional - other.unconditional));
    expect(all.close).toBe(gaps.filter((gap) => gap < 1).length);
    expect(all.value).toBeCloseTo(preferred.length / pairs.length, 6);
    for (const grouping of ["bug_type", "length_change", "edit_size", "code_length"]) {
      const groups = rows.filter((row) => row.grouping === grouping);
      expect(groups.reduce((sum, row) => sum + row.pairs, 0)).toBe(pairs.length);
      expect(groups.reduce((sum, row) => sum + row.pairs * row.value, 0)).toBeCloseTo(preferred.length, 2);
    }
    const shorter = rows.find(({ group }) => group === "shorter")!;
    expect(shorter.pairs).toBe(
      pairs.filter(({ canonical, other }) => other.tokens < canonical.tokens).length,
    );
    const bug = rows.find(({ group }) => group === "wrong_operator")!;
    expect(bug.pairs).toBe(pairs.filter((pair) => pair.bug === "wrong_operator").length);
  });
});
