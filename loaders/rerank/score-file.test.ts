import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readScores, scorePathsOf, writeScores, type ScoreFile } from "./score-file.ts";

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "scores-"))));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, `${name}.parquet`);

const file: ScoreFile = {
  dataset: "d",
  reranker: "judge",
  recipe: "abc",
  firstStage: "",
  k: 0,
  rows: [{ query: "q", item: "i", score: 0.1 + 0.2, ms: 1.5, input_tokens: 2, output_tokens: 0 }],
};

it("gives back scores to the last bit, and says whose they are", async () => {
  expect(await readScores(writeScores(file, at("judge")))).toEqual(file);
});

it("keeps a listwise reranker's lists apart, and does not take another reranker's file for its own", () => {
  const alone = writeScores(file, at("judge"));
  const list = writeScores({ ...file, firstStage: "bm25", k: 10 }, at("judge@bm25"));
  writeScores({ ...file, reranker: "judge-two" }, at("judge-two"));
  expect(scorePathsOf("d", "judge", folder)).toEqual([alone, list]);
});

it("does not write a score that is not finite", () => {
  expect(() =>
    writeScores({ ...file, rows: [{ ...file.rows[0]!, score: Number.NaN }] }, at("broken")),
  ).toThrow("NaN");
});
