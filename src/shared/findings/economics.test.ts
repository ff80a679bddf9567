import { describe, expect, it } from "vitest";
import { generationCost } from "../economics.ts";
import type { EconomicsGateRow, EconomicsPublishedRow, EconomicsUsageRow } from "../rows.ts";
import {
  costSentence,
  economicsFinding,
  failureSentence,
  gateSentence,
  pipelineSentence,
  publishedPlan,
  quantity,
  usageSentence,
} from "./economics.ts";

const row = (
  name: string,
  published: number,
  recomputed = Number.NaN,
  status = "given",
): EconomicsPublishedRow => ({
  quantity: name,
  label: name,
  unit: "usd",
  published,
  recomputed,
  status,
  formula: "",
});

const published = [
  row("entries", 100),
  row("prompt_tokens", 100_000),
  row("completion_tokens", 800_000),
  row("usd_input", 2),
  row("usd_output", 10),
  row("batch_share", 0.5),
  row("batch_discount", 0.5),
  row("median_s", 90),
  row("pass_without_low", 0.6),
  row("pass_without_high", 0.7),
  row("list_usd", 8.2, 8.2, "agrees"),
  row("pass_rate", 0.8, 0.8, "agrees"),
  row("first_attempts", Number.NaN, 120, "derived"),
  row("usd_per_task", Number.NaN, 0.082, "derived"),
  row("output_share", Number.NaN, 0.97, "derived"),
  row("reasoning_share", Number.NaN, 0.8, "derived"),
  row("usd_with_failures", Number.NaN, 10.25, "derived"),
  row("usd_without_fix_low", Number.NaN, 11.71, "derived"),
  row("usd_without_fix_high", Number.NaN, 13.67, "derived"),
  row("accident_earlier", Number.NaN, 0.3, "derived"),
  row("accident_final", Number.NaN, 0.001, "derived"),
  row("crash_before", 0.24),
  row("crash_after", 0.03),
];

const usage: EconomicsUsageRow = {
  dataset: "d",
  model: "m",
  endpoint: "batch",
  calls: 50,
  accepted: 45,
  prompt_tokens: 1,
  completion_tokens: 1,
  reasoning_tokens: 0,
  list_usd: 4.5,
  median_s: Number.NaN,
  failed: "gate 4: 5",
};

const gate = (share: string, value: number): EconomicsGateRow => ({
  dataset: "d",
  share,
  value,
  low: value - 0.01,
  high: value + 0.01,
  mutants: 2000,
  n: 100,
});

describe("the economics page", () => {
  it("says whether the price is what its totals give, and whether ours has one", () => {
    const text = economicsFinding(published, []);
    expect(text).toContain("$8.20 or $0.082 each, is to the cent what its token totals give; 97.0% of it");
    expect(text).toContain("not written through a metered API");
    const other = published.map((r) =>
      r.quantity === "list_usd" ? { ...r, recomputed: 9, status: "differs" } : r,
    );
    const differs = economicsFinding(other, [usage]);
    expect(differs).toContain("is not what its token totals give ($9.00)");
    expect(differs).toContain("One of two published values differs");
    expect(differs).toContain("Ours took 50 metered calls, $4.50 at list price.");
    const unpriced = economicsFinding(published, [usage, { ...usage, list_usd: Number.NaN }]);
    expect(unpriced).toContain("Ours took 100 metered calls, whose list price nobody noted.");
    expect(economicsFinding([], [])).toBe("No published cost is at hand.");
  });

  it("counts the calls that the total leaves out, where there are any", () => {
    expect(failureSentence(published)).toContain(
      "stands for 120 calls, so the total leaves out at least 20.",
    );
    const none = published.map((r) => (r.quantity === "first_attempts" ? { ...r, recomputed: 100 } : r));
    expect(failureSentence(none)).toContain("no more calls than the total holds");
  });

  it("starts the calculator from totals, not from rounded means", () => {
    const plan = publishedPlan(published);
    expect(plan.completionTokens).toBe(8000);
    expect(generationCost({ ...plan, passRate: 1 }).listUsd).toBeCloseTo(quantity(published, "list_usd"), 9);
    const text = costSentence(plan, generationCost(plan));
    expect(text).toContain(
      "100 tasks take 125 calls on average (give or take 6) and cost $10.25 at list price",
    );
    expect(text).toContain("$7.69 with 50.0% of calls at 50.0% off, $0.077 a task");
    expect(text).toContain("After three attempts 99% of tasks have passed.");
    expect(text).toContain("1.6 hours");
    const sure = { ...plan, passRate: 1, batchShare: 0 };
    expect(costSentence(sure, generationCost(sure))).toContain(
      "100 calls on average and cost $8.20 at list price, ",
    );
    expect(costSentence(sure, generationCost(sure))).toContain("Every call passes.");
  });

  it("sets our shares beside the published ones, or says that there are none", () => {
    const text = gateSentence([gate("valid", 0.7), gate("survive", 0.08), gate("crash", 0.05)], published);
    expect(text).toContain("2,000 of them for 100 tasks, and execution keeps 70.0%");
    expect(text).toContain("8.0% (7.0–9.0%) pass every test after all, beside 30.0% of what");
    expect(text).toContain("0.10% of the final one’s");
    expect(gateSentence([], published)).toBe("No mutant of this dataset has been executed.");
  });

  it("speaks of what ran, and of nothing that did not", () => {
    const stage = (unit: string, items: number) => ({ dataset: "d", stage: "s", unit, items });
    const stages = [
      stage("tasks", 10),
      stage("tests", 80),
      stage("suites", 500),
      stage("tests executed", 4000),
    ];
    const text = pipelineSentence(stages, [], undefined);
    expect(text).toBe(
      "10 tasks with 80 tests became 500 suites to execute, 4,000 tests in all. No dense system has encoded it.",
    );
    expect(pipelineSentence([], [], undefined)).toBe("This dataset has no tasks yet.");
    const encoded = {
      dataset: "d",
      system: "a",
      texts: 60,
      tokens: 900,
      tokens_read: 880,
      dimensions: 8,
      vector_bytes: 960,
      texts_outside: 0,
    };
    expect(pipelineSentence(stages, [encoded], undefined)).toContain(
      "One dense system encoded 60 texts of 900 tokens each",
    );
    expect(pipelineSentence(stages, [encoded], undefined)).toContain("one did not read all of them");
  });

  it("gives the pass rate of metered calls by model, endpoint and gate", () => {
    expect(usageSentence([])).toContain("holds no call, no token and no price of ours");
    expect(usageSentence([usage])).toBe(
      "Of our metered calls, 90.0% of 50 by m (batch) passed every gate (failed: gate 4: 5).",
    );
  });
});
