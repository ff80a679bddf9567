import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { z } from "zod";
import { InputError, UserError, type Violation } from "../errors.ts";
import { ROOT } from "../paths.ts";
import { sha256 } from "../store/digest.ts";
import { writeFileWhole } from "../store/write-file.ts";
import { datasetById } from "./datasets.ts";
import type { Task } from "./types.ts";
import {
  compareVersions,
  describeChanges,
  digestTasks,
  isUnchanged,
  type VersionChanges,
  type VersionTasks,
} from "./version-changes.ts";

export const VERSIONS_FILE = "data/versions.json";
const RELEASE = 'npm run release -- --version X.Y.Z --note "what is new"';

/** `data/versions/<version>.json`: the digests of each task of a version. */
const tasksFile = (version: string): string => `data/versions/${version}.json`;

const VERSION = /^\d+\.\d+\.\d+$/;

const ENTRY = z.strictObject({
  version: z.string().regex(VERSION, "must look like 1.0.0"),
  date: z.iso.date(),
  tasks: z.int().positive(),
  /** What `sha256sum data/tasks/*.jsonl | sha256sum` prints. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hex digits"),
  note: z.string().min(1),
  changes: z.array(z.string()),
});

/** A released version of our own tasks. */
export type Version = z.infer<typeof ENTRY>;

const DIGESTS = z.record(
  z.string(),
  z.strictObject({ query: z.string(), canonical: z.string(), tests: z.string() }),
);

/**
 * Digest of the task files as they lie on disk: SHA-256 of the lines `<sha256 of the file>  <path>`, sorted by path.
 * `sha256sum data/tasks/*.jsonl | sha256sum` gives the same.
 */
export function taskFilesDigest(root = ROOT): string {
  const paths = glob.sync(datasetById("near-miss").files, { cwd: root }).sort();
  return sha256(paths.map((path) => `${sha256(readFileSync(join(root, path)))}  ${path}\n`).join(""));
}

function fail(file: string, item: string, message: string, remedy: string): Violation {
  return { file, line: 0, item, rule: "versions", message, remedy };
}

function parseFile<T>(root: string, file: string, schema: z.ZodType<T>): T {
  const restore = `Restore it with \`git checkout -- ${file}\`; \`npm run release\` writes it, nobody edits it.`;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(join(root, file), "utf8"));
  } catch (error) {
    throw new InputError([fail(file, "-", `cannot be read as JSON: ${(error as Error).message}.`, restore)]);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InputError(
    parsed.error.issues.map(({ path, message }) => fail(file, path.join("."), `${message}.`, restore)),
  );
}

/** Released versions, oldest first; empty when there is none yet. @throws InputError with file and field */
export function readVersions(root = ROOT): Version[] {
  return existsSync(join(root, VERSIONS_FILE)) ? parseFile(root, VERSIONS_FILE, z.array(ENTRY)) : [];
}

/** The digests of a released version's tasks. @throws InputError when they are missing or damaged */
export const readVersionTasks = (version: string, root = ROOT): VersionTasks =>
  new Map(Object.entries(parseFile(root, tasksFile(version), DIGESTS)));

/** What a version changed against the one before it, computed from the digests of both. */
export function changesOf(versions: readonly Version[], index: number, root = ROOT): VersionChanges {
  const before = index === 0 ? new Map() : readVersionTasks(versions[index - 1]!.version, root);
  return compareVersions(before, readVersionTasks(versions[index]!.version, root));
}

/** Each entry must say what its digests say: a released version is never edited in place. */
function checkHistory(versions: readonly Version[], root: string): Violation[] {
  return versions.flatMap(({ version, tasks, changes }, index) => {
    const remedy = `Restore ${VERSIONS_FILE} and ${tasksFile(version)} with \`git checkout\`; a change is a new version.`;
    const count = readVersionTasks(version, root).size;
    if (count !== tasks) {
      return [fail(VERSIONS_FILE, version, `says ${tasks} tasks, its digests are of ${count}.`, remedy)];
    }
    const computed = describeChanges(changesOf(versions, index, root));
    if (computed.join("\n") === changes.join("\n")) return [];
    return [fail(VERSIONS_FILE, version, "lists other changes than its digests give.", remedy)];
  });
}

/** What keeps the tasks on disk from being the newest released version, and the history from being whole. */
export function checkVersions(tasks: readonly Task[], root = ROOT): Violation[] {
  const versions = readVersions(root);
  const newest = versions.at(-1);
  if (!newest) return [fail(VERSIONS_FILE, "-", "holds no version.", `Run \`${RELEASE}\`.`)];
  const history = checkHistory(versions, root);
  if (taskFilesDigest(root) === newest.sha256) return history;
  const changes = compareVersions(readVersionTasks(newest.version, root), digestTasks(tasks));
  const lines = describeChanges(changes);
  const shown = lines.slice(0, 5).join("; ") + (lines.length > 5 ? `; ${lines.length - 5} more` : "");
  const message = `data/tasks is not version ${newest.version}: ${shown || "only the bytes of the files differ"}.`;
  const remedy = `When every other check passes, run \`${RELEASE}\`; or restore the files with \`git checkout -- data/tasks\`.`;
  return [...history, fail(VERSIONS_FILE, newest.version, message, remedy)];
}

const numbers = (version: string): number[] => version.split(".").map(Number);

/** Whether a version number is higher than another. */
function isHigher(version: string, than: string): boolean {
  const [a, b] = [numbers(version), numbers(than)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && a[at]! > b[at]!;
}

/** One task a line, so that a change shows as a line. */
const formatDigests = (tasks: VersionTasks): string =>
  `{\n${[...tasks].map(([id, digests]) => `${JSON.stringify(id)}:${JSON.stringify(digests)}`).join(",\n")}\n}\n`;

/**
 * Writes a new version of the tasks on disk: its digests, then its entry.
 * @param date `YYYY-MM-DD`
 * @throws UserError for a number that is taken, not higher than the newest, or without any change
 */
export function release(
  tasks: readonly Task[],
  { version, note, date }: { version: string; note: string; date: string },
  root = ROOT,
): Version {
  if (!VERSION.test(version)) {
    throw new UserError(`"${version}" is no version.`, "Give three numbers, as in 1.0.0.", 2);
  }
  if (note.trim() === "") throw new UserError("The note is empty.", "Say in a sentence what is new.", 2);
  const versions = readVersions(root);
  const newest = versions.at(-1);
  const broken = checkHistory(versions, root);
  if (broken.length > 0) throw new InputError(broken);
  if (newest && !isHigher(version, newest.version)) {
    const taken = versions.some((entry) => entry.version === version);
    throw new UserError(
      taken
        ? `Version ${version} is released; it is never edited in place.`
        : `${version} is not higher than ${newest.version}, the newest.`,
      `Choose a number higher than ${newest.version}.`,
      2,
    );
  }
  const digests = digestTasks(tasks);
  const changes = compareVersions(newest ? readVersionTasks(newest.version, root) : new Map(), digests);
  const digest = taskFilesDigest(root);
  if (newest?.sha256 === digest) {
    throw new UserError(
      `data/tasks is version ${newest.version} already.`,
      "There is nothing to release.",
      2,
    );
  }
  const lines = isUnchanged(changes) ? [] : describeChanges(changes);
  const entry = { version, date, tasks: tasks.length, sha256: digest, note: note.trim(), changes: lines };
  writeFileWhole(join(root, tasksFile(version)), formatDigests(digests));
  writeFileWhole(join(root, VERSIONS_FILE), `${JSON.stringify([...versions, entry], null, 2)}\n`);
  return entry;
}
