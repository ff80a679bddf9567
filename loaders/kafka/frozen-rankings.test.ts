import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { layOut } from "../code-rag/chunked-code-base.ts";
import { vectorScorer } from "../code-rag/rank-chunking.ts";
import { rankFiles, scoreFiles } from "../code-rag/rank-files.ts";
import { rankingRow, readRankings } from "../code-rag/ranking-store.ts";
import { decodeHalves } from "../embedding/half-float.ts";
import { isDense, readModels } from "../embedding/models.ts";
import { fromRoot } from "../paths.ts";
import { readRows } from "../store/parquet.ts";
import type { ChunkRow } from "./chunk-rows.ts";
import { DEFAULT_CHUNKING } from "./chunkings.ts";
import {
  chunkItem,
  DEFAULT_SYSTEM,
  DEFAULT_VECTORS_FILE,
  formItem,
  readDefaultVectors,
} from "./default-vectors.ts";
import { labelledFiles } from "./gold-rules.ts";
import { readGold } from "./gold.ts";
import { readManifest } from "./manifest.ts";
import { chunksPath, RANK_COMMAND, rankingsPath } from "./study.ts";

const TAKEN = 8;

describe("frozen rankings of the default combination", () => {
  it.skipIf(!existsSync(fromRoot(DEFAULT_VECTORS_FILE)))(
    `come from the committed vectors alone, without text or model (${TAKEN} questions; skipped until they are frozen)`,
    async () => {
      const manifest = readManifest();
      const chunks = await readRows<ChunkRow>(chunksPath(DEFAULT_CHUNKING));
      const counts = manifest.files.map(() => 0);
      for (const { file } of chunks) counts[file]!++;
      const layout = layOut(
        manifest.files.map(({ path }) => path),
        counts,
      );
      const system = readModels()
        .filter(isDense)
        .find(({ id }) => id === DEFAULT_SYSTEM)!;
      const vectors = new Map(
        (await readDefaultVectors()).rows.map(({ role, item, halves }) => [`${role} ${item}`, halves]),
      );
      const vectorOf = (key: string): Float32Array => decodeHalves(vectors.get(key)!);
      const questions = readGold(manifest).slice(0, TAKEN);
      const { rows } = await readRankings(rankingsPath(DEFAULT_SYSTEM, DEFAULT_CHUNKING), RANK_COMMAND);
      const frozen = rows.filter(
        ({ mode, question }) => mode === "vector" && questions.some(({ id }) => id === question),
      );
      const itemOf = ({ question, form }: { question: string; form: string }) => formItem(question, form);
      const score = vectorScorer({
        system,
        passages: chunks.map(({ file, index }) => vectorOf(`passage ${chunkItem(file, index)}`)),
        queries: new Map(frozen.map((row) => [itemOf(row), vectorOf(`query ${itemOf(row)}`)])),
      });
      const indexOf = new Map(manifest.files.map(({ path }, index) => [path, index]));
      expect(frozen.length).toBeGreaterThanOrEqual(4 * questions.length);
      for (const row of frozen) {
        const question = questions.find(({ id }) => id === row.question)!;
        const labelled = labelledFiles(question).map(({ path }) => indexOf.get(path)!);
        const ranking = rankFiles(layout, scoreFiles(layout, score(itemOf(row))));
        expect(rankingRow("vector", row.question, row.form, ranking, labelled)).toEqual(row);
      }
    },
  );
});
