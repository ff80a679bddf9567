import { describe, expect, it } from "vitest";
import { InputError, UserError } from "../errors.ts";
import { isDense, isOnnx, parseModels, readModels, recipeDigest, systemById } from "./models.ts";

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
