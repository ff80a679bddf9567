import { existsSync, readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { writeFileWhole } from "./write-file.ts";

interface Kept {
  digest: string;
  value: unknown;
}

/** A value kept under this digest, or null when there is none, another one, or a broken file. */
export function readKept<T>(path: string, digest: string): T | null {
  if (!existsSync(path)) return null;
  try {
    const kept = JSON.parse(gunzipSync(readFileSync(path)).toString("utf8")) as Kept;
    return kept.digest === digest ? (kept.value as T) : null;
  } catch {
    // A file of another version or a damaged one is made again, as everything under the cache can be.
    return null;
  }
}

/** Keeps a JSON value under the digest of what decided it, and returns it. */
export function keep<T>(path: string, digest: string, value: T): T {
  writeFileWhole(path, gzipSync(JSON.stringify({ digest, value } satisfies Kept), { level: 1 }));
  return value;
}
