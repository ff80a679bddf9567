import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isDense, readModels } from "../embedding/models.ts";
import { chunkCodeBase } from "./chunked-code-base.ts";
import { rankChunking, type Ranked } from "./rank-chunking.ts";
import { rankingRow, readRankings, writeRankings, type RankingFile } from "./ranking-store.ts";

const code = chunkCodeBase(
  {
    id: "small",
    files: [
      { path: "Quota.java", text: "class Quota { void throttle() {} }" },
      { path: "Log.java", text: "class Log { void roll() {} }" },
      { path: "Raft.java", text: "class Raft { void vote() {} }" },
    ],
  },
  { id: "whole", size: 100, overlap: 0, split: (text) => [{ start: 0, end: text.length }] },
);
const questions = [{ id: "roll", forms: [{ form: "keyword", text: "roll log" }], labelled: [] }];
const system = { ...readModels().filter(isDense)[0]!, dimensions: 2 };
const vectors = {
  system,
  passages: [Float32Array.of(0, 2), Float32Array.of(1, 1), Float32Array.of(1, 0)],
  queries: new Map([["roll log", Float32Array.of(2, 0.5)]]),
};

function rankAll(): Ranked[] {
  const all: Ranked[] = [];
  rankChunking(code, questions, { id: "bm25", k1: 1.5, b: 0.75 }, [vectors], (ranked) => all.push(ranked));
  return all;
}

describe("rankChunking", () => {
  it("ranks by BM25 once, and by a dense system alone (cosine) and fused", () => {
    const [bm25, vector, hybrid] = rankAll();
    expect([bm25!.system, bm25!.mode]).toEqual(["bm25", "bm25"]);
    expect([...bm25!.ranking.ranks]).toEqual([2.5, 1, 2.5]); // "void" is in all, "log" and "roll" in one
    expect(bm25!.ranking.listed).toEqual([1]);
    expect([vector!.system, vector!.mode]).toEqual([system.id, "vector"]);
    expect([...vector!.ranking.ranks]).toEqual([3, 2, 1]); // by angle, not by length
    expect([...hybrid!.ranking.ranks]).toEqual([3, 1, 2]);
  });
});

describe("rankings on disk", () => {
  it("come back as they were, half ranks too", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rankings-"));
    try {
      const path = join(folder, "rankings.parquet");
      const rows = rankAll().map(({ mode, form, ranking }) =>
        rankingRow(mode, "roll", form, ranking, [1, 0, 2]),
      );
      const made = { recipe: "r", corpus: "c", questions: "q" };
      const file: RankingFile = { system: system.id, chunking: "whole", made, rows };
      writeRankings(path, file);
      const back = await readRankings(path, "npm run kafka:rank");
      expect(back).toEqual(file);
      expect(back.rows[0]!.labelled).toEqual([1, 2.5, 2.5]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
