import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEncoder } from "./encoder.ts";
import { openEncoderPool } from "./encoder-pool.ts";
import { isOnnx, systemById, type OnnxSystem } from "./models.ts";
import { encodeOnnx } from "./onnx-writer.ts";
import { isEditBeyondLimit } from "./edit-beyond-limit.ts";
import { LimitedTokenizer } from "./tokenizer.ts";
import type { Weights } from "./weights.ts";

// A real BERT tokenizer and a real graph, small enough to see through: each token's state is its row of a table.
const WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "b", "c", "##c", "(", ")"];
const special = (token: string): object => ({ id: token, ids: [WORDS.indexOf(token)], tokens: [token] });
const TOKENIZER = {
  added_tokens: [],
  decoder: { type: "WordPiece", prefix: "##", cleanup: true },
  normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: {
    type: "TemplateProcessing",
    single: ["[CLS]", "", "[SEP]"].map((id) =>
      id === "" ? { Sequence: { id: "A", type_id: 0 } } : { SpecialToken: { id, type_id: 0 } },
    ),
    pair: [],
    special_tokens: { "[CLS]": special("[CLS]"), "[SEP]": special("[SEP]") },
  },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
  },
};
const STATE: Record<string, number[]> = {
  "[CLS]": [3, 0],
  "[SEP]": [0, 3],
  a: [6, 0],
  b: [0, 12],
  "[PAD]": [99, 99],
};

let weights: Weights;
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), "encoder-"));
  weights = { onnx: join(folder, "model.onnx"), tokenizer: join(folder, "tokenizer.json") };
  const table = Float32Array.from(WORDS.flatMap((word) => STATE[word] ?? [1, 1]));
  const graph = encodeOnnx({
    name: "lookup",
    nodes: [{ operator: "Gather", inputs: ["table", "input_ids"], outputs: ["states"] }],
    initializers: [{ name: "table", dimensions: [WORDS.length, 2], data: table }],
    inputs: [{ name: "input_ids", type: "int64", dimensions: ["batch", "length"] }],
    outputs: [{ name: "states", type: "float32", dimensions: ["batch", "length", 2] }],
  });
  writeFileSync(weights.onnx, graph);
  writeFileSync(weights.tokenizer, JSON.stringify(TOKENIZER));
});
afterAll(() => rmSync(join(weights.onnx, ".."), { recursive: true, force: true }));

function systemWith(changes: Partial<OnnxSystem>): OnnxSystem {
  const system = systemById("all-minilm-l6-v2");
  if (!isOnnx(system)) throw new Error("not dense");
  return { ...system, dimensions: 2, output: "states", similarity: "dot", token_limit: 8, ...changes };
}

async function vectorsOf(system: OnnxSystem, texts: string[]): Promise<number[][]> {
  const encoder = await openEncoder(system, weights);
  const embeddings = await encoder.encode(texts);
  await encoder.close();
  return embeddings.map(({ vector }) => [...vector]);
}

describe("the encoder", () => {
  it("takes the mean over all tokens, or the [CLS] state", async () => {
    expect(await vectorsOf(systemWith({ pooling: "mean" }), ["a b"])).toEqual([[9 / 4, 15 / 4]]);
    expect(await vectorsOf(systemWith({ pooling: "cls" }), ["a b"])).toEqual([[3, 0]]);
  });

  it("scales vectors of cosine systems to length 1 and leaves those of dot-product systems", async () => {
    const [vector] = await vectorsOf(systemWith({ similarity: "cosine" }), ["a"]);
    expect(vector).toEqual([Math.fround(9 / Math.hypot(9, 3)), Math.fround(3 / Math.hypot(9, 3))]);
  });

  it("gives padded batches the vectors of single texts, in the order asked for", async () => {
    const texts = ["a b a b", "a", "b a", ""];
    const single = await vectorsOf(systemWith({ batch: 1 }), texts);
    expect(await vectorsOf(systemWith({ batch: 3 }), texts)).toEqual(single);
  });

  it("counts all tokens, cuts at the limit with the final [SEP] kept, and says how much was seen", async () => {
    const encoder = await openEncoder(systemWith({ token_limit: 4 }), weights);
    const [embedding] = await encoder.encode(["a b (a)"]);
    await encoder.close();
    expect(embedding).toMatchObject({ tokens: 7, truncated: true, visibleCharacters: 3 });
    expect([...embedding!.vector]).toEqual([9 / 4, 15 / 4]);
  });

  it("does the same in threads", async () => {
    const pool = openEncoderPool(systemWith({}), weights, 2);
    const done: number[] = [];
    const embeddings = await pool.encode(["a", "b", "a b"], (index) => done.push(index));
    await pool.close();
    expect(embeddings.map(({ vector }) => [...vector])).toEqual(
      await vectorsOf(systemWith({}), ["a", "b", "a b"]),
    );
    expect(done.toSorted()).toEqual([0, 1, 2]);
  });

  it("names the outputs there are when the registered one is not among them, also from a thread", async () => {
    const wrong = systemWith({ output: "last_hidden_state" });
    const message = /has no output "last_hidden_state" but states/;
    await expect(openEncoder(wrong, weights)).rejects.toThrow(message);
    const pool = openEncoderPool(wrong, weights, 1);
    await expect(pool.encode(["a"])).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringMatching(message) as string,
      remedy: expect.stringContaining("data/models.yaml") as string,
    });
    await pool.close();
  });
});

describe("the token limit", () => {
  it("keeps the last special token, unlike cutting the finished sequence", () => {
    const tokenizer = new LimitedTokenizer(weights.tokenizer, 4);
    expect(tokenizer.encode("a b")).toEqual({ ids: [2, 4, 5, 3], tokens: 4, truncated: false });
    expect(tokenizer.encode("a b c")).toEqual({ ids: [2, 4, 5, 3], tokens: 5, truncated: true });
  });

  it("sees a text up to the last word that fits whole", () => {
    const tokenizer = new LimitedTokenizer(weights.tokenizer, 5);
    expect(tokenizer.visibleCharacters("a (b")).toBe(4);
    expect(tokenizer.visibleCharacters("a (b)")).toBe(4);
    expect(tokenizer.visibleCharacters("a b cc")).toBe(3);
    expect(new LimitedTokenizer(weights.tokenizer, 2).visibleCharacters("a b")).toBe(0);
  });

  it("hides an edit only when it starts beyond what is seen of a truncated text", () => {
    expect(isEditBeyondLimit(5, 5, 9)).toBe(true);
    expect(isEditBeyondLimit(4, 5, 9)).toBe(false);
    expect(isEditBeyondLimit(9, 9, 9)).toBe(false);
  });
});
