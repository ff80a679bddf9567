import { describe, expect, it } from "vitest";
import { InputError, UserError } from "../errors.ts";
import { encodedText, splitTask } from "./encoded-text.ts";
import { makeEntry } from "./make-entry.ts";
import {
  isDense,
  isOnnx,
  isRemote,
  parseModels,
  readModels,
  recipeDigest,
  systemById,
  type DenseSystem,
  type GeminiSystem,
} from "./models.ts";
import { entryText } from "./register.ts";

const RANDOM = `systems:
  - id: random
    label: Random
    class: baseline
    provider: random
    family: random
    licence: MIT
    source_url: https://example.org
    seed: 1
`;

function messageOf(yaml: string): string {
  try {
    parseModels(yaml, "models.yaml");
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  throw new Error("accepted");
}

describe("data/models.yaml", () => {
  it("registers dense, lexical and chance systems, int8 beside fp32 in one family", () => {
    const systems = readModels();
    expect(new Set(systems.map((system) => system.provider))).toEqual(
      new Set(["onnx", "openai", "gemini", "bm25", "random"]),
    );
    const bge = systems.filter(isDense).filter((system) => system.family === "bge-small-en-v1.5");
    expect(bge.map((system) => system.dtype)).toEqual(["fp32", "int8"]);
    expect(systems.filter(isOnnx).every(({ dtype, batch }) => dtype !== "int8" || batch === 1)).toBe(true);
  });

  it("changes its recipe digest with any detail of the invocation and with nothing else", () => {
    const system = systemById("e5-small-v2");
    if (!isOnnx(system)) throw new Error("not dense");
    const digest = recipeDigest(system);
    expect(recipeDigest({ ...system, label: "another", licence: "another" })).toBe(digest);
    expect(recipeDigest({ ...system, query_prefix: "query:" })).not.toBe(digest);
    expect(recipeDigest({ ...system, token_limit: 256 })).not.toBe(digest);
    const weights = { ...system.weights, onnx_sha256: "0".repeat(64) };
    expect(recipeDigest({ ...system, weights })).not.toBe(digest);
  });
});

describe("the systems that the paper's text names", () => {
  const systems = readModels().filter(isDense);
  const of = (id: string): DenseSystem => systems.find((system) => system.id === id)!;

  it("are registered as it invokes them", () => {
    expect(of("gemini-embedding-001")).toMatchObject({
      query_task: "CODE_RETRIEVAL_QUERY",
      passage_task: "RETRIEVAL_DOCUMENT",
    });
    expect(of("gemini-embedding-2").query_prefix).toMatch(/^task: code retrieval/);
    for (const id of ["qwen3-embedding-4b-fp16", "qwen3-embedding-4b-bf16", "qwen3-embedding-8b-bf16"]) {
      expect(of(id).query_prefix).toMatch(/^Instruct: .+\nQuery: $/);
      expect([of(id).passage_prefix, of(id).dtype]).toEqual(["", id.slice(-4)]);
    }
    for (const id of ["e5-base-v2", "e5-large-v2", "multilingual-e5-large"]) {
      expect([of(id).query_prefix, of(id).passage_prefix]).toEqual(["query: ", "passage: "]);
    }
    for (const id of ["bge-base-en-v1.5", "bge-large-en-v1.5"]) {
      expect(of(id)).toMatchObject({
        query_prefix: of("bge-small-en-v1.5").query_prefix,
        passage_prefix: "",
        pooling: "cls",
      });
    }
    for (const id of [
      "bge-m3",
      "text-embedding-3-small",
      "text-embedding-3-large",
      "mistral-embed",
      "codestral-embed-2505",
      "gte-base",
      "gte-large",
      "all-mpnet-base-v2",
      "multi-qa-mpnet-base-dot-v1",
      "paraphrase-minilm-l6-v2",
    ]) {
      expect([id, of(id).query_prefix, of(id).passage_prefix]).toEqual([id, "", ""]);
    }
  });

  it("are compared by cosine, but for the one whose card says the raw dot product", () => {
    expect(systems.filter(({ similarity }) => similarity === "dot").map(({ id }) => id)).toEqual([
      "multi-qa-mpnet-base-dot-v1",
    ]);
  });

  it("are marked by where they run: hosted behind a key, local dense with open weights", () => {
    for (const system of systems.filter(isRemote)) {
      expect([system.id, system.class]).toEqual([
        system.id,
        system.key === undefined ? "local_dense" : "hosted",
      ]);
    }
  });
});

describe("the recipe of a model behind HTTP", () => {
  it("is what is sent, not where to, nor what it costs", () => {
    const gemini = systemById("gemini-embedding-001") as GeminiSystem;
    const digest = recipeDigest(gemini);
    expect(recipeDigest({ ...gemini, base_url: "https://example.org", batch: 1, concurrency: 1 })).toBe(
      digest,
    );
    expect(recipeDigest({ ...gemini, query_task: "RETRIEVAL_QUERY" })).not.toBe(digest);
    expect(recipeDigest({ ...gemini, model: "another" })).not.toBe(digest);
  });

  it("of precomputed vectors is their files' bytes, not their names", () => {
    const answers = {
      dimensions: "8",
      "token-limit": "512",
      id: "brought",
      "source-url": "https://example.org",
    };
    const of = (name: string, sha256: string) =>
      recipeDigest(makeEntry("precomputed", answers, [{ name, sha256 }]));
    expect(of("a.npz", "0".repeat(64))).toBe(of("b.npz", "0".repeat(64)));
    expect(of("a.npz", "0".repeat(64))).not.toBe(of("a.npz", "1".repeat(64)));
  });
});

describe("a task type", () => {
  it("stands in the text that is digested, apart from the text that is sent", () => {
    const gemini = systemById("gemini-embedding-001") as GeminiSystem;
    const [query, passage] = [encodedText(gemini, "query", "x"), encodedText(gemini, "passage", "x")];
    expect(query).not.toBe(passage);
    expect(splitTask(query)).toEqual({ task: "CODE_RETRIEVAL_QUERY", text: "x" });
    expect(splitTask(encodedText({ ...gemini, query_task: undefined }, "query", "x"))).toEqual({
      task: undefined,
      text: "x",
    });
  });
});

describe("a broken models.yaml", () => {
  it("names file, line, system and field of a wrong value", () => {
    expect(messageOf(RANDOM.replace("seed: 1", "seed: one"))).toMatch(
      /^models\.yaml:9 random \[seed\] .*Remedy: Set `seed`/,
    );
  });

  it("names the field that is missing and the one that nobody knows", () => {
    expect(messageOf(RANDOM.replace("    licence: MIT\n", ""))).toMatch(/^models\.yaml:2 random \[licence\]/);
    expect(messageOf(`${RANDOM}    sed: 2\n`)).toMatch(/^models\.yaml:10 random \[sed\] .*Remove or rename/);
  });

  it("takes the name of a variable for a key, and never the key itself", () => {
    const entry = entryText({
      ...(systemById("gemini-embedding-001") as GeminiSystem),
      key: "AIzaSyD-secret",
    });
    expect(messageOf(`systems:\n${entry}\n`)).toMatch(
      /^models\.yaml:\d+ gemini-embedding-001 \[key\] must be the name of an environment variable, never a key/,
    );
  });

  it("names the line of a YAML mistake, an unknown provider and a repeated id", () => {
    expect(messageOf("systems:\n  - id: [a\n")).toMatch(/^models\.yaml:3 .*\[yaml\]/);
    expect(messageOf(RANDOM.replace("provider: random", "provider: oracle"))).toMatch(
      /^models\.yaml:5 random \[provider\]/,
    );
    expect(messageOf(RANDOM + RANDOM.replace("systems:\n", ""))).toMatch(
      /^models\.yaml:10 random \[id\] is the id of/,
    );
  });

  it("answers a wrong --model with the ids there are and exit code 2", () => {
    try {
      systemById("minilm");
      throw new Error("accepted");
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
      expect((error as UserError).exitCode).toBe(2);
      expect((error as UserError).remedy).toContain("all-minilm-l6-v2");
    }
  });
});
