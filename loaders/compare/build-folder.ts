import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { z } from "zod";
import type { PerQueryRow } from "../../src/shared/rows.ts";
import { UserError } from "../errors.ts";
import { sha256 } from "../store/digest.ts";
import { decodeRows } from "../store/parquet.ts";

const INDEX = z.array(z.object({ file: z.string(), figure: z.string() }));

/** Files of rows by figure: of a built site, or of `npm run figures -- --out FOLDER`. */
export type BuildFiles = ReadonlyMap<string, string>;

const BUILT = "_file/data";

/** `<group>/<name>.<hash>.parquet` as Framework names them. */
function siteFiles(folder: string): BuildFiles {
  const paths = glob.sync("*/*.parquet", { cwd: join(folder, BUILT) }).sort();
  return new Map(
    paths.map((path) => [path.replace(/\.[0-9a-f]{8}\.parquet$/, ""), join(folder, BUILT, path)]),
  );
}

function exportedFiles(folder: string, index: string): BuildFiles {
  const read = INDEX.safeParse(parseJson(index));
  if (!read.success) {
    throw new UserError(
      `${index} is not the index of a figure export.`,
      "Make it again with `npm run figures -- --out FOLDER`.",
      2,
    );
  }
  return new Map(read.data.map(({ figure, file }) => [figure, join(folder, file)]));
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** The files of rows in a folder. @throws UserError (exit code 2) when it is neither a built site nor an export */
export function buildFiles(folder: string): BuildFiles {
  const index = join(folder, "index.json");
  const files = existsSync(index) ? exportedFiles(folder, index) : siteFiles(folder);
  if (files.size > 0) return files;
  throw new UserError(
    `${folder} holds no rows.`,
    "Name a folder that `npm start -- --no-serve` built (dist) or `npm run figures -- --out FOLDER` wrote.",
    2,
  );
}

const PER_QUERY = "near-clones/per-query-";

async function rowsOf(path: string): Promise<PerQueryRow[]> {
  try {
    return await decodeRows<PerQueryRow>(readFileSync(path));
  } catch (error) {
    throw new UserError(
      `${path} cannot be read as Parquet (${(error as Error).message}).`,
      "Build that folder again.",
    );
  }
}

/** Ranks of every query of every dataset that the folder holds. */
export async function buildRows(files: BuildFiles): Promise<PerQueryRow[]> {
  const paths = [...files].flatMap(([figure, path]) => (figure.startsWith(PER_QUERY) ? [path] : []));
  return (await Promise.all(paths.map(rowsOf))).flat();
}

/** Figures of two builds whose rows differ, and those that only one has. */
export function changedFigures(
  a: BuildFiles,
  b: BuildFiles,
): { changed: string[]; onlyA: string[]; onlyB: string[] } {
  const digest = (path: string): string => sha256(readFileSync(path));
  return {
    changed: [...a].flatMap(([figure, path]) => {
      const other = b.get(figure);
      return other !== undefined && digest(path) !== digest(other) ? [figure] : [];
    }),
    onlyA: [...a.keys()].filter((figure) => !b.has(figure)),
    onlyB: [...b.keys()].filter((figure) => !a.has(figure)),
  };
}
