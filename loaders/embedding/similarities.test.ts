import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FROZEN, fromRoot } from "../paths.ts";
import {
  heldSimilarities,
  readSimilarities,
  similaritiesPath,
  writeSimilarities,
  type SimilarityRow,
} from "./similarities.ts";

vi.mock("../paths.ts", async (original) => ({
  ...(await original<object>()),
  FROZEN: `.cache/similarities-test-${process.pid}`,
}));

const DATASET = "some-dataset";
const PATH = similaritiesPath("pool", DATASET, "some-system");

afterEach(() => rmSync(fromRoot(FROZEN), { recursive: true, force: true }));

const row = (query: string, item: string, similarity = 0.1): SimilarityRow => ({
  query,
  item,
  queryDigest: `digest of ${query}`,
  similarity,
});

describe("frozen similarities", () => {
  it("come back to the last bit, in an order that does not depend on how they were given", async () => {
    const rows = [row("b", "2", 1 / 3), row("a", "9", -0.1), row("a", "1", 0.1 + 0.2)];
    writeSimilarities("pool", DATASET, "some-system", { recipe: "r", rows });
    const file = await readSimilarities("pool", DATASET, "some-system");
    expect(file).toEqual({ recipe: "r", rows: [rows[2], rows[1], rows[0]] });
  });

  it("are undefined where none were made, and say how to make a broken file again", async () => {
    expect(await readSimilarities("pool", DATASET, "some-system")).toBeUndefined();
    mkdirSync(dirname(PATH), { recursive: true });
    writeFileSync(PATH, "PAR1 but no more");
    await expect(readSimilarities("pool", DATASET, "some-system")).rejects.toMatchObject({
      remedy: expect.stringContaining("npm run embed -- --pool --model some-system"),
    });
  });

  it("refuse a value that is not finite", () => {
    const rows = [row("a", "1", Number.NaN)];
    expect(() => writeSimilarities("pool", DATASET, "some-system", { recipe: "r", rows })).toThrow(
      /1 is not finite/,
    );
  });

  it("hold only under their recipe and the query's present text", () => {
    const file = { recipe: "r", rows: [row("a", "1"), row("b", "2")] };
    const digests = new Map([
      ["a", "digest of a"],
      ["b", "digest of another b"],
    ]);
    expect([...heldSimilarities(file, "r", digests).keys()]).toEqual(["a 1"]);
    expect(heldSimilarities(file, "another recipe", digests).size).toBe(0);
  });
});
