import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fromRoot } from "../paths.ts";
import { makeEntry } from "./make-entry.ts";
import { isPinned, MODELS_FILE, parseModels, systemById, type OnnxSystem } from "./models.ts";
import { addEntry, pinWeights } from "./register.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "register-"));
  path = join(folder, "models.yaml");
  copyFileSync(fromRoot(MODELS_FILE), path);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (): string => readFileSync(path, "utf8");
const ANSWERS = {
  model: "m/My Model",
  "base-url": "http://127.0.0.1:8000/v1",
  dimensions: "8",
  "token-limit": "512",
};

describe("an added entry", () => {
  it("stands at the end and leaves every byte before it", () => {
    const before = read();
    const entry = makeEntry("openai", { ...ANSWERS, "query-prefix": "Instruct: x\\nQuery: " });
    expect(addEntry(entry, path)).toBe("added");
    expect(read().startsWith(before.trimEnd())).toBe(true);
    const last = parseModels(read(), "models.yaml").at(-1)!;
    expect(last).toEqual(entry);
    expect(last).toMatchObject({
      id: "my-model",
      class: "local_dense",
      query_prefix: "Instruct: x\nQuery: ",
    });
  });

  it("can be added again as it is, but never in place of another one", () => {
    const entry = makeEntry("openai", ANSWERS);
    addEntry(entry, path);
    const once = read();
    expect(addEntry(entry, path)).toBe("there");
    expect(() => addEntry({ ...entry, dimensions: 9 }, path)).toThrow(/another entry with the id my-model/);
    expect(read()).toBe(once);
  });

  it("is hosted when its address is not this machine, and then needs to say where its key is", () => {
    const elsewhere = { ...ANSWERS, "base-url": "https://api.example.org/v1" };
    expect(() => makeEntry("openai", elsewhere)).toThrow(/--key: environment variable/);
    expect(makeEntry("openai", { ...elsewhere, key: "EXAMPLE_KEY" })).toMatchObject({
      class: "hosted",
      key: "EXAMPLE_KEY",
    });
    expect(makeEntry("openai", { ...elsewhere, key: "-" })).not.toHaveProperty("key");
  });

  it("of a hub id or a folder has its weights to be pinned", () => {
    const limits = { dimensions: "768", "token-limit": "512" };
    const hub = makeEntry("onnx", { ...limits, hub: "Xenova/gte-base", pooling: "cls", id: "mine" });
    expect(hub).toMatchObject({
      family: "mine",
      pooling: "cls",
      weights: {
        sources: [
          { hub: "Xenova/gte-base", revision: "main", onnx: "onnx/model.onnx", tokenizer: "tokenizer.json" },
        ],
      },
    });
    const local = makeEntry("onnx", { ...limits, folder: "../gte/", "source-url": "https://example.org" });
    expect(local).toMatchObject({ id: "gte", weights: { sources: [{ folder: "../gte/" }] } });
  });
});

describe("pinned weights", () => {
  it("enter the entry before its sources, and nothing else changes", () => {
    const system = systemById("e5-base-v2") as OnnxSystem;
    expect(isPinned(system)).toBe(false);
    const before = read();
    const [onnx_sha256, tokenizer_sha256] = ["a".repeat(64), "b".repeat(64)];
    const weights = { onnx_sha256, tokenizer_sha256, sources: system.weights.sources };
    pinWeights({ ...system, weights }, path);
    const lines = `      onnx_sha256: ${onnx_sha256}\n      tokenizer_sha256: ${tokenizer_sha256}\n`;
    expect(read()).toContain(`    weights:\n${lines}      sources:\n        - hub: Xenova/e5-base-v2\n`);
    expect(read().replace(lines, "")).toBe(before);
  });
});
