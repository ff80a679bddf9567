import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExecutionPool } from "../execution/pool.ts";
import { stackMutants } from "../mutation/stack.ts";
import { sha256 } from "../store/digest.ts";
import type { Corpus, Snippet } from "./corpus.ts";
import { suiteKey } from "./corpus-file.ts";
import { stackOutcome } from "./execute-stacked.ts";
import { loadCorpus } from "./load-corpus.ts";
import { readStackedFile, type StackedRow } from "./stacked-file.ts";

/** The frozen variants of the dataset whose text is committed. */
let corpus: Corpus;
let rows: StackedRow[];
let snippets: Map<string, Snippet>;
let canonicals: Map<string, string>;
let pool: ExecutionPool;
beforeAll(async () => {
  corpus = await loadCorpus("near-miss");
  rows = (await readStackedFile("near-miss")).filter(({ count }) => count > 1);
  snippets = new Map([...corpus.snippets, ...corpus.pool].map((s) => [`${s.taskId} ${s.id}`, s]));
  canonicals = new Map(
    corpus.snippets.filter(({ kind }) => kind === "canonical").map(({ taskId, code }) => [taskId, code!]),
  );
  pool = await ExecutionPool.open({ cacheDir: null, workers: 1 });
}, 120_000);
afterAll(() => pool.close());

const rebuild = ({ task, members, count }: StackedRow) => {
  const singles = members.split(",").map((id) => ({ id, code: snippets.get(`${task} ${id}`)!.code! }));
  return stackMutants(canonicals.get(task)!, singles, count)[0]!;
};

describe("the frozen variants", () => {
  it("are rebuilt from the single mutants that they name", () => {
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(rebuild(row).id, row.task).toBe(row.variant);
  });

  it("fail as they are said to when they are executed again: a sample, and all that pass", async () => {
    const tests = new Map(corpus.tasks.map((task) => [task.id, task.tests!]));
    const chosen = rows.filter(
      ({ outcome, variant }) =>
        outcome === "passes" ||
        (outcome !== "times_out" && Number.parseInt(sha256(variant).slice(0, 4), 16) % 200 === 0),
    );
    const requests = chosen.map((row, i) => ({
      id: String(i),
      code: rebuild(row).code,
      tests: tests.get(row.task)!,
    }));
    const results = await pool.run(requests);
    chosen.forEach((row, i) => {
      const { outcomes } = results.get(String(i))!;
      expect(row.suite).toBe(suiteKey(tests.get(row.task)!));
      expect([stackOutcome(outcomes), outcomes.filter((outcome) => outcome === "pass").length]).toEqual([
        row.outcome,
        row.passed,
      ]);
    });
  });
});
