import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { codeTokens } from "../../src/shared/code-tokens.ts";
import { decodeHalves, encodeHalves } from "../embedding/half-float.ts";
import {
  compareRounds,
  missingBenchPython,
  runReference,
  withBenchFolder,
  type BenchRow,
  type BenchSkip,
} from "./bench-python.ts";
import { rankBm25 } from "./bm25.ts";
import { rankDense } from "./rank-dense.ts";
import { DEPTH, type Ranking } from "./ranking.ts";
import type { Matrix } from "./similarity-graph.ts";

const SCRIPT = "loaders/retrieval/bench.py";
const ROUNDS = 5;

/** The paper's size: 939 queries over 4,694 snippets, 768 dimensions. */
const SIZE = { queries: 939, passages: 4694, dimensions: 768, own: 5 };

/** Vectors as a benchmark of near-clones has them: each query lies near its own snippets, fp16 values. */
function nearClones(size: typeof SIZE, own: number[][]): { queries: Matrix; passages: Matrix } {
  const random = xoroshiro128plus(20260510);
  const noise = (count: number): Float32Array =>
    Float32Array.from({ length: count }, () => random.next() / 2 ** 31);
  const { dimensions } = size;
  const queries = noise(size.queries * dimensions);
  const passages = noise(size.passages * dimensions);
  own.forEach((snippets, q) => {
    for (const snippet of snippets) {
      for (let d = 0; d < dimensions; d++)
        passages[snippet * dimensions + d]! += queries[q * dimensions + d]!;
    }
  });
  const frozen = (rows: number, values: Float32Array): Matrix => {
    return { rows, columns: dimensions, data: decodeHalves(encodeHalves(values)) };
  };
  return { queries: frozen(size.queries, queries), passages: frozen(size.passages, passages) };
}

/** Exact ranking of dense vectors against numpy, which stays in float32 and has no tie rule. */
export async function benchDenseRanking(size = SIZE): Promise<BenchRow | BenchSkip> {
  const name = "dense ranking";
  const skipped = missingBenchPython();
  if (skipped !== undefined) return { name, skipped };
  const own = Array.from({ length: size.queries }, (_, q) =>
    Array.from({ length: size.own }, (_, i) => (q * size.own + i) % size.passages),
  );
  const { queries, passages } = nearClones(size, own);
  const digests = Array.from({ length: size.passages }, (_, i) => i.toString(16).padStart(12, "0"));
  return withBenchFolder(async (folder) => {
    const files = { queries: join(folder, "queries.f32"), passages: join(folder, "passages.f32") };
    writeFileSync(files.queries, queries.data);
    writeFileSync(files.passages, passages.data);
    const counts = { query_count: size.queries, passage_count: size.passages };
    const request = { task: "dense", ...files, ...counts, own, depth: DEPTH, rounds: ROUNDS };
    const rank = (): Promise<Ranking> => rankDense({ queries, passages, similarity: "cosine", digests, own });
    const ranking = await rank();
    const { oursMs, answer, ratio } = await compareRounds(ROUNDS, rank, () =>
      runReference<{ ms: number; version: string; top: number[][]; ranks: number[][] }>(
        SCRIPT,
        folder,
        request,
      ),
    );
    const same = answer.top.filter((top, q) =>
      top.every((item, i) => ranking.top[q * ranking.depth + i] === item),
    );
    const ranks = answer.ranks.filter((row, q) => row.every((rank, i) => ranking.own[q]![i]!.rank === rank));
    return {
      name,
      work: `${size.queries} x ${size.passages} x ${size.dimensions}: top ${DEPTH} and ${size.own} own ranks a query`,
      oursMs,
      referenceMs: answer.ms,
      reference: answer.version,
      ratio,
      agreement: `same top 10 in ${same.length}, same own ranks in ${ranks.length} of ${size.queries} queries`,
    };
  });
}

/** BM25 (index and rank) against bm25s on the same tokens. */
export async function benchBm25(
  queries: readonly string[],
  snippets: readonly string[],
): Promise<BenchRow | BenchSkip> {
  const name = "BM25";
  const skipped = missingBenchPython();
  if (skipped !== undefined) return { name, skipped };
  const [k1, b] = [1.5, 0.75];
  const tokens = (text: string): string => codeTokens(text).join(" ");
  const texts = { queries: queries.map(tokens), documents: snippets.map(tokens) };
  const digests = snippets.map((_, i) => i.toString(16).padStart(12, "0"));
  const own = queries.map(() => []);
  const tokenize = (text: string): string[] => text.split(" ");
  const rank = (): Ranking =>
    rankBm25({ queries: texts.queries, snippets: texts.documents, digests, own, k1, b, tokenize });
  return withBenchFolder(async (folder) => {
    const ranking = rank();
    const request = { task: "bm25", ...texts, k1, b, depth: ranking.depth, rounds: ROUNDS };
    const { oursMs, answer, ratio } = await compareRounds(ROUNDS, rank, () =>
      runReference<{ ms: number; version: string; scores: number[][] }>(SCRIPT, folder, request),
    );
    const largest = Math.max(
      ...answer.scores.flatMap((row, q) =>
        row.map((score, i) => Math.abs(score - ranking.topSimilarity[q * ranking.depth + i]!)),
      ),
    );
    return {
      name,
      work: `index ${snippets.length} snippets, rank ${queries.length} queries, top ${ranking.depth}`,
      oursMs,
      referenceMs: answer.ms,
      reference: answer.version,
      ratio,
      agreement: `top 10 scores differ by ${largest.toExponential(0)} at most`,
    };
  });
}
