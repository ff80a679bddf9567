import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { sha256 } from "../store/digest.ts";
import { readExecutionCache } from "./execution-cache.ts";
import { invocationsOf } from "./invocation-table.ts";
import { SystemNames } from "./names.ts";
import { readData } from "./read-data.ts";
import { TestBundle } from "./test-bundle.ts";
import { usageOf } from "./usage.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe("what the dataset card leaves open", () => {
  it.each<[string, (tests: string[]) => string]>([
    ["joined by newlines", (tests) => tests.join("\n")],
    ["as compact JSON", (tests) => JSON.stringify(tests)],
    ["joined by null characters", (tests) => tests.join("\0")],
  ])("is found for the cache's keys: the tests %s", (name, text) => {
    const bundle = new TestBundle();
    const data = read(bundle);
    const queries = data.queries.map(({ tests }) => [sha256(tests.join("\n")), sha256(text(tests))] as const);
    const renamed = new Map(queries);
    const changed = name === "joined by newlines";
    const edited = bundle
      .text("data/execution_cache.jsonl")
      .replace(
        /"tests_sha256": "(\w+)"/g,
        (_, digest: string) => `"tests_sha256": "${renamed.get(digest)!}"`,
      );
    if (!changed) bundle.edit("data/execution_cache.jsonl", () => edited);
    const folder = bundle.write();
    folders.push(folder);
    const cache = readExecutionCache(folder, data);
    expect(cache.keyedBy).toBe(`the code; the tests ${name}`);
    expect(cache.missingOwn).toBe(0);
  });

  it("is said when no known rule makes the keys", () => {
    const bundle = new TestBundle();
    const data = read(bundle);
    bundle.edit("data/execution_cache.jsonl", (text) =>
      text.replace(/"tests_sha256": "\w+"/g, `"tests_sha256": "${"0".repeat(64)}"`),
    );
    const folder = bundle.write();
    folders.push(folder);
    const cache = readExecutionCache(folder, data);
    expect(cache.keyedBy).toBeNull();
    expect(cache.get(0, data.queries[0]!.own[0]!)).toBeUndefined();
  });

  it("is found for usage, flat or at any depth, the shallowest first", () => {
    const tokens = { prompt_tokens: 900, completion_tokens: 7000 };
    const usage = { promptTokens: 900, completionTokens: 7000, reasoningTokens: 6000 };
    expect(usageOf({ ...tokens, reasoning_tokens: 6000, other: { prompt_tokens: 1 } })).toEqual(usage);
    const nested = {
      response: { usage: { ...tokens, completion_tokens_details: { reasoning_tokens: 6000 } } },
    };
    expect(usageOf(nested)).toEqual(usage);
    expect(usageOf({ prompt_tokens: 900 })).toBeNull();
  });

  it("is found for the similarity, in rows or by name", () => {
    const names = new SystemNames();
    names.addSystem("multi-qa");
    names.addAlias("multi-qa", "multi-qa-mpnet-base-dot-v1");
    names.addSystem("e5");
    names.addAlias("e5", "e5-base-v2");
    const [dot, cosine] = [{ similarity: "raw dot_product" }, { similarity: "cosine (dot of unit vectors)" }];
    for (const table of [
      [
        { model: "multi-qa-mpnet-base-dot-v1", ...dot },
        { model: "e5-base-v2", ...cosine },
      ],
      { systems: { "multi-qa-mpnet-base-dot-v1": dot, "e5-base-v2": cosine } },
    ]) {
      const found = invocationsOf(table, names);
      expect(found.get("multi-qa")!.similarity).toBe("dot");
      expect(found.get("e5")!.similarity).toBe("cosine");
    }
  });
});

function read(bundle: TestBundle) {
  const folder = bundle.write();
  folders.push(folder);
  return readData(folder);
}
