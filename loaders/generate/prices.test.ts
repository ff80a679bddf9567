import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planOf, planSentence } from "./plan.ts";
import { priceOf } from "./prices.ts";
import { loadPrompt } from "./prompts.ts";
import { parseRegistry } from "./registry.ts";

const URL = "https://example.org/v1";
const TODAY = new Date("2026-11-30T12:00:00Z");

describe("the price of a model", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "prices-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const file = (content: string): string => {
    const path = join(folder, "prices.json");
    writeFileSync(path, content);
    return path;
  };

  it("comes from the flags with a day, or else from a dated file, or is not known", () => {
    expect(priceOf("m", { usdInput: 2.5, usdOutput: 15 }, URL, TODAY)).toEqual({
      usd_per_million_tokens: 2.5,
      usd_per_million_output_tokens: 15,
      date: "2026-11-30",
      source_url: URL,
    });
    const price = {
      usd_per_million_tokens: 1,
      usd_per_million_output_tokens: 2,
      date: "2026-10-01",
      source_url: URL,
    };
    const prices = file(JSON.stringify({ m: price }));
    expect(priceOf("m", { prices }, URL, TODAY)).toEqual(price);
    expect(priceOf("other", { prices }, URL, TODAY)).toBeUndefined();
    expect(priceOf("m", {}, URL, TODAY)).toBeUndefined();
  });

  it("is refused by half, without a real day, or from a file of another form", () => {
    expect(() => priceOf("m", { usdInput: 1 }, URL)).toThrow(/Half a price/);
    expect(() => priceOf("m", { usdInput: 1, usdOutput: 1, priceDate: "soon" }, URL)).toThrow(/is no day/);
    expect(() => priceOf("m", { prices: file("{") }, URL)).toThrow(/prices\.json cannot be read/);
    expect(() => priceOf("m", { prices: file('{"m": {"date": "2026-10-01"}}') }, URL)).toThrow(
      /prices\.json: m\.usd_per_million_tokens/,
    );
  });
});

describe("the estimate before a run", () => {
  const line = JSON.stringify({ function_name: "f", query: "Add numbers.", domain: "geometry" });
  const settings = { model: "m", bugs: "rule", format: "schema", maxTokens: 1000 } as const;
  const { requests, most } = planOf(parseRegistry(line, "r.jsonl"), loadPrompt("rule"), settings);

  it("takes every answer as long as it may be, a batch at its discount, and says so of an unknown price", () => {
    expect([requests.length, most.output]).toEqual([1, 1000]);
    const price = {
      usd_per_million_tokens: 0,
      usd_per_million_output_tokens: 1000,
      date: "2026-10-01",
      source_url: URL,
    };
    expect(planSentence(1, most, price, "real-time", 0.5)).toContain(
      "at most 1.00 USD (list price of 2026-10-01)",
    );
    expect(planSentence(1, most, price, "batch", 0.5)).toContain(
      "at most 0.50 USD (list price of 2026-10-01, less 50 %)",
    );
    expect(planSentence(1, most, undefined, "batch", 0.5)).toContain("the list price is unknown");
  });
});
