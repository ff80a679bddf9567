import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeOnnx } from "../embedding/onnx-writer.ts";
import { openCrossEncoder } from "./cross-encoder.ts";
import type { CrossEncoderEntry } from "./registry.ts";

const WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "sum", "of", "two", "good", "bad"];
const WEIGHT = [0, 0, 0, 0, 0.5, 0, 0, 2, -1];

let folder: string;

/** A cross-encoder of one layer: the score is the sum of a weight a token, each label's its own. */
function writeModel(name: string, labels: number): string {
  const model = join(folder, name);
  mkdirSync(join(model, "onnx"), { recursive: true });
  const table = Float32Array.from(
    WEIGHT.flatMap((weight) => (labels === 1 ? [weight] : [-weight, weight, 0].slice(0, labels))),
  );
  const graph = encodeOnnx({
    name: "sum",
    nodes: [
      { operator: "Gather", inputs: ["table", "input_ids"], outputs: ["weights"] },
      {
        operator: "ReduceSum",
        inputs: ["weights", "axes"],
        outputs: ["logits"],
        attributes: { keepdims: 0 },
      },
    ],
    inputs: [{ name: "input_ids", type: "int64", dimensions: ["batch", "tokens"] }],
    outputs: [{ name: "logits", type: "float32", dimensions: ["batch", labels] }],
    initializers: [
      { name: "table", dimensions: [WORDS.length, labels], data: table },
      { name: "axes", dimensions: [1], data: BigInt64Array.of(1n) },
    ],
  });
  writeFileSync(join(model, "onnx", "model.onnx"), graph);
  writeFileSync(join(model, "config.json"), JSON.stringify({ model_type: "bert" }));
  writeFileSync(
    join(model, "tokenizer_config.json"),
    JSON.stringify({ tokenizer_class: "BertTokenizer", model_max_length: 512, pad_token: "[PAD]" }),
  );
  const special = (id: number) => ({ id, content: WORDS[id], special: true, single_word: false, lstrip: false, rstrip: false, normalized: false }); // prettier-ignore
  const piece = (token: string, type: number) => ({ SpecialToken: { id: token, type_id: type } });
  const part = (id: string, type: number) => ({ Sequence: { id, type_id: type } });
  writeFileSync(
    join(model, "tokenizer.json"),
    JSON.stringify({
      version: "1.0",
      truncation: null,
      padding: null,
      added_tokens: [0, 1, 2, 3].map(special),
      normalizer: null,
      pre_tokenizer: { type: "Whitespace" },
      post_processor: {
        type: "TemplateProcessing",
        single: [piece("[CLS]", 0), part("A", 0), piece("[SEP]", 0)],
        pair: [piece("[CLS]", 0), part("A", 0), piece("[SEP]", 0), part("B", 1), piece("[SEP]", 1)],
        special_tokens: {
          "[CLS]": { id: "[CLS]", ids: [2], tokens: ["[CLS]"] },
          "[SEP]": { id: "[SEP]", ids: [3], tokens: ["[SEP]"] },
        },
      },
      decoder: null,
      model: {
        type: "WordLevel",
        vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
        unk_token: "[UNK]",
      },
    }),
  );
  return model;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cross-encoder-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const entry = (model: string): CrossEncoderEntry => ({
  id: "tiny",
  label: "Tiny",
  kind: "cross-encoder",
  licence: "none",
  source_url: "https://example.org",
  model,
  revision: "main",
  dtype: "fp32",
  token_limit: 8,
});

it("reads query and code together, from a local folder", async () => {
  const reranker = openCrossEncoder(entry(writeModel("one", 1)));
  let tokens = 0;
  const scores = await reranker.score(
    "sum of two",
    ["good", "bad", "good good"],
    ({ input }) => (tokens = input),
  );
  expect(scores).toEqual([2.5, -0.5, 4.5]);
  expect(tokens).toBe(7 + 7 + 8);
  await reranker.close();
});

it("takes the second of two labels minus the first", async () => {
  const reranker = openCrossEncoder(entry(writeModel("two", 2)));
  expect(await reranker.score("sum", ["good"])).toEqual([5]);
  await reranker.close();
});

it("cuts what exceeds the token limit", async () => {
  const reranker = openCrossEncoder(entry(writeModel("cut", 1)));
  let tokens = 0;
  await reranker.score("sum", ["good ".repeat(50)], ({ input }) => (tokens = input));
  expect(tokens).toBe(8);
  await reranker.close();
});

it("refuses a model with three labels, and says what it needs where there is none", async () => {
  const three = openCrossEncoder(entry(writeModel("three", 3)));
  await expect(three.score("sum", ["good"])).rejects.toThrow("gives 3 labels");
  await three.close();
  await expect(openCrossEncoder(entry(join(folder, "absent"))).prepare()).rejects.toThrow("cannot be loaded");
});
