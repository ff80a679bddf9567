import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import fg from "fast-glob";
import { FROZEN, fromRoot } from "../paths.ts";
import { plainColumns, readWithFacts, writeWithFacts } from "../store/parquet-facts.ts";

/** One candidate's score for one query: higher is better. */
export interface ScoreRow {
  query: string;
  item: string;
  score: number;
  /** The request's time and tokens, shared evenly among its candidates; 0 where nothing was counted. */
  ms: number;
  input_tokens: number;
  output_tokens: number;
}

/** Frozen scores of one reranker of `data/rerankers.yaml`. */
export interface ScoreFile {
  dataset: string;
  reranker: string;
  /** Digest of everything that decides a score. */
  recipe: string;
  /**
   * A listwise reranker orders one first stage's first k, and says nothing of other lists: that system and k. Empty and 0
   * where a score is of its pair alone.
   */
  firstStage: string;
  k: number;
  rows: ScoreRow[];
}

/** Absolute path; a listwise reranker has one file a first stage. */
export const scorePath = (dataset: string, reranker: string, firstStage = ""): string =>
  fromRoot(FROZEN, "rerankers", dataset, `${reranker}${firstStage && `@${firstStage}`}.parquet`);

const TYPES = {
  query: "STRING",
  item: "STRING",
  score: "DOUBLE",
  ms: "FLOAT",
  input_tokens: "FLOAT",
  output_tokens: "FLOAT",
} as const satisfies Record<keyof ScoreRow, string>;

/** Writes scores whole or not at all. @throws Error for a score that is not finite, which clients must not let through */
export function writeScores(
  file: ScoreFile,
  path = scorePath(file.dataset, file.reranker, file.firstStage),
): string {
  const broken = file.rows.find(({ score }) => !Number.isFinite(score));
  if (broken) throw new Error(`${broken.query} ${broken.item}: the score is ${broken.score}`);
  const { dataset, reranker, recipe, firstStage, k, rows } = file;
  writeWithFacts(path, plainColumns(rows, TYPES), { dataset, reranker, recipe, firstStage, k: String(k) });
  return path;
}

/** Scores as they were frozen. @throws UserError when the file is broken */
export async function readScores(path: string): Promise<ScoreFile> {
  const made = { kind: "scores", otherwise: "run `npm run rerank` again" };
  return readWithFacts<ScoreRow, ScoreFile>(path, made, ({ rows, facts }) => {
    if (rows.some(({ score }) => typeof score !== "number")) throw new Error("it has no column `score`");
    return {
      dataset: facts.get("dataset") ?? "",
      reranker: facts.get("reranker") ?? basename(path, ".parquet"),
      recipe: facts.get("recipe") ?? "",
      firstStage: facts.get("firstStage") ?? "",
      k: Number(facts.get("k") ?? 0),
      rows,
    };
  });
}

/** Paths of every frozen file of a reranker, over all first stages. */
export function scorePathsOf(
  dataset: string,
  reranker: string,
  folder = fromRoot(FROZEN, "rerankers", dataset),
): string[] {
  if (!existsSync(folder)) return [];
  const alone = join(folder, `${reranker}.parquet`);
  const lists = fg.sync(`${fg.escapePath(reranker)}@*.parquet`, { cwd: folder, absolute: true }).sort();
  return [...(existsSync(alone) ? [alone] : []), ...lists];
}
