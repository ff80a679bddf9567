import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EncodeTexts } from "../embedding/embed-vectors.ts";
import { isDense, readModels, type DenseSystem } from "../embedding/models.ts";
import { EmbeddingCache } from "./embedding-cache.ts";

const system: DenseSystem = readModels()
  .filter(isDense)
  .find(({ id }) => id === "e5-small-v2")!;

let folder: string;
let calls: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "embedding-cache-"));
  calls = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const encode: EncodeTexts = (texts, onDone) => {
  calls.push(...texts);
  texts.forEach((text, index) => {
    const vector = Float32Array.of(text.length, 1);
    onDone(index, { vector, tokens: text.length, truncated: false, visibleCharacters: text.length });
  });
  return Promise.resolve();
};

describe("EmbeddingCache", () => {
  it("encodes each distinct text once, with its role's prefix, longest first", async () => {
    const cache = new EmbeddingCache(system, folder);
    await cache.embed("passage", ["aa", "bbbb", "aa", "c"], encode);
    expect(calls).toEqual(["passage: bbbb", "passage: aa", "passage: c"]);
    expect(cache.get("passage", "aa")?.vector).toEqual(Float32Array.of(11, 1));
    expect(cache.get("query", "aa")).toBeUndefined();
  });

  it("goes on where another run stopped, also for another chunking that shares texts", async () => {
    await new EmbeddingCache(system, folder).embed("passage", ["aa", "bbbb"], encode);
    const cache = new EmbeddingCache(system, folder);
    expect(cache.coverage("passage", ["bbbb", "new", "new"])).toEqual({ texts: 2, missing: 1 });
    calls = [];
    await cache.embed("passage", ["bbbb", "new"], encode);
    expect(calls).toEqual(["passage: new"]);
    expect(cache.coverage("passage", ["bbbb", "new"])).toEqual({ texts: 2, missing: 0 });
  });

  it("keeps recipes apart: another token limit finds nothing", async () => {
    await new EmbeddingCache(system, folder).embed("passage", ["aa"], encode);
    const other = new EmbeddingCache({ ...system, token_limit: 256 }, folder);
    expect(other.coverage("passage", ["aa"]).missing).toBe(1);
  });
});
