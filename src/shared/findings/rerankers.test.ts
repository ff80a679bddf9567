import { describe, expect, it } from "vitest";
import type { RerankExecutionRow, RerankRow } from "../reranker-rows.ts";
import { costSentence, direction, heldOutSentence, rerankFinding, scoresSentence } from "./rerankers.ts";

const where = { dataset: "d", system: "s", k: 10 };

const row = (reranker: string, lift: number, changes: Partial<RerankRow> = {}): RerankRow => ({
  ...where,
  reranker,
  verdict: "suite",
  n: 100,
  left_out: 0,
  before: 0.2,
  after: 0.2 + lift,
  after_low: 0.1 + lift,
  after_high: 0.3 + lift,
  lift,
  low: lift - 0.05,
  high: lift + 0.05,
  gained: 0,
  lost: 0,
  p: 0.01,
  p_holm: 0.02,
  executions: 3,
  ms: 40,
  tokens: 0,
  usd: 0,
  ...changes,
});

const ROWS = [
  row("oracle", 0.7),
  row("execution-1", 0.3),
  row("execution-3", 0.5),
  row("execution-1", 0.25, { verdict: "held_out" }),
  row("execution-3", 0.45, { verdict: "held_out" }),
  row("execution-3-mean", 0.52),
  row("fusion-bm25", -0.01),
];

describe("the finding", () => {
  it("says how far tests lift rank 1, how far the ceiling is, and that fusion is open when it is", () => {
    const text = rerankFinding(ROWS, where, "S");
    expect(text).toContain("three tests from 20.0% to 70.0%");
    expect(text).toContain("first 10 would give 90.0%");
    expect(text).toContain("Fusion with BM25, which runs nothing, is not shown to change it");
  });

  it("says over how many queries, where suites are too small to hold a test out", () => {
    expect(rerankFinding(ROWS, where, "S")).toMatch(/ 100 queries\.$/);
    const small = ROWS.map((item) => (item.reranker === "execution-3" ? { ...item, n: 80 } : item));
    expect(rerankFinding(small, where, "S")).toMatch(/100 have more than one test and 80 more than three\.$/);
  });

  it("turns when running tests does not help or fusion hurts", () => {
    const other = [
      row("oracle", 0.7),
      row("execution-1", 0),
      row("execution-3", 0.01),
      row("fusion-bm25", -0.2),
    ];
    const text = rerankFinding(other, where, "S");
    expect(text).toContain("is not shown to repair rank 1");
    expect(text).toContain("lowers it");
  });

  it("holds with the ceiling alone, and with nothing", () => {
    expect(rerankFinding([row("oracle", 0.7)], where, "S")).toContain("exec@1 is 20.0%");
    expect(rerankFinding([], where, "S")).toContain("No second stage");
  });
});

it("judges by the tests held out, and says what still fails", () => {
  const text = heldOutSentence(ROWS, where, "S");
  expect(text).toContain("20.0% to 45.0% with one test");
  expect(text).toContain(
    "still fails its suite in 30.0% of 100 queries; in 10.0% nothing among the first 10",
  );
  expect(heldOutSentence([], where, "S")).toContain("have not been executed");
});

it("says what a query costs and whether the drawn tests were lucky", () => {
  const facts = { dataset: "d", timed: 50 } as RerankExecutionRow;
  const text = costSentence(ROWS, [facts], where);
  expect(text).toContain("3.0 runs a query with one test");
  expect(text).toContain("the expectation is 72.0%");
  expect(costSentence(ROWS, [], where)).toBe("");
});

it("names the best stage that does not run the code, and how many queries it leaves out", () => {
  const names = ["fusion-bm25", "judge", "oracle", "execution-3"].map((reranker) => ({
    reranker,
    label: reranker,
    kind: reranker === "oracle" ? "ceiling" : reranker === "execution-3" ? "execution" : "other",
    needs: "",
    command: "",
    measured: "",
  }));
  const text = scoresSentence([...ROWS, row("judge", 0.2, { n: 40, left_out: 60 })], names, where);
  expect(text).toContain("“judge”");
  expect(text).toContain("over 40 queries (60 are not wholly scored)");
  expect(text).not.toContain("“oracle”");
});

it("calls a lift shown only where its interval leaves out 0", () => {
  expect([
    direction({ low: 0.01, high: 1 }),
    direction({ low: -1, high: -0.1 }),
    direction({ low: -1, high: 1 }),
  ]).toEqual(["up", "down", "open"]);
});
