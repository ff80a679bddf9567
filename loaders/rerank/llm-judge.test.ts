import { afterEach, describe, expect, it } from "vitest";
import { openListwise, openPointwise } from "./llm-judge.ts";
import { readNumber, readOrder, yesShare } from "./read-judgment.ts";
import type { Usage } from "./reranker.ts";
import { answer, scriptedServer, type ScriptedServer, type Step } from "./scripted-server.ts";

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

const says = (content: string, top?: { token: string; logprob: number }[]): Step =>
  answer({
    choices: [
      {
        index: 0,
        finish_reason: "stop",
        message: { role: "assistant", content },
        ...(top ? { logprobs: { content: [{ token: content, logprob: 0, top_logprobs: top }] } } : {}),
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 2, total_tokens: 102 },
  });

const entry = (base_url: string) => ({
  id: "judge",
  label: "The judge",
  licence: "none",
  source_url: "https://example.org",
  base_url,
  model: "m",
  concurrency: 1,
  timeout_s: 2,
  max_output_tokens: 8,
});
const patient = { sleep: () => Promise.resolve(), random: () => 0, attempts: 3 };

async function judge(kind: "score" | "yes-logprob" | "list", steps: Step[]) {
  server = await scriptedServer(steps);
  const reranker =
    kind === "list"
      ? openListwise({ ...entry(server.url), kind: "llm-listwise" }, patient)
      : openPointwise({ ...entry(server.url), kind: "llm-pointwise", answer: kind }, patient);
  let usage: Usage | undefined;
  const scores = await reranker.score("q", ["a", "b", "c"], (used) => (usage = used));
  return { scores, usage: usage!, asked: server.asked };
}

describe("a pointwise judge", () => {
  it("scores each candidate by a request of its own, at temperature 0", async () => {
    const { scores, usage, asked } = await judge("score", [says("7"), says("I would say 9.5."), says("0")]);
    expect(scores).toEqual([7, 9.5, 0]);
    expect(usage).toEqual({ input: 300, output: 6, repaired: 0 });
    expect(asked.map(({ body }) => body.temperature)).toEqual([0, 0, 0]);
  });

  it("counts an answer without a number between 0 and 10 as the lowest, and says how many", async () => {
    const { scores, usage } = await judge("score", [says("no idea"), says("11"), says("3")]);
    expect([scores, usage.repaired]).toEqual([[0, 0, 3], 2]);
  });

  it("takes the share of yes among yes and no from the log-probabilities", async () => {
    const top = [
      { token: "Yes", logprob: Math.log(0.6) },
      { token: " yes", logprob: Math.log(0.1) },
      { token: "No", logprob: Math.log(0.3) },
    ];
    const { scores, usage, asked } = await judge("yes-logprob", [
      says("Yes", top),
      says("Yes", []),
      says("Yes"),
    ]);
    expect(scores[0]).toBeCloseTo(0.7);
    expect([scores.slice(1), usage.repaired]).toEqual([[0, 0], 2]);
    expect(asked[0]!.body).toMatchObject({ logprobs: true, top_logprobs: 20 });
  });

  it("asks again after a 500, after text that is no JSON, and after an error that comes with status 200", async () => {
    const steps = [
      answer("", 500),
      answer("<html>"),
      says("4"),
      answer({ error: "overloaded" }),
      says("5"),
      says("6"),
    ];
    expect((await judge("score", steps)).scores).toEqual([4, 5, 6]);
  });
});

describe("a listwise judge", () => {
  it("turns an order into scores that sort the same way", async () => {
    const { scores, usage } = await judge("list", [says("[2] > [3] > [1]")]);
    expect(scores).toEqual([1, 3, 2]);
    expect(usage.repaired).toBe(0);
  });

  it("repairs and counts a partial order", async () => {
    const { scores, usage } = await judge("list", [says("[3] is best")]);
    expect([scores, usage.repaired]).toEqual([[2, 1, 3], 1]);
  });
});

describe("reading a judgment", () => {
  it.each([
    ["[2] > [1] > [3]", [1, 0, 2], false],
    ["2, 1, 3", [1, 0, 2], false],
    ["Of the 3 candidates: [2] > [1] > [3]", [1, 0, 2], false],
    ["[2] > [2] > [1]", [1, 0, 2], true],
    ["[9] > [3] > [0]", [2, 0, 1], true],
    ["", [0, 1, 2], true],
  ])("reads %s", (text, order, repaired) => {
    expect(readOrder(text, 3)).toEqual({ order, repaired });
  });

  it("always gives a permutation, so that no candidate is lost", () => {
    for (const text of ["[1] [1] [1]", "4 5 6", "[3]>[2]", "x"])
      expect(readOrder(text, 4).order.toSorted()).toEqual([0, 1, 2, 3]);
  });

  it("knows no share where neither yes nor no is likely, and no number outside 0 to 10", () => {
    expect(yesShare([{ token: "Maybe", logprob: 0 }])).toBeUndefined();
    expect([readNumber("-1"), readNumber("10"), readNumber("ten")]).toEqual([undefined, 10, undefined]);
  });
});
