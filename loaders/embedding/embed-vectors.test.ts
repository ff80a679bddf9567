import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Checkpoint } from "./checkpoint.ts";
import { embedPlanned, planEmbedding, type EmbedItem, type EncodeTexts } from "./embed-vectors.ts";
import { exactSimilarity } from "../retrieval/exact-similarity.ts";
import { isDense, systemById, type DenseSystem } from "./models.ts";
import type { VectorFile } from "./vectors.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "embed-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function system(): DenseSystem {
  const found = systemById("e5-small-v2");
  if (!isDense(found)) throw new Error("not dense");
  return { ...found, dimensions: 8 };
}

/** A stand-in model: a fixed random direction a text, so that what is encoded how often can be seen. */
function vectorOf(text: string, turn = 0): Float32Array {
  const bytes = createHash("sha256").update(text).digest();
  return Float32Array.from({ length: 8 }, (_, i) => bytes.readInt16LE(2 * i) / 32768 + turn);
}

function recorder(turn = 0): { encode: EncodeTexts; texts: string[] } {
  const texts: string[] = [];
  const encode: EncodeTexts = async (batch, onDone) => {
    batch.forEach((text, index) => {
      texts.push(text);
      onDone(index, {
        vector: vectorOf(text, turn),
        tokens: 3,
        truncated: false,
        visibleCharacters: text.length,
      });
    });
  };
  return { encode, texts };
}

const task = (name: string, snippets: string[]): EmbedItem[] => [
  { item: name, role: "query", text: `question ${name}` },
  ...snippets.map((code): EmbedItem => ({ item: `id-${code}`, role: "passage", text: code, query: name })),
];

let runs = 0;
async function embed(
  items: EmbedItem[],
  file?: VectorFile,
  turn = 0,
): Promise<{ file: VectorFile; texts: string[] }> {
  const { encode, texts } = recorder(turn);
  const checkpoint = new Checkpoint(join(folder, `${runs++}.ndjson`));
  const plan = planEmbedding(system(), items, file);
  return { file: await embedPlanned(system(), "near-miss", plan, encode, checkpoint), texts };
}

describe("embedding a dataset", () => {
  it("encodes prefixed texts once each and keeps float32 similarities to the own query", async () => {
    const { file, texts } = await embed(task("a", ["x", "y"]));
    expect(texts).toEqual(["query: question a", "passage: x", "passage: y"]);
    const [query, x] = file.rows;
    expect(query!.ownSimilarity).toBeNull();
    const expected = exactSimilarity(vectorOf("query: question a"), vectorOf("passage: x"), "cosine");
    expect(x!.ownSimilarity).toBe(expected);
    expect(x!.visibleCharacters).toBe(1);
  });

  it("encodes only what is new, the new one's query for its similarity, and a sample for fidelity", async () => {
    const old = [...task("a", ["x", "y"]), ...task("b", ["z"])];
    const first = await embed(old);
    const grown = [...task("a", ["x", "y", "new"]), ...task("b", ["z"])];
    const plan = planEmbedding(system(), grown, first.file);
    expect(plan.missing.map(({ item }) => item)).toEqual(["id-new"]);
    expect(plan.companions.map(({ item }) => item)).toEqual(["a"]);
    const second = await embed(grown, first.file);
    const unchanged = second.file.rows.filter(({ item }) => item !== "id-new");
    expect(unchanged).toEqual(first.file.rows);
  });

  it("makes all similarities of a changed question anew", async () => {
    const first = await embed([...task("a", ["x", "y"]), ...task("b", ["z"])]);
    const changed = [...task("a", ["x", "y"]), ...task("b", ["z"])];
    changed[0]!.text = "another question";
    const plan = planEmbedding(system(), changed, first.file);
    expect(plan.companions.map(({ item }) => item)).toEqual(["id-x", "id-y"]);
    const { file } = await embed(changed, first.file);
    const x = file.rows.find(({ item }) => item === "id-x")!;
    expect(x.ownSimilarity).toBe(
      exactSimilarity(vectorOf("query: another question"), vectorOf("passage: x"), "cosine"),
    );
  });

  it("has nothing to do when nothing is new, and everything under another recipe", async () => {
    const items = task("a", ["x", "y"]);
    const { file } = await embed(items);
    expect(planEmbedding(system(), items, file)).toMatchObject({ missing: [], companions: [], sample: [] });
    expect(planEmbedding({ ...system(), token_limit: 99 }, items, file).missing).toHaveLength(3);
  });

  it("refuses to join vectors that this machine makes differently", async () => {
    const { file } = await embed(task("a", ["x", "y"]));
    await expect(embed(task("a", ["x", "y", "new"]), file, 0.7)).rejects.toThrow(
      /gives another vector \(cosine/,
    );
  });

  it("resumes: what a checkpoint holds is not encoded again", async () => {
    const path = join(folder, "resumed.ndjson");
    const plan = planEmbedding(system(), task("a", ["x", "y"]), undefined);
    const { encode, texts } = recorder();
    const interrupted: EncodeTexts = async (batch, onDone) => {
      await encode(batch.slice(0, 2), onDone);
      throw new Error("interrupted");
    };
    // The sample is empty here, so the first call is the real one only when it has texts.
    const failing: EncodeTexts = (batch, onDone) =>
      batch.length === 0 ? Promise.resolve() : interrupted(batch, onDone);
    await expect(embedPlanned(system(), "d", plan, failing, new Checkpoint(path))).rejects.toThrow(
      "interrupted",
    );
    await embedPlanned(system(), "d", plan, encode, new Checkpoint(path));
    expect(texts).toEqual(["query: question a", "passage: x", "passage: y"]);
  });
});
