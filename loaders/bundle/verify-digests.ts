import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { InputError, UserError, type Violation } from "../errors.ts";

export const SUMS_FILE = "SHA256SUMS";

const AGAIN = "Download this file of the bundle again.";

/** Files that no bundle may lack, beside its embeddings and results. */
const REQUIRED = [
  "data/corpus.jsonl",
  "data/queries.jsonl",
  "data/distractor_metadata.jsonl",
  "data/execution_cache.jsonl",
  "results/full_leaderboard.json",
  "results/invocation_table.json",
  "tests/pairwise_tests.json",
  "tests/confidence_intervals.json",
  "tests/paired_difference_intervals.json",
];

/** A file of the bundle whose digest was found right. */
export interface VerifiedFile {
  /** Path inside the bundle, with forward slashes. */
  path: string;
  sha256: string;
  bytes: number;
}

const violation = (line: number, item: string, message: string, remedy = AGAIN): Violation => ({
  file: SUMS_FILE,
  line,
  item,
  rule: "digest",
  message,
  remedy,
});

/**
 * Checks every file that SHA256SUMS lists, before anything of the bundle is used, and that nothing it needs is unlisted.
 * @returns the listed files, in the order of the list
 * @throws UserError when the folder is no bundle; InputError that names each file that is missing, unlisted or other
 *   than published
 */
export function verifyDigests(folder: string): VerifiedFile[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new UserError(`${folder} is no folder.`, "Pass the folder that holds the bundle's SHA256SUMS.", 2);
  }
  const list = join(folder, SUMS_FILE);
  if (!existsSync(list)) {
    throw new UserError(
      `${folder} has no ${SUMS_FILE}, so nothing in it can be checked.`,
      "Pass the folder that holds the bundle's SHA256SUMS; download the bundle again when the file is missing.",
      2,
    );
  }
  const violations: Violation[] = [];
  const files = readFileSync(list, "utf8")
    .split(/\r?\n/)
    .flatMap((text, index) => (text.trim() === "" ? [] : checkLine(folder, text, index + 1, violations)));
  const listed = new Set(files.map(({ path }) => path));
  for (const path of REQUIRED.filter(
    (path) => !listed.has(path) && !violations.some((v) => v.item === path),
  )) {
    const message = "is part of a bundle, but the list does not name it.";
    violations.push(violation(0, path, message, "Download SHA256SUMS and this file of the bundle again."));
  }
  if (violations.length > 0) throw new InputError(violations);
  return files;
}

/** `<64 hex digits>  <path>`, as `sha256sum` writes it (an asterisk before the path means binary mode). */
function checkLine(folder: string, text: string, line: number, violations: Violation[]): VerifiedFile[] {
  const [, digest, path] = /^([0-9a-fA-F]{64}) [ *](.+)$/.exec(text) ?? [];
  if (digest === undefined || path === undefined) {
    violations.push(violation(line, "-", "is not `<64 hex digits>  <path>`."));
    return [];
  }
  const name = path.replace(/^\.\//, "");
  if (/^([/\\]|[A-Za-z]:)/.test(name) || name.split(/[/\\]/).includes("..")) {
    violations.push(violation(line, name, "lies outside of the bundle.", "Take the bundle from its origin."));
    return [];
  }
  const absolute = join(folder, name);
  if (!existsSync(absolute)) {
    violations.push(violation(line, name, "is listed, but is not in the folder."));
    return [];
  }
  const actual = digestOfFile(absolute);
  if (actual !== digest.toLowerCase()) {
    const cut = (hex: string) => `${hex.slice(0, 12)}...`;
    violations.push(violation(line, name, `has SHA-256 ${cut(actual)}, not ${cut(digest.toLowerCase())}.`));
    return [];
  }
  return [{ path: name, sha256: actual, bytes: statSync(absolute).size }];
}

/** Block by block: matrices have a hundred megabytes. */
function digestOfFile(path: string): string {
  const hash = createHash("sha256");
  const block = Buffer.alloc(1 << 22);
  const file = openSync(path, "r");
  try {
    for (let read = readSync(file, block); read > 0; read = readSync(file, block)) {
      hash.update(block.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}
