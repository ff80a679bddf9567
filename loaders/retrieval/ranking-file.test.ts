import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rankRandom } from "./random.ts";
import { readRanking, writeRanking } from "./ranking-file.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rankings-"));
  path = join(folder, "near-miss", "random.parquet");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const snippets = Array.from({ length: 40 }, (_, i) => `${(i * 37) % 41}-snippet`);
const queries = ["a", "b", "c"];
const own = [[0, 1, 2], [3, 4], [39]];
const ranking = rankRandom({ digests: snippets, queryKeys: queries, own, seed: 3 }, 10);

describe("a frozen ranking", () => {
  it("comes back with top items, similarities and own ranks below the depth", async () => {
    writeRanking(path, ranking, queries, snippets);
    expect(ranking.own.flat().some(({ rank }) => rank > 10)).toBe(true);
    expect(await readRanking(path, queries, snippets, own)).toEqual(ranking);
  });

  it("follows its ids when the corpus lists queries and snippets in another order", async () => {
    writeRanking(path, ranking, queries, snippets);
    const turned = snippets.toReversed();
    const turnedOwn = own.map((list) => list.map((s) => 39 - s));
    const read = await readRanking(path, queries, turned, turnedOwn);
    expect([...read.top].map((s) => turned[s])).toEqual([...ranking.top].map((s) => snippets[s]));
  });

  it("is refused for another corpus and when it is missing, with what to do", async () => {
    writeRanking(path, ranking, queries, snippets);
    await expect(readRanking(path, queries, [...snippets, "new"], own)).rejects.toThrow(
      /ranks other queries or snippets than near-miss has now/,
    );
    await expect(
      readRanking(join(folder, "near-miss", "bm25.parquet"), queries, snippets, own),
    ).rejects.toMatchObject({
      remedy: expect.stringContaining("npm run embed -- --model bm25 --dataset near-miss") as string,
    });
  });
});
