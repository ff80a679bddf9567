import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isDense, readModels, type System } from "../embedding/models.ts";
import { UserError } from "../errors.ts";
import { fromRoot, IMPORTED, repositoryPath } from "../paths.ts";
import { CHUNKINGS, DEFAULT_CHUNKING } from "./chunkings.ts";
import type { WantedCell } from "./frozen-rankings.ts";
import { gridOf } from "./grid.ts";
import type { Manifest } from "./manifest.ts";
import { lexicalSystem } from "./study.ts";
import type { StudyRecord } from "./study-record.ts";

/** Studies of a user's own code bases, a folder each; never committed. */
export const IMPORTED_STUDIES = `${IMPORTED}/studies`;

/** The command that makes them. */
export const CODE_RAG_COMMAND = "npm run code-rag";

/** Ids name folders and appear in links. */
export const STUDY_ID = /^[a-z0-9]+([.-][a-z0-9]+)*$/;

const STUDY_FILE = z.strictObject({
  version: z.literal(1),
  id: z.string().regex(STUDY_ID),
  label: z.string().min(1),
  link: z.union([z.literal(""), z.url()]),
  /** Dense systems, and the chunkings that they rank; the lexical system ranks every one. */
  models: z.array(z.string()),
  dense_chunkings: z.array(z.string()),
  chunkings: z.array(z.string()).min(1),
});

/** `study.json`: what was asked for. */
export type StudyFile = z.infer<typeof STUDY_FILE>;

/**
 * Chunkings that a code base can be cut into. The splitter along the nesting of code reads Java and Scala only, so a
 * code base with any other file goes without.
 */
export function chunkingsOf({ files }: Pick<Manifest, "files">): string[] {
  const nested = files.every(({ path }) => /\.(java|scala)$/.test(path));
  return CHUNKINGS.filter(({ overlap }) => nested || overlap > 0).map(({ id }) => id);
}

/** Cells that a study wants: the lexical system with every chunking, then its dense ones, the default chunking first. */
export function cellsOf(
  { models, dense_chunkings, chunkings }: StudyFile,
  systems: readonly System[] = readModels(),
): WantedCell[] {
  const lexical = lexicalSystem(systems);
  // A model that is no longer registered has no recipe to check its rankings by.
  const order = [...new Set(gridOf(systems).map(({ system }) => system))].filter(
    (system) => isDense(system) && models.includes(system.id),
  );
  const wanted = [DEFAULT_CHUNKING, ...dense_chunkings.filter((id) => id !== DEFAULT_CHUNKING)];
  return [
    ...chunkings.map((chunking) => ({ system: lexical, chunking })),
    ...wanted.flatMap((chunking) => order.map((system) => ({ system, chunking }))),
  ];
}

/** The record of what `study.json` asks for. @param folder absolute */
export const recordOf = (study: StudyFile, folder: string): StudyRecord => ({
  id: study.id,
  label: study.label,
  link: study.link,
  gold: join(folder, "gold.yaml"),
  manifest: join(folder, "manifest.json"),
  folder,
  chunkings: study.chunkings,
  cells: cellsOf(study),
  command: CODE_RAG_COMMAND,
});

/** Absolute path of a study's folder. */
export const studyFolder = (id: string, root = fromRoot(IMPORTED_STUDIES)): string => join(root, id);

/** What `study.json` of a folder says; undefined without a folder. @throws UserError that names folder and remedy */
export function readStudyFile(folder: string): StudyFile | undefined {
  if (!existsSync(folder)) return undefined;
  const path = join(folder, "study.json");
  if (!existsSync(path)) throw brokenStudy(folder, "it has no study.json, since its import did not finish");
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw brokenStudy(folder, "its study.json is no JSON");
  }
  const parsed = STUDY_FILE.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw brokenStudy(folder, `\`${issue!.path.join(".")}\` of its study.json: ${issue!.message}`);
}

/** One sentence for a study that cannot be shown. */
export function brokenStudy(folder: string, reason: string): UserError {
  const id = folder.split(/[\\/]/).at(-1)!;
  return new UserError(
    `The study in ${repositoryPath(folder)} cannot be shown: ${reason}.`,
    `Run \`${CODE_RAG_COMMAND} -- --corpus DIR --gold FILE --name ${id}\` again, or drop it with \`${CODE_RAG_COMMAND} -- --remove ${id}\`.`,
  );
}

/** Absolute folders of the imported studies, by name. */
export function importedStudies(root = fromRoot(IMPORTED_STUDIES)): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => join(root, name))
    .sort();
}
