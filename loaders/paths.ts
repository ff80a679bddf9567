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

/** Where imported text that is never committed lives (git-ignored); NEAR_MISS_IMPORTED names another folder. */
export const IMPORTED = repositoryPath(resolve(ROOT, process.env.NEAR_MISS_IMPORTED ?? "data/imported"));

/** Everything that can be made again on this machine (git-ignored). */
export const CACHE = ".cache";
