import { existsSync } from "node:fs";
import { UserError } from "../errors.ts";
import { brokenStudy, importedStudies, readStudyFile, recordOf } from "./imported-studies.ts";
import { readFrozenStudy, type Study } from "./load-study.ts";
import { kafkaRecord } from "./study-record.ts";

let known: Promise<Study[]> | undefined;

/** Every study that the pages show, Kafka first. Read once a process. @throws UserError for one that is broken */
export const loadStudies = (): Promise<Study[]> => (known ??= readAll());

async function readAll(): Promise<Study[]> {
  const studies = [await readFrozenStudy(kafkaRecord())];
  for (const folder of importedStudies()) studies.push(await readImportedStudy(folder));
  return studies;
}

/** An imported study. @param folder absolute @throws UserError that names the folder and what to do */
export async function readImportedStudy(folder: string): Promise<Study> {
  const file = readStudyFile(folder);
  if (!file) throw brokenStudy(folder, "the folder is gone");
  const record = recordOf(file, folder);
  for (const path of [record.manifest, record.gold]) {
    if (!existsSync(path)) throw brokenStudy(folder, `it has no ${path.slice(folder.length + 1)}`);
  }
  let study: Study;
  try {
    study = await readFrozenStudy(record);
  } catch (error) {
    const reason = error instanceof UserError ? error.message : `it cannot be read (${String(error)})`;
    throw brokenStudy(folder, reason.replace(/\.$/, ""));
  }
  if (study.manifest.corpus !== study.id) {
    throw brokenStudy(folder, `its manifest is of ${study.manifest.corpus}, not of ${study.id}`);
  }
  if (study.lists.length === 0) throw brokenStudy(folder, "no ranking is of its present files and questions");
  return study;
}
