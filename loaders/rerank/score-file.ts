import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import fg from "fast-glob";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { UserError } from "../errors.ts";
import { FROZEN, fromRoot, repositoryPath } from "../paths.ts";
import { writeFileWhole } from "../store/write-file.ts";

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

const COLUMNS = [
  ["query", "STRING"],
  ["item", "STRING"],
  ["score", "DOUBLE"],
  ["ms", "FLOAT"],
  ["input_tokens", "FLOAT"],
  ["output_tokens", "FLOAT"],
] as const;

/** Writes scores whole or not at all. @throws Error for a score that is not finite, which clients must not let through */
export function writeScores(
  file: ScoreFile,
  path = scorePath(file.dataset, file.reranker, file.firstStage),
): string {
  const broken = file.rows.find(({ score }) => !Number.isFinite(score));
  if (broken) throw new Error(`${broken.query} ${broken.item}: the score is ${broken.score}`);
  const { dataset, reranker, recipe, firstStage, k, rows } = file;
  const buffer = parquetWriteBuffer({
    columnData: COLUMNS.map(([name, type]) => ({
      name,
      type,
      data: rows.map((row) => row[name]),
      nullable: false,
    })),
    kvMetadata: Object.entries({ dataset, reranker, recipe, firstStage, k: String(k) }).map(
      ([key, value]) => ({ key, value }),
    ),
    rowGroupSize: Math.max(rows.length, 1),
  });
  writeFileWhole(path, new Uint8Array(buffer));
  return path;
}

/** Scores as they were frozen. @throws UserError when the file is broken */
export async function readScores(path: string): Promise<ScoreFile> {
  try {
    const bytes = readFileSync(path);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const metadata = parquetMetadata(file);
    const values = new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value ?? ""]));
    const rows = (await parquetReadObjects({ file, metadata })) as ScoreRow[];
    if (rows.some(({ score }) => typeof score !== "number")) throw new Error("it has no column `score`");
    return {
      dataset: values.get("dataset") ?? "",
      reranker: values.get("reranker") ?? basename(path, ".parquet"),
      recipe: values.get("recipe") ?? "",
      firstStage: values.get("firstStage") ?? "",
      k: Number(values.get("k") ?? 0),
      rows,
    };
  } catch (error) {
    throw new UserError(
      `${repositoryPath(path)} cannot be read as scores (${(error as Error).message}).`,
      `Restore it with \`git checkout -- ${repositoryPath(path)}\` or run \`npm run rerank\` again.`,
    );
  }
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
