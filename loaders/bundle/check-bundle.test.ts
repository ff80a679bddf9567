import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExecutionPool } from "../execution/pool.ts";
import { type CheckedBundle, checkBundle } from "./check-bundle.ts";
import { formatReport, reportOf } from "./report.ts";
import { TestBundle } from "./test-bundle.ts";

const folders: string[] = [];
let pool: ExecutionPool;

beforeAll(async () => {
  pool = await ExecutionPool.open({ cacheDir: null });
});
afterAll(async () => {
  await pool.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function check(bundle: TestBundle, execute: number | "all" = 0): Promise<CheckedBundle> {
  const folder = bundle.write();
  folders.push(folder);
  return checkBundle(folder, { openPool: () => Promise.resolve(pool), execute });
}

interface Results {
  metrics: Record<string, number>;
  per_query: { top_results: Record<string, unknown>[] }[];
}
type Pairs = Record<string, Record<string, Record<string, unknown>>>;

describe("a bundle that numpy, scipy, statsmodels and rank_bm25 computed", () => {
  let bundle: CheckedBundle;
  beforeAll(async () => {
    bundle = await check(new TestBundle(), 40);
  }, 120_000);

  it("comes out the same in every published cell", () => {
    expect(bundle.comparison.differences).toEqual([]);
    expect(bundle.comparison.unknown).toEqual([]);
  });

  it("is compared in every file: 4 systems, 10 results of 30 queries, 6 pairs, 12 metrics", () => {
    const cells = (file: string) =>
      bundle.comparison
        .counts()
        .filter((count) => count.file === file)
        .reduce((sum, { equal, within }) => sum + equal + within, 0);
    expect(cells("results/minilm-cut.json")).toBe(30 * 10 * 6 + 16);
    expect(cells("results/full_leaderboard.json")).toBe(4 * 16);
    expect(cells("tests/confidence_intervals.json")).toBe(4 * 12 * 3);
    expect(cells("tests/paired_difference_intervals.json")).toBe(6 * 12 * 3);
    expect(cells("tests/pairwise_tests.json")).toBe(6 * (12 * 5 + 4 * 5));
  });

  it("has everything but bounds and float32 similarities equal as printed", () => {
    const within = bundle.comparison.counts().filter((count) => count.within > 0);
    for (const { metric } of within) expect(metric).toMatch(/ (low|high)$|^similarity$|^corpus_id$/);
  });

  it("shows the tie rule that made it: a stable sort over the corpus file", () => {
    expect(bundle.rules[0]!.rule.id).toBe("corpus-order");
    const [first, second] = bundle.rules.map(({ same }) => same) as [number, number];
    expect(first).toBeGreaterThan(second + 100);
  });

  it("shows what BM25 and the cache's keys are made of", () => {
    expect(bundle.notes.join("\n")).toMatch(/BM25: 100\.0 % .* underscores, idf of rank_bm25/);
    expect(bundle.cache.keyedBy).toBe("the code; the tests joined by newlines");
    expect(bundle.cache.missingOwn).toBe(0);
  });

  it("is executed again with the same outcomes", () => {
    expect(bundle.executedAgain).toBe(40);
    expect(bundle.comparison.counts().find(({ metric }) => metric === "outcomes")).toMatchObject({
      equal: 40,
      different: 0,
    });
  });

  it("is reported with legacy bug types and the usage of flat and nested rows", () => {
    const report = reportOf(bundle);
    expect(report.legacy_bug_types).toEqual({ ignores_constraint: 1 });
    // Query q took 900 + q prompt tokens; query 5 has no usage.
    expect(report.usage).toMatchObject({ entries: 29, prompt_tokens: 30 * 900 + 435 - 905 });
    expect(report.usage.reasoning_tokens).toBe(30 * 6000 + 435 - 6005);
    expect(formatReport(report)).toMatch(/0 different\*\*/);
  });
});

describe("a bundle with wrong cells", () => {
  it("has each of them named, with both values, and no other", async () => {
    const bundle = new TestBundle()
      .editJson<Results>("results/minilm-cut.json", (results) => {
        results.metrics["exec@3"]! += 0.0334;
        const [first, second] = results.per_query[0]!.top_results;
        Object.assign(first!, { similarity: 0.1, passes_all_tests: true });
        Object.assign(second!, { bug_type: "wrong_semantics", test_results: ["pass"] });
        const others = results.per_query[1]!.top_results;
        [others[2], others[3]] = [
          { ...others[3], rank: 3 },
          { ...others[2], rank: 4 },
        ];
      })
      .editJson<Record<string, number>[]>("results/full_leaderboard.json", (rows) => {
        rows[0]!["ndcg@10"]! -= 0.001;
      })
      .editJson<Pairs>("tests/pairwise_tests.json", (pairs) => {
        const cell = pairs["minilm-cut vs BM25"]!["exec@3"]!;
        Object.assign(cell, { a_only: 0, mcnemar_exact_p: 0.5, bootstrap_ci_95: [-0.9, 0.9] });
      });
    const { comparison } = await check(bundle);
    const named = comparison.differences.map(({ file, metric, path }) => `${file} ${path} ${metric}`);
    const top = "results/minilm-cut.json per_query";
    const pair = "tests/pairwise_tests.json minilm-cut vs BM25/exec@3";
    expect(named.sort()).toEqual(
      [
        `${top}/q_0000/top_results/1 passes_all_tests`,
        `${top}/q_0000/top_results/1 similarity`,
        `${top}/q_0000/top_results/2 bug_type`,
        `${top}/q_0000/top_results/2 test_results`,
        `${top}/q_0001/top_results/3 corpus_id`,
        `${top}/q_0001/top_results/4 corpus_id`,
        "results/minilm-cut.json metrics/exec@3 exec@3",
        "results/full_leaderboard.json 0/ndcg@10 ndcg@10 value",
        `${pair}/a_only exec@3 a_only`,
        `${pair}/high exec@3 high`,
        `${pair}/low exec@3 low`,
        `${pair}/mcnemar_exact_p exec@3 p`,
      ].sort(),
    );
    const similarity = comparison.differences.find(({ metric }) => metric === "similarity")!;
    expect(similarity.published).toBe(0.1);
    expect(similarity.recomputed).toBeGreaterThan(0.3);
  }, 120_000);

  it("is not believed when its cache lies: our runner tells", async () => {
    const bundle = new TestBundle().edit("data/execution_cache.jsonl", (text) =>
      text.replace('"FAIL"', '"pass"'),
    );
    const { comparison } = await check(bundle, "all");
    const inCache = comparison.differences.filter(({ file }) => file === "data/execution_cache.jsonl");
    expect(inCache.map(({ metric }) => metric)).toContain("outcomes");
  }, 120_000);

  it("has pairs that the cache lacks executed here", async () => {
    const bundle = new TestBundle().edit("data/execution_cache.jsonl", (text) =>
      text.split("\n").slice(7).join("\n"),
    );
    const { table, comparison } = await check(bundle);
    expect(table.executed).toBe(7);
    expect(comparison.differences).toEqual([]);
  }, 120_000);
});

describe("where no computation can decide", () => {
  it("takes the published order of equal similarities, counts it and says so", async () => {
    const bundle = new TestBundle().editJson<Results>("results/e5-coarse.json", ({ per_query: queries }) => {
      for (const { top_results: top } of queries) {
        const at = top.findIndex(
          (result, place) => place > 0 && result.similarity === top[place - 1]!.similarity,
        );
        if (at < 0) continue;
        const [a, b] = [top[at - 1]!, top[at]!];
        [top[at - 1], top[at]] = [
          { ...b, rank: at },
          { ...a, rank: at + 1 },
        ];
      }
    });
    const { comparison, notes, systems } = await check(bundle);
    const places = comparison
      .counts()
      .find((c) => c.file === "results/e5-coarse.json" && c.metric === "corpus_id")!;
    expect(places.different).toBe(0);
    expect(places.within).toBeGreaterThan(10);
    expect(notes.join("\n")).toMatch(/e5-coarse: in \d+ queries equal similarities stand as published/);
    const { order, published } = systems.find((system) => system.published.id === "e5-coarse")!;
    published.top.forEach((top, query) => {
      const { ranking } = order!;
      const realized = Array.from(ranking.top.subarray(query * ranking.depth, query * ranking.depth + 10));
      expect(realized).toEqual(top!.map(({ snippet }) => snippet));
      for (const { snippet, rank } of ranking.own[query]!) {
        if (rank <= 10) expect(realized[rank - 1]).toBe(snippet);
      }
    });
  }, 120_000);
});
