import { beforeAll, describe, expect, it } from "vitest";
import { corpusItems } from "../embedding/embed-corpus.ts";
import { readVectors, vectorsPath } from "../embedding/vectors.ts";
import { UserError } from "../errors.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { forEachLimited } from "./concurrency.ts";
import { CostMeter, costSentence, estimateTokens, type Price } from "./cost.ts";
import { ApiFailure, failureOfStatus, retryAfterOf } from "./failure.ts";
import { keyFromEnvironment } from "./key.ts";
import { withRetries, type RetryOptions } from "./retry.ts";

const PRICE: Price = { usd_per_million_tokens: 2, date: "2026-11-30", source_url: "https://example.org" };

/** Runs a request that fails with each of the failures in turn. @returns the waits and how it ended */
async function run(failures: unknown[], options: Partial<RetryOptions> = {}) {
  const waits: number[] = [];
  const sleep = (ms: number): Promise<number> => Promise.resolve(waits.push(ms));
  const request = (): Promise<string> => {
    const failure = failures.shift();
    return failure === undefined ? Promise.resolve("answer") : Promise.reject(failure);
  };
  const ended = await withRetries(request, { service: "it", sleep, random: () => 1, ...options }).catch(
    (error: Error) => error,
  );
  return { waits, ended };
}

const passing = (retryAfterMs?: number): ApiFailure =>
  new ApiFailure("HTTP 503", { mayPass: true, retryAfterMs });

describe("retries", () => {
  it("wait twice as long each time, up to the longest wait, and never less than the service asks for", async () => {
    const { waits, ended } = await run([passing(), passing(), passing(9000), passing(), passing()], {
      longestWaitMs: 3000,
    });
    expect([waits, ended]).toEqual([[500, 1000, 9000, 3000, 3000], "answer"]);
  });

  it("draw each wait between half and all of it", async () => {
    expect((await run([passing()], { random: () => 0 })).waits).toEqual([250]);
  });

  it("do not wait for a service that asks for an hour", async () => {
    const { waits, ended } = await run([passing(3_600_000)]);
    expect(waits).toEqual([]);
    expect((ended as UserError).message).toBe(
      "it did not answer after 1 request: HTTP 503, and asks to wait 3600 s.",
    );
  });

  it("let a bug and a user's mistake through as they are", async () => {
    const [bug, mistake] = [new RangeError("bug"), new UserError("mistake", "mend it")];
    expect((await run([bug])).ended).toBe(bug);
    expect((await run([mistake])).ended).toBe(mistake);
  });

  it("understand what Node says of a refused connection and of a body that breaks off", async () => {
    const refused = await fetch("http://127.0.0.1:1/").catch((error: unknown) => error);
    const { waits, ended } = await run([refused, new TypeError("terminated"), new SyntaxError("cut")]);
    expect([waits.length, ended]).toEqual([3, "answer"]);
  });
});

describe("Retry-After", () => {
  it("is seconds, a date, or milliseconds in a field of its own", () => {
    const now = Date.parse("2026-11-30T12:00:00Z");
    const of = (headers: Record<string, string>): number | undefined =>
      retryAfterOf(new Headers(headers), now);
    expect(of({ "retry-after": "12" })).toBe(12_000);
    expect(of({ "retry-after": "Mon, 30 Nov 2026 12:01:30 GMT" })).toBe(90_000);
    expect(of({ "retry-after": "Mon, 30 Nov 2026 11:00:00 GMT" })).toBe(0);
    expect(of({ "retry-after-ms": "250", "retry-after": "1" })).toBe(250);
    expect(of({ "retry-after": "soon" })).toBeUndefined();
    expect(of({})).toBeUndefined();
  });

  it("stands beside the statuses that pass, not beside those that do not", () => {
    const passes = [408, 429, 500, 503, 529].map(
      (status) => failureOfStatus(status, new Headers(), "").mayPass,
    );
    const stay = [400, 401, 403, 404, 422].map(
      (status) => failureOfStatus(status, new Headers(), "").mayPass,
    );
    expect([new Set(passes), new Set(stay)]).toEqual([new Set([true]), new Set([false])]);
  });
});

describe("a key", () => {
  it("comes from the environment; without it one sentence names the variable", () => {
    expect(keyFromEnvironment("A_KEY", "It", { A_KEY: " secret\n" })).toBe("secret");
    expect(() => keyFromEnvironment("A_KEY", "It", { A_KEY: "" })).toThrow(
      "It asks for a key, and A_KEY is not set.",
    );
  });
});

describe("work at a limit", () => {
  it("begins nothing after an error, waits for what is under way, and then throws it", async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = async (item: number): Promise<void> => {
      begun.push(item);
      await new Promise((resolve) => setTimeout(resolve, item === 1 ? 5 : 20));
      if (item === 1) throw new Error("one");
      ended.push(item);
    };
    await expect(forEachLimited([0, 1, 2, 3, 4, 5], 3, work)).rejects.toThrow("one");
    expect([begun, ended]).toEqual([[0, 1, 2], [0, 2]]); // prettier-ignore
  });
});

describe("costs", () => {
  it("count requests under way against the cap, and what they really took afterwards", () => {
    const meter = new CostMeter(PRICE, 2.5);
    const first = meter.reserve({ input: 600_000 });
    expect(() => meter.reserve({ input: 700_000 })).toThrow(
      /cost cap of 2.5 USD would be exceeded: 0.0000 USD/,
    );
    first({ input: 100_000 });
    meter.reserve({ input: 700_000 })({ input: 1_000_000 });
    expect([meter.spent, meter.tokens]).toEqual([2.2, { input: 1_100_000, output: 0 }]);
  });

  it("are said with the day of the price, or not at all", () => {
    expect(costSentence(PRICE, { input: 1_234_567 })).toBe(
      "about 1,234,567 tokens, 2.47 USD (list price of 2026-11-30)",
    );
    expect(costSentence(undefined, { input: 9 })).toBe("about 9 tokens; the price is not known here");
  });
});

describe("the estimate of tokens", { timeout: 120_000 }, () => {
  let counted: { estimate: number; tokens: number };
  beforeAll(async () => {
    const items = corpusItems(await loadCorpus("near-miss"));
    const { rows } = await readVectors(vectorsPath("near-miss", "all-minilm-l6-v2"));
    counted = {
      estimate: estimateTokens(items.map(({ text }) => text)),
      tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0),
    };
  }, 120_000);

  it("is within a quarter of what a tokenizer counts over the whole dataset", () => {
    expect(counted.estimate / counted.tokens).toBeGreaterThan(0.75);
    expect(counted.estimate / counted.tokens).toBeLessThan(1.25);
  });
});
