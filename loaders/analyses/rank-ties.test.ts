import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { beforeAll, describe, expect, it } from "vitest";
import { mean } from "../../src/shared/bootstrap.ts";
import type { LeaderboardRow } from "../../src/shared/rows.ts";
import { present } from "../tasks/corpus.ts";
import { rankBm25 } from "../retrieval/bm25.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { evaluateCorpus, loadEvaluations, ownSnippets } from "./evaluation.ts";
import { leaderboardRows } from "./leaderboard.ts";

/** The committed datasets, and each again with its snippets in a random order: the ids that a file order would give. */
let pairs: { evaluation: Evaluation; shuffled: Evaluation; board: LeaderboardRow[] }[];

beforeAll(async () => {
  pairs = [];
  for (const evaluation of await loadEvaluations()) {
    const snippets = shuffle(evaluation.corpus.snippets, 20260510);
    const shuffled = await evaluateCorpus({ ...evaluation.corpus, snippets });
    pairs.push({ evaluation, shuffled, board: leaderboardRows(evaluation) });
  }
}, 300_000);

/** Fisher-Yates. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  const generator = xoroshiro128plus(seed);
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = uniformInt(generator, 0, i);
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  return shuffled;
}

/** exec@1 of BM25 over a dataset with text when ties are ordered by these keys, one a snippet. */
function lexicalExec(
  { corpus, passes }: Evaluation,
  key: (snippet: Evaluation["corpus"]["snippets"][number], place: number) => string,
): number {
  const { top, depth } = rankBm25({
    digests: corpus.snippets.map(key),
    own: ownSnippets(corpus),
    queries: corpus.tasks.map(({ query }) => present(query)),
    snippets: corpus.snippets.map(({ code }) => present(code)),
    k1: 1.5,
    b: 0.75,
  });
  return mean(corpus.tasks.map((_, query) => (passes(query, top[query * depth]!) ? 1 : 0)));
}

const byPlace = (_: unknown, place: number): string => String(place).padStart(6, "0");

describe("the order of equal similarities", { timeout: 120_000 }, () => {
  it("leaves every row of the leaderboard as it is when the snippets are numbered at random", () => {
    for (const { evaluation, shuffled, board } of pairs) {
      expect(shuffled.systems.length).toBe(evaluation.systems.length);
      expect(shuffled.corpus.snippets.map(({ id }) => id)).not.toEqual(
        evaluation.corpus.snippets.map(({ id }) => id),
      );
      expect(leaderboardRows(shuffled)).toEqual(board);
    }
  });

  it("matters: under an order by number, a lexical system's exec@1 changes with the numbers", () => {
    for (const { evaluation, shuffled } of pairs.filter(({ evaluation: { corpus } }) => corpus.hasText))
      expect(lexicalExec(shuffled, byPlace)).not.toBe(lexicalExec(evaluation, byPlace));
  });

  it("would raise a lexical system's exec@1 if it named canonicals first, by what the leaderboard says", () => {
    for (const { evaluation, board } of pairs.filter(({ evaluation: { corpus } }) => corpus.hasText)) {
      const row = board.find(({ system, metric, k }) => system === "bm25" && metric === "exec" && k === 1)!;
      const first = lexicalExec(evaluation, ({ id, kind }) => `${kind === "canonical" ? "0" : "1"}${id}`);
      expect(row.tie_canonicals_first).toBeCloseTo(first, 6);
      expect(row.tie_canonicals_first).toBeGreaterThan(row.value);
      expect(row.value).toBeCloseTo(
        lexicalExec(evaluation, ({ id }) => id),
        6,
      );
    }
  });

  it("named canonicals first would stay between the best order and the worst, and lower nothing", () => {
    for (const row of pairs.flatMap(({ board }) => board)) {
      expect(row.tie_canonicals_first).toBeLessThanOrEqual(row.tie_best + 1e-6);
      expect(row.tie_canonicals_first).toBeGreaterThanOrEqual(row.value - 1e-6);
    }
  });
});
