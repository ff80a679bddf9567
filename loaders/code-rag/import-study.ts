import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  isDense,
  isOnnx,
  isPinned,
  readModels,
  type DenseSystem,
  type OnnxSystem,
  type System,
} from "../embedding/models.ts";
import { InputError, UserError } from "../errors.ts";
import { type StudyCell, readStudy } from "../kafka/frozen-rankings.ts";
import { checkGold, type NamedText } from "../kafka/gold.ts";
import { locateYaml, valueAt } from "../kafka/gold-yaml.ts";
import { chunkingsOf, readStudyFile, recordOf, STUDY_ID, type StudyFile } from "../kafka/imported-studies.ts";
import { formatManifest, KAFKA, manifestOf } from "../kafka/manifest.ts";
import { rankingSetting, type RankingSetting, rankOneChunking } from "../kafka/rank-cells.ts";
import { codeBaseOf, ragQuestion } from "../kafka/study.ts";
import type { StudyRecord } from "../kafka/study-record.ts";
import { writeFileWhole } from "../store/write-file.ts";

/** What a user gives. */
export interface StudyRequest {
  /** The id; the gold file's `corpus` unless told. */
  name?: string | undefined;
  label?: string | undefined;
  /** Address that a file's path is appended to. */
  link?: string | undefined;
  gold: NamedText;
  files: readonly { path: string; text: string }[];
  /** Dense systems, added to those of an earlier run. */
  models: readonly string[];
  /** Chunkings that dense systems rank beside the default one, added to those of an earlier run. */
  chunkings: readonly string[];
}

/** A study of a user's code base, checked, before anything is written. */
export interface PreparedStudy {
  study: StudyFile;
  record: StudyRecord;
  setting: RankingSetting;
  gold: string;
  questions: number;
}

/**
 * The study's id. @throws UserError (exit code 2) unless `--name` or the gold file gives one that is free
 */
export function studyId({ name, gold }: Pick<StudyRequest, "name" | "gold">): string {
  const { located, violations } = locateYaml(gold.text, gold.file);
  if (violations.length > 0) throw new InputError(violations);
  const corpus = valueAt(located.value, ["corpus"]);
  const id = name ?? (typeof corpus === "string" ? corpus : undefined);
  if (id === undefined) {
    const message = `${gold.file} has no \`corpus\`, and no --name was given.`;
    throw new UserError(message, "Begin the file with `version: 1` and `corpus: my-code-base`.", 2);
  }
  if (id === KAFKA.corpus) {
    throw new UserError(`${id} is the id of the Kafka study.`, "Give your study another: --name ID.", 2);
  }
  if (STUDY_ID.test(id)) return id;
  throw new UserError(
    `"${id}" is no id: it names a folder and appears in links.`,
    "Take lower-case letters and digits, joined by hyphens or dots.",
    2,
  );
}

/** Adds to what an earlier run asked for. */
function studyFile(
  id: string,
  { label, link, models, chunkings }: StudyRequest,
  all: readonly string[],
  before: StudyFile | undefined,
): StudyFile {
  const address = link ?? before?.link ?? "";
  if (address !== "" && !URL.canParse(address)) {
    throw new UserError(`--link ${address} is no address.`, "Give one such as https://example.org/code/.", 2);
  }
  if (label?.trim() === "") throw new UserError("--label is empty.", "Give the name that pages show.", 2);
  const lacking = chunkings.find((chunking) => !all.includes(chunking));
  if (lacking !== undefined) {
    throw new UserError(
      `${lacking} does not fit this code base: it reads Java and Scala only.`,
      `Choose among ${all.join(", ")}.`,
      2,
    );
  }
  return {
    version: 1,
    id,
    label: label ?? before?.label ?? id,
    link: address === "" || address.endsWith("/") ? address : `${address}/`,
    models: [...new Set([...(before?.models ?? []), ...models])],
    dense_chunkings: [...new Set([...(before?.dense_chunkings ?? []), ...chunkings])].filter((chunking) =>
      all.includes(chunking),
    ),
    chunkings: [...all],
  };
}

/** What an earlier run asked for; nothing when it was broken off or is damaged, since this run mends it. */
function earlier(folder: string): StudyFile | undefined {
  try {
    return readStudyFile(folder);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/**
 * Checks the questions against the files, and says what the study is; writes nothing.
 * @param folder absolute folder of the study
 * @throws InputError that names question, layer, line and remedy
 */
export function prepareStudy(request: StudyRequest, folder: string): PreparedStudy {
  const id = studyId(request);
  const before = earlier(folder);
  const link = request.link ?? before?.link ?? "";
  const manifest = manifestOf(request.files, { corpus: id, source: link, licence: "" });
  const { questions, violations } = checkGold([request.gold], manifest);
  if (violations.length > 0) throw new InputError(violations);
  const study = studyFile(id, request, chunkingsOf(manifest), before);
  const setting = rankingSetting(readModels(), codeBaseOf(request.files, id), {
    manifest,
    questions: questions.map(ragQuestion),
    folder,
  });
  return {
    study,
    record: recordOf(study, folder),
    setting,
    gold: request.gold.text,
    questions: questions.length,
  };
}

/** Where each cell stands for the present files and questions. */
export const cellsOfStudy = ({ record, setting }: PreparedStudy): Promise<StudyCell[]> =>
  readStudy(setting.questions, setting.manifest, record.cells, record);

/**
 * Ranks by BM25 what is not ranked yet, then writes what the study is: from then on pages show it.
 * @returns the dense cells that are not ranked, in the order in which they are worth embedding
 */
export async function freezeLexical(
  prepared: PreparedStudy,
): Promise<{ system: DenseSystem; chunking: string }[]> {
  const { study, record, setting, gold } = prepared;
  const open = (await cellsOfStudy(prepared)).filter(({ state }) => state !== "ranked");
  for (const { system, chunking } of open) if (!isDense(system)) rankOneChunking(chunking, [], setting);
  writeIfOther(record.manifest, formatManifest(setting.manifest));
  writeIfOther(record.gold, gold);
  writeIfOther(join(record.folder, "study.json"), `${JSON.stringify(study, null, 2)}\n`);
  return open.flatMap(({ system, chunking }) => (isDense(system) ? [{ system, chunking }] : []));
}

/** Keeps the time of a file that would not change. */
function writeIfOther(path: string, content: string): void {
  if (!existsSync(path) || readFileSync(path, "utf8") !== content) writeFileWhole(path, content);
}

/** Dense systems that can embed without a download, a key or a bill. @param has whether a system's weights are here */
export const systemsAtHand = (
  has: (system: OnnxSystem) => boolean,
  systems: readonly System[] = readModels(),
): string[] =>
  systems
    .filter(isOnnx)
    .filter((system) => isPinned(system) && has(system))
    .map(({ id }) => id);
