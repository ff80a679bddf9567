import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { UserError } from "../errors.ts";
import { ignoredPatterns, type LeftOut, SOURCE_PATTERNS, sourceText } from "./source-kinds.ts";

/** Rankings number files in 16 bits and store doubled ranks. */
const MOST_FILES = 32_000;

export interface ReadOptions {
  /** Globs from the folder; sources of common languages unless told. */
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
}

export interface ReadCodeBase {
  /** Sorted by path. */
  files: { path: string; text: string }[];
  /** How many files were left out, by why. */
  leftOut: Partial<Record<LeftOut | "ignored by git", number>>;
  /** Whether git said which files are ignored. */
  byGit: boolean;
}

/** Files that git tracks or would: undefined where the folder is in no repository, is ignored itself, or git is absent. */
function filesByGit(folder: string): Set<string> | undefined {
  const { status, stdout } = spawnSync(
    "git",
    ["-C", folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { encoding: "utf8", maxBuffer: 1 << 30 },
  );
  const paths = status === 0 ? stdout.split("\0").filter((path) => path !== "") : [];
  return paths.length > 0 ? new Set(paths) : undefined;
}

/**
 * A code base's source files as text. What git ignores, vendored folders, generated, binary, empty and too large files
 * are left out; symbolic links are not followed.
 * @throws UserError (exit code 2) when the folder is none, or holds no or too many files
 */
export function readCodeBase(folder: string, { include, exclude = [] }: ReadOptions = {}): ReadCodeBase {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new UserError(`${folder} is no folder.`, "Pass the folder of a code base: --corpus DIR.", 2);
  }
  const known = filesByGit(folder);
  const byGit = known !== undefined;
  const patterns = include && include.length > 0 ? include : SOURCE_PATTERNS;
  const found = glob
    .sync([...patterns], {
      cwd: folder,
      ignore: [...ignoredPatterns(byGit), ...exclude],
      followSymbolicLinks: false,
      caseSensitiveMatch: false,
    })
    .sort();
  const leftOut: ReadCodeBase["leftOut"] = {};
  const leave = (why: keyof typeof leftOut): void => void (leftOut[why] = (leftOut[why] ?? 0) + 1);
  const files: ReadCodeBase["files"] = [];
  for (const path of found) {
    const absolute = join(folder, path);
    if (lstatSync(absolute).isSymbolicLink()) continue;
    if (known && !known.has(path)) {
      leave("ignored by git");
      continue;
    }
    const source = sourceText(path, readFileSync(absolute));
    if ("text" in source) files.push({ path, text: source.text });
    else leave(source.leftOut);
  }
  requireSize(folder, files.length, patterns);
  return { files, leftOut, byGit };
}

function requireSize(folder: string, files: number, patterns: readonly string[]): void {
  if (files === 0) {
    throw new UserError(
      `${folder} has no source file that matches ${patterns.join(" or ")}.`,
      'Say which files are meant, as in --include "src/**/*.py".',
      2,
    );
  }
  if (files > MOST_FILES) {
    throw new UserError(
      `${folder} has ${files} source files, more than the ${MOST_FILES} that rankings can number.`,
      'Take a part of it, as in --include "src/**/*.py".',
      2,
    );
  }
}
