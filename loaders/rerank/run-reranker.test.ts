import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CostMeter } from "../api/cost.ts";
import { UserError } from "../errors.ts";
import type { Reranker } from "./reranker.ts";
import { openTasks, runReranker, sampled, type RerankTask } from "./run-reranker.ts";
import { ScoreCheckpoint } from "./score-checkpoint.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "rerank-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const tasks: RerankTask[] = ["q1", "q2", "q3"].map((query) => ({
  query,
  text: `the text of ${query}`,
  items: ["a", "b"].map((id) => ({ id, code: `${query} ${id}` })),
}));

/** Scores by the length of the code, and fails at a query for as long as it is told to. */
function reranker(fails: () => boolean = () => false): Reranker & { asked: string[] } {
  const asked: string[] = [];
  return {
    id: "r",
    asked,
    prepare: () => Promise.resolve(),
    estimate: () => ({ input: 1_000_000 }),
    score: (query, candidates, use) => {
      if (query.endsWith("q2") && fails()) return Promise.reject(new UserError("down", "later"));
      asked.push(query);
      use?.({ input: 1_000_000, output: 0, repaired: 1 });
      return Promise.resolve(candidates.map((_, index) => index));
    },
    close: () => Promise.resolve(),
  };
}

const settings = (cap?: number) => ({
  listwise: false,
  concurrency: 1,
  meter: new CostMeter(
    { usd_per_million_tokens: 1, date: "2026-11-30", source_url: "https://example.org" },
    cap,
  ),
  checkpoint: new ScoreCheckpoint(join(folder, "c.ndjson")),
});

describe("a run", () => {
  it("goes on after an interruption without asking again for what it has", async () => {
    await expect(
      runReranker(
        reranker(() => true),
        tasks,
        [],
        settings(),
      ),
    ).rejects.toThrow("down");
    const second = reranker();
    const report = await runReranker(second, tasks, [], settings());
    expect(second.asked).toEqual(["the text of q2", "the text of q3"]);
    expect(report.rows).toHaveLength(6);
    expect([report.asked, report.repaired]).toEqual([2, 2]);
  });

  it("stops before the cost cap would be exceeded, and keeps what was paid for", async () => {
    await expect(runReranker(reranker(), tasks, [], settings(2.5))).rejects.toThrow("cost cap");
    expect(new ScoreCheckpoint(join(folder, "c.ndjson")).rows).toHaveLength(4);
  });

  it("refuses a reranker that returns a score too few or one that is not finite", async () => {
    for (const scores of [[1], [1, Number.NaN]]) {
      const broken = { ...reranker(), score: () => Promise.resolve(scores) };
      await expect(runReranker(broken, tasks, [], settings())).rejects.toThrow("scores for 2 candidates");
    }
  });

  it("asks for the open candidates of a pair-wise reranker, and for the whole list of a listwise one", () => {
    const known = [{ query: "q1", item: "a", score: 1, ms: 0, input_tokens: 0, output_tokens: 0 }];
    const ids = (listwise: boolean) =>
      openTasks(tasks, known, listwise).map(({ items }) => items.map(({ id }) => id).join(""));
    expect(ids(false)).toEqual(["b", "ab", "ab"]);
    expect(ids(true)).toEqual(["ab", "ab", "ab"]);
  });

  it("takes the same sample whatever the order of the queries", () => {
    expect(sampled(tasks, 2)).toEqual(sampled(tasks.toReversed(), 2));
  });
});
