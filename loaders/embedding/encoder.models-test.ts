import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fixture from "../../tests/fixtures/encoder.json" with { type: "json" };
import { openEncoder, encodedText, type Embedding, type Encoder, type Role } from "./encoder.ts";
import { openEncoderPool } from "./encoder-pool.ts";
import { exactSimilarity } from "../retrieval/exact-similarity.ts";
import { isOnnx, readModels, type OnnxSystem } from "./models.ts";
import { isEditBeyondLimit } from "./edit-beyond-limit.ts";
import { LimitedTokenizer } from "./tokenizer.ts";
import { ensureWeights, type Weights } from "./weights.ts";

const texts = fixture.texts as { role: Role; text: string }[];
const expectedOf = (system: OnnxSystem): { tokens: number; vector: string }[] | undefined =>
  (fixture.systems as Record<string, { tokens: number; vector: string }[]>)[system.id];

function floats(base64: string): Float32Array {
  const bytes = Buffer.from(base64, "base64");
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

const largestDifference = (a: Float32Array, b: Float32Array): number =>
  a.reduce((largest, value, i) => Math.max(largest, Math.abs(value - b[i]!)), 0);

/** Weights of every system that this machine has or can fetch; the others are said and skipped. */
const available = new Map<string, Weights>();
for (const system of readModels().filter(isOnnx)) {
  try {
    available.set(system.id, await ensureWeights(system));
  } catch (error) {
    console.warn(`Not run for ${system.id}: ${(error as Error).message}`);
  }
}
const systems = readModels()
  .filter(isOnnx)
  .filter(({ id }) => available.has(id));

describe.each(systems)("$id", (system) => {
  const weights = available.get(system.id)!;
  let encoder: Encoder;
  let embeddings: Embedding[];
  const encoded = texts.map(({ role, text }) => encodedText(system, role, text));

  beforeAll(async () => {
    encoder = await openEncoder(system, weights);
    embeddings = await encoder.encode(encoded);
  });
  afterAll(() => encoder.close());

  it("counts tokens as Python's tokenizers does, and cuts at the registered limit", () => {
    const expected = expectedOf(system)!;
    expect(embeddings.map(({ tokens }) => tokens)).toEqual(expected.map(({ tokens }) => tokens));
    expect(embeddings.map(({ truncated }) => truncated)).toEqual(
      expected.map(({ tokens }) => tokens > system.token_limit),
    );
    expect(embeddings.at(-1)!.truncated).toBe(true);
  });

  it("gives the vectors of Python's onnxruntime to 1e-5 (int8: cosine above 0.9999, kernels differ)", () => {
    embeddings.forEach(({ vector }, i) => {
      const reference = floats(expectedOf(system)![i]!.vector);
      if (system.dtype === "int8")
        expect(exactSimilarity(vector, reference, "cosine")).toBeGreaterThan(0.9999);
      else expect(largestDifference(vector, reference)).toBeLessThan(1e-5);
    });
  });

  it("gives a text one vector, whatever stands beside it and in whichever thread", async () => {
    const pool = openEncoderPool(system, weights, 2);
    try {
      const again = await pool.encode(encoded.toReversed());
      again.toReversed().forEach(({ vector }, i) => expect(vector).toEqual(embeddings[i]!.vector));
    } finally {
      await pool.close();
    }
  });

  it("keeps the final special token of a truncated text and says how much of it was seen", () => {
    const tokenizer = new LimitedTokenizer(weights.tokenizer, system.token_limit);
    const long = encoded.at(-1)!;
    const { ids } = tokenizer.encode(long);
    expect(ids).toHaveLength(system.token_limit);
    expect(ids.at(-1)).toBe(tokenizer.encode("x").ids.at(-1));
    const visible = tokenizer.visibleCharacters(long);
    expect(tokenizer.encode(long.slice(0, visible)).truncated).toBe(false);
    expect(tokenizer.encode(long.slice(0, visible + 20)).truncated).toBe(true);
  });

  it("cannot tell a mutant whose edit lies beyond the limit from its canonical", async () => {
    const tokenizer = new LimitedTokenizer(weights.tokenizer, system.token_limit);
    const canonical = texts.at(-1)!.text;
    const prefix = system.passage_prefix.length;
    const visible = tokenizer.visibleCharacters(encodedText(system, "passage", canonical)) - prefix;
    const mutant = (at: number): string => `${canonical.slice(0, at)}<${canonical.slice(at + 2)}`;
    const first = canonical.indexOf("<=");
    const last = canonical.lastIndexOf("<=");
    expect(isEditBeyondLimit(first, visible, canonical.length)).toBe(false);
    expect(isEditBeyondLimit(last, visible, canonical.length)).toBe(true);
    const [own, near, far] = await encoder.encode(
      [canonical, mutant(first), mutant(last)].map((code) => encodedText(system, "passage", code)),
    );
    expect(far!.vector).toEqual(own!.vector);
    expect(near!.vector).not.toEqual(own!.vector);
  });
});

describe.each(systems.filter(({ dtype }) => dtype === "fp32").slice(0, 1))("$id at batch 4", (system) => {
  it("pads without changing vectors by more than 1e-5", async () => {
    const batched = await openEncoder({ ...system, batch: 4 }, available.get(system.id)!);
    const encoded = texts.map(({ role, text }) => encodedText(system, role, text));
    const embeddings = await batched.encode(encoded);
    await batched.close();
    embeddings.forEach(({ vector }, i) =>
      expect(largestDifference(vector, floats(expectedOf(system)![i]!.vector))).toBeLessThan(1e-5),
    );
  });
});
