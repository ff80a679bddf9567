import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Violation } from "../errors.ts";
import { fromRoot } from "../paths.ts";
import { sha256 } from "../store/digest.ts";
import { countLines } from "./chunk-lines.ts";

export const MANIFEST_FILE = "data/kafka/corpus-manifest.json";
export const IMPORT_COMMAND = "npm run import:kafka";

/** The corpus: the broker core of Apache Kafka at this tag. */
export const KAFKA = { corpus: "apache-kafka-4.0.0", version: "4.0.0" } as const;

/** A source file as the corpus knows it: its path in Kafka's repository, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

const ENTRY = z.strictObject({
  path: z.string().min(1),
  bytes: z.int().nonnegative(),
  lines: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const MANIFEST = z.strictObject({
  corpus: z.string().min(1),
  source: z.string(),
  licence: z.string(),
  files: z.array(ENTRY),
});

/** What proves the text, which is never committed itself: size, lines and digest of each file, sorted by path. */
export type Manifest = z.infer<typeof MANIFEST>;
export type ManifestEntry = Manifest["files"][number];

export const byPath = (a: { path: string }, b: { path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0;

/** What a manifest says of its corpus beside the files. */
type About = Omit<Manifest, "files">;
const KAFKA_ABOUT: About = {
  corpus: KAFKA.corpus,
  source: "https://github.com/apache/kafka/tree/4.0.0",
  licence: "Apache-2.0",
};

/** The manifest of these files. */
export function manifestOf(files: readonly SourceFile[], about: About = KAFKA_ABOUT): Manifest {
  const entries = files.map(({ path, text }) => ({
    path,
    bytes: Buffer.byteLength(text),
    lines: countLines(text),
    sha256: sha256(text),
  }));
  return { ...about, files: entries.sort(byPath) };
}

/** The manifest as it is committed: one file a line, so that a change shows as a line. */
export function formatManifest({ files, ...about }: Manifest): string {
  const lines = files.map((entry) => `    ${JSON.stringify(entry)}`).join(",\n");
  return `${JSON.stringify({ ...about, files: [] }, null, 2).replace("[]", () => `[\n${lines}\n  ]`)}\n`;
}

/** The committed manifest. */
export function readManifest(path = fromRoot(MANIFEST_FILE)): Manifest {
  return MANIFEST.parse(JSON.parse(readFileSync(path, "utf8")));
}

/**
 * What keeps files from being the corpus: one that is missing, one too many, one with another text.
 * @param origin where they were read, for messages
 */
export function compareWithManifest(
  files: readonly SourceFile[],
  manifest: Manifest,
  origin: string,
): Violation[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const known = new Set(manifest.files.map(({ path }) => path));
  const violation = (file: string, rule: string, message: string, remedy: string): Violation => ({
    file,
    line: 0,
    item: manifest.corpus,
    rule,
    message,
    remedy,
  });
  const sameTag = `Take the files of tag ${KAFKA.version}, unchanged.`;
  const extra = files
    .filter(({ path }) => !known.has(path))
    .map(({ path }) => violation(path, "extra", `is in ${origin} but not in the corpus.`, sameTag));
  const wrong = manifest.files.flatMap((entry) => {
    const text = texts.get(entry.path);
    if (text === undefined) return [violation(entry.path, "missing", `is not in ${origin}.`, sameTag)];
    const digest = sha256(text);
    if (digest === entry.sha256) return [];
    const message = `has SHA-256 ${digest} in ${origin}, not ${entry.sha256}.`;
    const converted = sha256(text.replaceAll("\r\n", "\n")) === entry.sha256;
    const remedy = converted
      ? "Only its line ends differ: check out again with `git config core.autocrlf false`."
      : sameTag;
    return [violation(entry.path, "digest", message, remedy)];
  });
  return [...wrong, ...extra].sort((a, b) => (a.file < b.file ? -1 : 1));
}
