import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rankRandom } from "./random.ts";
import { readRanking, writeRanking, type RankingIds } from "./ranking-file.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "rankings-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const snippets = Array.from({ length: 40 }, (_, i) => `${(i * 37) % 41}-snippet`);
const queries = ["a", "b", "c"];
const own = [[0, 1, 2], [3, 4], [39]];
const ids: RankingIds = { dataset: "near-miss", system: "random", queries, snippets, own };
const ranking = rankRandom({ digests: snippets, queryKeys: queries, own, seed: 3 }, 10);

describe("a frozen ranking", () => {
  it("comes back with top items, similarities and own ranks below the depth", async () => {
    const path = join(folder, "random.parquet");
    writeRanking(path, ranking, ids);
    expect(ranking.own.flat().some(({ rank }) => rank > 10)).toBe(true);
    expect(await readRanking(path, ids)).toEqual(ranking);
  });

  it("follows its ids when the corpus lists queries and snippets in another order", async () => {
    const path = join(folder, "random.parquet");
    writeRanking(path, ranking, ids);
    const turned = {
      ...ids,
      snippets: snippets.toReversed(),
      own: own.map((list) => list.map((s) => 39 - s)),
    };
    const read = await readRanking(path, turned);
    expect([...read.top].map((s) => turned.snippets[s])).toEqual([...ranking.top].map((s) => snippets[s]));
  });

  it("is refused for another corpus and when it is missing, with what to do", async () => {
    const path = join(folder, "random.parquet");
    writeRanking(path, ranking, ids);
    const grown = { ...ids, snippets: [...snippets, "new"] };
    await expect(readRanking(path, grown)).rejects.toThrow(
      /ranks other queries or snippets than near-miss has now/,
    );
    await expect(readRanking(join(folder, "absent.parquet"), ids)).rejects.toMatchObject({
      remedy: expect.stringContaining("npm run embed -- --model random --dataset near-miss") as string,
    });
  });
});
