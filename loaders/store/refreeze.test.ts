import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ablationPath, readAblation, writeAblation } from "../ablations/ablation-file.ts";
import { ownSnippets } from "../analyses/evaluation.ts";
import { readRankings, writeRankings } from "../code-rag/ranking-store.ts";
import { readSimilarities, similaritiesPath, writeSimilarities } from "../embedding/similarities.ts";
import { readVectors, vectorsPath, writeVectors } from "../embedding/vectors.ts";
import { rankingsPath } from "../kafka/study.ts";
import { likelihoodPath, readLikelihood, writeLikelihood } from "../likelihood/likelihood-file.ts";
import { rankingPath, readRanking, writeRanking } from "../retrieval/ranking-file.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";

/** What is frozen comes back to the byte when it is read and written again: a run that adds nothing changes no file. */
const DATASET = "humaneval";
const SYSTEM = "all-minilm-l6-v2";

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "refreeze-"))));
afterAll(() => rmSync(folder, { recursive: true }));

/** Rewrites the frozen file at `path`; `rewrite` is told where to. The copy keeps the names that the path says. */
async function expectSameBytes(path: string, rewrite: (copy: string) => Promise<unknown>): Promise<void> {
  const copy = join(folder, ...path.split("/").slice(-3));
  await rewrite(copy);
  expect(readFileSync(copy).equals(readFileSync(path))).toBe(true);
}

it("keeps vectors", () => {
  const path = vectorsPath(DATASET, SYSTEM);
  return expectSameBytes(path, async (copy) => writeVectors(copy, await readVectors(path)));
});

it.each(["pool", "stacked"] as const)("keeps similarities of group %s", (group) => {
  const path = similaritiesPath(group, DATASET, SYSTEM);
  return expectSameBytes(path, async (copy) => {
    writeSimilarities(group, DATASET, SYSTEM, (await readSimilarities(group, DATASET, SYSTEM))!, copy);
  });
});

it("keeps ablations", () => {
  const path = ablationPath(DATASET, "prefix", SYSTEM);
  return expectSameBytes(path, async (copy) => writeAblation(copy, (await readAblation(path))!));
});

it("keeps likelihoods", () => {
  const path = likelihoodPath(DATASET, "gemma3-270m-q4-k-m");
  return expectSameBytes(path, async (copy) => writeLikelihood(copy, (await readLikelihood(path))!));
});

it("keeps rankings of a code base's files", () => {
  const path = rankingsPath("bm25", "c6000-o500");
  return expectSameBytes(path, async (copy) => writeRankings(copy, await readRankings(path, "")));
});

it("keeps a lexical ranking of snippets", async () => {
  const corpus = await loadCorpus(DATASET);
  const [queries, snippets] = [corpus.tasks, corpus.snippets].map((items) => items.map(({ id }) => id)) as [
    string[],
    string[],
  ];
  const path = rankingPath(DATASET, "bm25");
  await expectSameBytes(path, async (copy) => {
    writeRanking(copy, await readRanking(path, queries, snippets, ownSnippets(corpus)), queries, snippets);
  });
});
