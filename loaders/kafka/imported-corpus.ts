import { existsSync, readFileSync } from "node:fs";
import { InputError, UserError } from "../errors.ts";
import { fromRoot, IMPORTED } from "../paths.ts";
import { writeFileWhole } from "../store/write-file.ts";
import {
  byPath,
  compareWithManifest,
  IMPORT_COMMAND,
  type Manifest,
  readManifest,
  type SourceFile,
} from "./manifest.ts";

/** The imported text: one JSON object a line, `{path, text}`, sorted by path. One file, so that it is whole or absent. */
export const CORPUS_FILE = `${IMPORTED}/kafka/corpus.jsonl`;

/** Whether the corpus' text is on this machine. */
export const hasCorpus = (path = fromRoot(CORPUS_FILE)): boolean => existsSync(path);

/**
 * Keeps files that are the corpus exactly.
 * @param origin where they were read, for messages
 * @throws InputError that names each file that is missing, one too many, or another; nothing is written then
 */
export function storeCorpus(
  files: readonly SourceFile[],
  origin: string,
  manifest: Manifest = readManifest(),
  path = fromRoot(CORPUS_FILE),
): void {
  const violations = compareWithManifest(files, manifest, origin);
  if (violations.length > 0) throw new InputError(violations);
  const lines = [...files].sort(byPath).map(({ path, text }) => `${JSON.stringify({ path, text })}\n`);
  writeFileWhole(path, lines.join(""));
}

/**
 * The imported corpus, sorted by path, checked against the manifest.
 * @throws UserError that names the import command when the text is absent or another
 */
export function readCorpus(manifest: Manifest = readManifest(), path = fromRoot(CORPUS_FILE)): SourceFile[] {
  if (!hasCorpus(path)) {
    throw new UserError("Kafka's text is not on this machine.", `Run \`${IMPORT_COMMAND}\`.`);
  }
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const files = lines.map((line) => JSON.parse(line) as SourceFile);
  const wrong = compareWithManifest(files, manifest, CORPUS_FILE).length;
  if (wrong === 0) return files;
  throw new UserError(
    `${CORPUS_FILE} differs from the manifest in ${wrong} of ${manifest.files.length} files.`,
    `Run \`${IMPORT_COMMAND}\` again.`,
  );
}
