import { describe, expect, it } from "vitest";
import { SystemNames } from "./names.ts";

describe("SystemNames", () => {
  const names = new SystemNames();
  for (const id of ["qwen3-4b-fp16", "qwen3-4b-bf16", "gemini_embedding_2"]) names.addSystem(id);
  names.addAlias("qwen3-4b-fp16", "Qwen/Qwen3-Embedding-4B");
  names.addAlias("qwen3-4b-bf16", "Qwen/Qwen3-Embedding-4B");
  names.addAlias("gemini_embedding_2", "google/Gemini Embedding 2");

  it("finds a system whatever the punctuation, and with or without its organization", () => {
    expect(names.find("Qwen3-4B-BF16")).toBe("qwen3-4b-bf16");
    expect(names.find("Gemini-Embedding-2")).toBe("gemini_embedding_2");
    expect(names.find("google/gemini-embedding-2")).toBe("gemini_embedding_2");
  });

  it("does not guess between two numeric types of one model", () => {
    expect(names.find("Qwen3-Embedding-4B")).toBeUndefined();
    expect(names.findPair("qwen3-4b-fp16 vs qwen3-4b-bf16")).toEqual(["qwen3-4b-fp16", "qwen3-4b-bf16"]);
    expect(names.findPair("qwen3-4b-fp16 vs nothing")).toBeUndefined();
  });
});
