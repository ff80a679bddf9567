import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeHalves, halvesToBytes } from "../embedding/half-float.ts";
import { parseNpz } from "../store/npy.ts";
import { groupEmbeddings, readVectors, type SystemVectors } from "./matrices.ts";
import { type BundleData, readData } from "./read-data.ts";
import { npyBytes, TestBundle } from "./test-bundle.ts";

const FILE = "embeddings/minilm-cut.npz";
const folders: string[] = [];
let data: BundleData;
let plain: SystemVectors;

function vectorsOf(bundle: TestBundle, files = [FILE]): SystemVectors {
  const folder = bundle.write();
  folders.push(folder);
  return readVectors(folder, files, data);
}

beforeAll(() => {
  const folder = new TestBundle().write();
  folders.push(folder);
  data = readData(folder);
  plain = readVectors(folder, [FILE], data);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** The corpus matrix of the file as numpy stores it. */
function corpusMatrix(bundle: TestBundle): { values: Float64Array; rows: number; columns: number } {
  const { shape, values } = parseNpz(bundle.files[FILE]!).get("corpus_embeddings")!;
  return { values: values as Float64Array, rows: shape[0]!, columns: shape[1]! };
}

const bytesOf = (array: { buffer: ArrayBufferLike }): Uint8Array => new Uint8Array(array.buffer);

describe("vectors of a system", () => {
  it("are rows in the order of the data files", () => {
    expect([plain.corpus.rows, plain.queries.rows, plain.corpus.columns]).toEqual([149, 30, 72]);
    expect(plain.dtype).toBe("<f4");
    expect(plain.notes).toEqual([]);
  });

  it("may be float64, float32 in Fortran order, or float16, rounded and said so", () => {
    const bundle = new TestBundle();
    const { values, rows, columns } = corpusMatrix(bundle);
    const as = (npy: Uint8Array) =>
      vectorsOf(new TestBundle().editArrays(FILE, (arrays) => ({ ...arrays, "corpus_embeddings.npy": npy })));
    expect(as(npyBytes("<f8", [rows, columns], bytesOf(values))).corpus).toEqual(plain.corpus);

    const turned = Float32Array.from(
      { length: values.length },
      (_, i) => values[(i % rows) * columns + Math.floor(i / rows)]!,
    );
    expect(as(npyBytes("<f4", [rows, columns], bytesOf(turned), true)).corpus).toEqual(plain.corpus);

    const halves = as(npyBytes("<f2", [rows, columns], halvesToBytes(encodeHalves(values))));
    expect(halves.dtype).toBe("<f2");
    const close = plain.corpus.data.every(
      (value, i) => Math.abs(value - halves.corpus.data[i]!) <= Math.abs(value) * 2 ** -11 + 2 ** -25,
    );
    expect(close).toBe(true);

    const finer = values.map((value) => value * (1 + 1e-9));
    expect(as(npyBytes("<f8", [rows, columns], bytesOf(finer))).notes.join()).toMatch(
      /149 rows of corpus_embeddings were rounded to float32/,
    );
  });

  it("may stand in another order than the data files: ids decide", () => {
    const bundle = new TestBundle().editArrays(FILE, (arrays) => {
      const width = 4 * 72;
      const idWidth = 4 * 6;
      for (const [name, size] of [
        ["corpus_embeddings.npy", width],
        ["corpus_ids.npy", idWidth],
      ] as const) {
        const bytes = arrays[name]!;
        const start = 10 + bytes[8]! + 256 * bytes[9]!;
        const first = bytes.slice(start, start + size);
        bytes.copyWithin(start, start + size);
        bytes.set(first, bytes.length - size);
      }
    });
    const vectors = vectorsOf(bundle);
    expect(vectors.corpus).toEqual(plain.corpus);
    expect(vectors.notes.join()).toMatch(/corpus_embeddings has its rows in another order/);
  });

  it("may come without ids, then in the order of the data files, and under any names", () => {
    const vectors = vectorsOf(
      new TestBundle().editArrays(FILE, (arrays) => ({
        "x.npy": arrays["corpus_embeddings.npy"]!,
        "y.npy": arrays["query_embeddings.npy"]!,
      })),
    );
    expect(vectors.corpus).toEqual(plain.corpus);
    expect(vectors.queries).toEqual(plain.queries);
    expect(vectors.notes.join()).toMatch(/x has no ids beside it/);
  });

  it("may stand in two files of ids and embeddings", () => {
    const bundle = new TestBundle();
    const split = {
      corpus: "embeddings/minilm-cut_corpus.npz",
      queries: "embeddings/minilm-cut_queries.npz",
    };
    bundle.files[split.corpus] = bundle.files[FILE]!;
    bundle.files[split.queries] = bundle.files[FILE]!;
    bundle.remove(FILE);
    const rename = (file: string, side: string) =>
      bundle.editArrays(file, (arrays) => ({
        "ids.npy": arrays[`${side}_ids.npy`]!,
        "embeddings.npy": arrays[`${side}_embeddings.npy`]!,
      }));
    rename(split.corpus, "corpus");
    rename(split.queries, "query");
    const groups = groupEmbeddings(Object.keys(bundle.files));
    expect(groups.get("minilm-cut")).toEqual([split.corpus, split.queries]);
    const vectors = vectorsOf(bundle, groups.get("minilm-cut"));
    expect([vectors.corpus, vectors.queries]).toEqual([plain.corpus, plain.queries]);
  });
});
