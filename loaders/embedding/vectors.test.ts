import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UserError } from "../errors.ts";
import { countFp16Flips } from "./fp16-flips.ts";
import { encodeHalves } from "./half-float.ts";
import {
  missingItems,
  readVectors,
  textDigest,
  vectorMatrix,
  writeVectors,
  type VectorFile,
  type VectorRow,
} from "./vectors.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vectors-"));
  path = join(folder, "near-miss", "some-model.parquet");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function row(
  item: string,
  role: "query" | "passage",
  values: number[],
  ownSimilarity: number | null = null,
): VectorRow {
  const halves = encodeHalves(values);
  return {
    item,
    role,
    textDigest: textDigest(item),
    tokens: 7,
    truncated: false,
    visibleCharacters: 30,
    ownSimilarity,
    halves,
  };
}

const fileOf = (...rows: VectorRow[]): VectorFile => ({
  dataset: "near-miss",
  system: "some-model",
  recipe: "0".repeat(64),
  dimensions: 3,
  rows,
});

async function failure(promise: Promise<unknown>): Promise<UserError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  return error as UserError;
}

describe("a vectors file", () => {
  it("comes back as it was written, rows in one order whatever the order they came in", async () => {
    const query = row("math/add", "query", [1, 0.5, -0.25]);
    const passage = { ...row("0a1b", "passage", [0, 1, 2 ** -20], 0.123456789), truncated: true };
    writeVectors(path, fileOf(passage, query));
    const first = statSync(path).size;
    expect(await readVectors(path)).toEqual(fileOf(query, passage));
    writeVectors(path, fileOf(query, passage));
    expect(statSync(path).size).toBe(first);
    expect(readdirSync(dirname(path))).toEqual(["some-model.parquet"]);
  });

  it("gives vectors in the order asked for, exact in float32", async () => {
    writeVectors(
      path,
      fileOf(row("a", "passage", [1, 0, 0]), row("b", "passage", [0, 1, 0]), row("a", "query", [0, 0, 1])),
    );
    const { data } = vectorMatrix(await readVectors(path), "passage", ["b", "a", "b"]);
    expect([...data]).toEqual([0, 1, 0, 1, 0, 0, 0, 1, 0]);
  });

  it("says which snippets lack a vector and the command that embeds them", () => {
    const file = fileOf(row("a", "passage", [1, 0, 0]));
    expect(missingItems(file, "passage", ["a", "b", "c"])).toEqual(["b", "c"]);
    expect(() => vectorMatrix(file, "passage", ["a", "b", "c"])).toThrow(
      "2 of 3 snippets of near-miss have no vector of some-model: b, c.",
    );
  });

  it.each([
    ["another shape", [row("x", "passage", [1, 0])], "the passage x has 2 dimensions, not 3"],
    [
      "an infinite value",
      [row("x", "query", [1, Infinity, 0])],
      "the query x has a value that is not finite",
    ],
    ["a vector of zeros", [row("x", "passage", [0, -0, 0])], "the passage x has a vector of zeros"],
    [
      "an item twice",
      [row("x", "query", [1, 0, 0]), row("x", "query", [1, 0, 0])],
      "the query x is there twice",
    ],
  ])("is never written with %s", (_, rows, message) => {
    expect(() => writeVectors(path, fileOf(...rows))).toThrow(message);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("answers a missing or a broken file with its name and the command that makes it", async () => {
    const command = "npm run embed -- --model some-model --dataset near-miss";
    const missing = await failure(readVectors(path));
    expect(missing.message).toContain("some-model has no vectors for near-miss");
    expect(missing.remedy).toContain(command);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "not Parquet at all");
    const broken = await failure(readVectors(path));
    expect(broken.message).toMatch(/some-model\.parquet cannot be read as a vectors file/);
    expect(broken.remedy).toContain(command);
  });
});

describe("countFp16Flips", () => {
  it("counts an order that rounding to half floats turns around or makes a tie, and no other", () => {
    // Half floats near 1 are 2^-10 apart, so both distractors round to the canonical's own vector.
    const near = (first: number): number[] => [first, 0, 0];
    const file = fileOf(
      row("t", "query", [1, 0, 0]),
      row("c", "passage", near(1), 1),
      row("d1", "passage", near(1.0001), 1.0001),
      row("d2", "passage", near(0.5), 0.5),
      row("d3", "passage", near(1), 1),
    );
    const groups = [{ query: "t", canonical: "c", distractors: ["d1", "d2", "d3", "absent"] }];
    const flips = countFp16Flips(file, groups, "dot");
    expect(flips).toMatchObject({ orders: 3, flips: 1 });
    expect(flips.largestChange).toBeCloseTo(0.0001, 10);
  });
});
