import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { InputError, UserError, type Violation } from "../errors.ts";
import { ROOT } from "../paths.ts";
import { sha256 } from "../store/digest.ts";
import { writeFileWhole } from "../store/write-file.ts";

export const MANIFEST_FILE = "data/MANIFEST.sha256";
/** Digests of every figure's rows: what comes out of the inputs, hence none of them. */
export const DIGESTS_FILE = "data/figure-digests.json";
const COMMAND = "npm run manifest";

/** Every committed file that a figure, a check or a test reads. Imported text and weights have digests of their own. */
const INPUTS = ["data/**/*"];
const NOT_INPUTS = [
  MANIFEST_FILE,
  DIGESTS_FILE,
  "data/**/*.md",
  "data/candidates/**",
  "data/imported/**",
  "data/weights/**",
];

/** A committed input as it lies on disk. */
export interface InputFile {
  /** Repository path. */
  path: string;
  sha256: string;
  bytes: number;
}

/** The committed inputs on disk, sorted by path; dot files are not among them. */
export function inputFiles(root = ROOT): InputFile[] {
  return glob
    .sync(INPUTS, { cwd: root, ignore: NOT_INPUTS })
    .sort()
    .map((path) => {
      const absolute = join(root, path);
      return { path, sha256: sha256(readFileSync(absolute)), bytes: statSync(absolute).size };
    });
}

/** Writes the manifest in the format of `sha256sum`, paths relative to the repository's root. */
export function writeManifest(root = ROOT): InputFile[] {
  const files = inputFiles(root);
  writeFileWhole(
    join(root, MANIFEST_FILE),
    files.map(({ path, sha256: digest }) => `${digest}  ${path}\n`).join(""),
  );
  return files;
}

/** Digests by path. @throws UserError without a manifest, InputError with the line that is none of its format */
function readManifest(root: string): Map<string, string> {
  const path = join(root, MANIFEST_FILE);
  if (!existsSync(path)) throw new UserError(`${MANIFEST_FILE} does not exist.`, `Run \`${COMMAND}\`.`);
  const lines = readFileSync(path, "utf8").trimEnd().split(/\r?\n/);
  const entries = lines.map((content, index) => {
    const parsed = /^([0-9a-f]{64}) [ *](.+)$/.exec(content);
    if (parsed) return [parsed[2]!, parsed[1]!] as const;
    const message = "is not `<sha256>  <path>`.";
    const remedy = `Restore it with \`git checkout -- ${MANIFEST_FILE}\` or run \`${COMMAND}\`.`;
    throw new InputError([
      { file: MANIFEST_FILE, line: index + 1, item: "-", rule: "manifest", message, remedy },
    ]);
  });
  return new Map(entries);
}

/** What differs between the manifest and the disk: files with other content, missing ones and ones too many. */
export function checkManifest(root = ROOT): { files: InputFile[]; violations: Violation[] } {
  const listed = readManifest(root);
  const files = inputFiles(root);
  const onDisk = new Set(files.map(({ path }) => path));
  const violation = (file: string, rule: string, message: string): Violation => {
    const wanted = `if the change is meant, run \`${COMMAND}\` and commit it with the manifest`;
    const remedy =
      rule === "extra" ? `Delete it; ${wanted}.` : `Restore it with \`git checkout -- ${file}\`; ${wanted}.`;
    return { file, line: 0, item: "-", rule, message, remedy };
  };
  const violations = files.flatMap(({ path, sha256: digest }) => {
    const expected = listed.get(path);
    if (expected === digest) return [];
    if (expected === undefined) return [violation(path, "extra", `is not in ${MANIFEST_FILE}.`)];
    return [violation(path, "differs", `has SHA-256 ${digest}, the manifest says ${expected}.`)];
  });
  for (const path of listed.keys()) {
    if (!onDisk.has(path)) violations.push(violation(path, "missing", "is listed but does not exist."));
  }
  return { files, violations };
}
