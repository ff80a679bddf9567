import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Absolute path of a repository file. */
export const fromRoot = (...parts: string[]): string => join(ROOT, ...parts);

/** Repository path with forward slashes, as messages and provenance show it. */
export const repositoryPath = (absolute: string): string => relative(ROOT, absolute).split(sep).join("/");

/** Where committed results that are costly to make live. */
export const FROZEN = "data/frozen";

/**
 * Where imported text and data that are never committed live (git-ignored). `NEAR_MISS_IMPORTED` names another folder:
 * with an empty one the rows come out as they do where nothing was imported.
 */
export const IMPORTED = repositoryPath(resolve(ROOT, process.env.NEAR_MISS_IMPORTED ?? "data/imported"));

/**
 * Everything that can be made again on this machine (git-ignored). `NEAR_MISS_CACHE` names another folder, relative to
 * the root: with an empty one everything is computed anew, and what is kept stays as it is.
 */
export const CACHE = process.env.NEAR_MISS_CACHE ?? ".cache";
