import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

/** SHA-256 of text (UTF-8) or bytes, as 64 hex digits. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The id of a snippet: the first 12 hex digits of the SHA-256 of its code. */
export const snippetId = (code: string): string => sha256(code).slice(0, 12);

/** Digest of a JSON-like value whose objects are written with sorted keys, so that equal values have equal digests. */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

const known = new Map<string, { stamp: string; digest: string }>();

/** SHA-256 of a file; remembered within the process while size and modification time stay. */
export function fileDigest(path: string): string {
  const { mtimeMs, size } = statSync(path);
  const stamp = `${mtimeMs}:${size}`;
  const before = known.get(path);
  if (before?.stamp === stamp) return before.digest;
  const digest = sha256(readFileSync(path));
  known.set(path, { stamp, digest });
  return digest;
}
