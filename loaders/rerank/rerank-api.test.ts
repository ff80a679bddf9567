import { afterEach, describe, expect, it, vi } from "vitest";
import { UserError } from "../errors.ts";
import type { RerankApiEntry } from "./registry.ts";
import { openRerankApi } from "./rerank-api.ts";
import type { Usage } from "./reranker.ts";
import { answer, hang, scriptedServer, type ScriptedServer, type Step } from "./scripted-server.ts";

let server: ScriptedServer | undefined;
afterEach(async () => {
  vi.unstubAllEnvs();
  await server?.close();
});

const results = (...scores: [index: number, score: unknown][]) => ({
  results: scores.map(([index, relevance_score]) => ({ index, relevance_score })),
});
const GOOD = answer(results([1, 0.9], [0, 0.2]));

async function ask(steps: Step[], changes: Partial<RerankApiEntry> = {}) {
  server = await scriptedServer(steps);
  const waits: number[] = [];
  const entry: RerankApiEntry = {
    id: "r",
    label: "The service",
    kind: "rerank-api",
    licence: "none",
    source_url: "https://example.org",
    base_url: server.url,
    path: "rerank",
    shape: "documents",
    model: "m",
    concurrency: 1,
    timeout_s: 0.2,
    ...changes,
  };
  const sleep = (ms: number): Promise<void> => (waits.push(ms), Promise.resolve());
  const reranker = openRerankApi(entry, { sleep, random: () => 0, attempts: 3 });
  let usage: Usage | undefined;
  const scores = reranker.score("query", ["a", "b"], (used) => (usage = used));
  return { scores: await scores, waits, usage, server };
}

describe("POST /v1/rerank", () => {
  it("returns scores in the order of the candidates, whatever the order of the answer", async () => {
    vi.stubEnv("SERVICE_KEY", "secret");
    const { scores, server } = await ask([GOOD], { key: "SERVICE_KEY" });
    expect(scores).toEqual([0.2, 0.9]);
    expect(server.asked[0]).toEqual({
      path: "/v1/rerank",
      authorization: "Bearer secret",
      body: { model: "m", query: "query", documents: ["a", "b"] },
    });
  });

  it("reads the answers of Voyage and of TEI, too, and counts the tokens that a service names", async () => {
    const rows = results([0, 1], [1, 2]).results;
    expect((await ask([answer({ data: rows, usage: { total_tokens: 7 } })])).usage?.input).toBe(7);
    await server?.close();
    const list = [
      { index: 1, score: 5 },
      { index: 0, score: 4 },
    ];
    const tei = await ask([answer(list)], { shape: "tei" });
    expect(tei.scores).toEqual([4, 5]);
    expect(tei.server.asked[0]!.body).toMatchObject({ texts: ["a", "b"] });
  });

  it("waits as long as a 429 asks for, and repeats a 500 and a timeout", async () => {
    const busy = answer({ message: "slow down" }, 429, { "retry-after": "3" });
    expect((await ask([busy, GOOD])).waits).toEqual([3000]);
    await server?.close();
    expect((await ask([answer("", 500), hang, GOOD])).scores).toEqual([0.2, 0.9]);
  });

  it.each([
    ["malformed JSON", '{"results": [', "no JSON"],
    ["NaN", '{"results": [{"index": 0, "relevance_score": NaN}]}', "no JSON"],
    ["a null score", results([0, null], [1, 1]), "no results with index and score"],
    ["a missing score", { results: [{ index: 0 }, { index: 1 }] }, "candidate 0 has no score"],
    ["a wrong count", results([0, 1]), "1 results for 2 candidates"],
    ["a doubled index", results([0, 1], [0, 2]), "candidate 0 twice"],
    ["an unknown index", results([0, 1], [2, 2]), "candidate 2 of 2"],
  ])("asks again after %s, and gives up with a sentence", async (_, value, words) => {
    expect((await ask([answer(value), GOOD])).scores).toEqual([0.2, 0.9]);
    await server?.close();
    await expect(ask([answer(value)])).rejects.toThrow(
      new RegExp(`The service did not answer after 3.*${words}`),
    );
  });

  it("says in one sentence that a key is missing, before anything is sent, and does not repeat a refusal", async () => {
    await expect(ask([GOOD], { key: "NO_SUCH_KEY" })).rejects.toThrow("NO_SUCH_KEY is not set");
    expect(server!.asked).toHaveLength(0);
    await server?.close();
    await expect(ask([answer({ message: "unknown model" }, 404)])).rejects.toBeInstanceOf(UserError);
    expect(server!.asked).toHaveLength(1);
  });
});
