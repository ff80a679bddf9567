import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { LeaderboardRow } from "../../src/shared/rows.ts";
import { leaderboard } from "../analyses/leaderboard.ts";
import { CACHE, fromRoot } from "../paths.ts";
import { readRows } from "../store/parquet.ts";
import { writeFileWhole } from "../store/write-file.ts";
import { figureFiles, keptState } from "./freshness.ts";
import { FIGURES } from "./index.ts";
import { headlineOf, lineOf, SNAPSHOT, type Snapshot, takeSnapshot } from "./snapshot.ts";

const RECORD = z.strictObject({ built: z.string(), snapshot: SNAPSHOT });

/** One build of the site: when, and every figure's rows by digest. */
export interface BuildRecord {
  /** ISO time. */
  built: string;
  snapshot: Snapshot;
}

/** Where builds are recorded; tests give another folder. */
export const BUILDS_FOLDER = fromRoot(CACHE, "builds");

type Name = "built" | "before" | "now";
const path = (folder: string, name: Name): string => `${folder}/${name}.json`;

/** A record, or null when there is none, one of an older format or a damaged one: the next build writes it anew. */
function read(folder: string, name: Name): BuildRecord | null {
  const file = path(folder, name);
  if (!existsSync(file)) return null;
  try {
    return RECORD.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

const write = (folder: string, name: Name, record: BuildRecord): void =>
  writeFileWhole(path(folder, name), JSON.stringify(record));

/** The record of the rows that are kept now. */
export async function recordOfNow(now: Date): Promise<BuildRecord> {
  const figures = FIGURES.filter(({ ofMachine }) => !ofMachine);
  const lines = figures.flatMap((figure) => {
    const state = keptState(figure);
    return state ? [lineOf(figure, state)] : [];
  });
  const rows = await readRows<LeaderboardRow>(figureFiles(leaderboard).rows);
  return { built: now.toISOString(), snapshot: takeSnapshot(figures, lines, headlineOf(rows)) };
}

/**
 * Notes a build that begins: the last one that ended well becomes the one before it. Called again after a failed
 * build, it keeps the same one before.
 */
export function beginBuild(record: BuildRecord, folder = BUILDS_FOLDER): void {
  const last = read(folder, "built");
  if (last) write(folder, "before", last);
  write(folder, "now", record);
}

/** Notes that the build that began has ended well. */
export function finishBuild(folder = BUILDS_FOLDER): void {
  const now = read(folder, "now");
  if (now) write(folder, "built", now);
}

/** The build that pages are made for, and the one before it. */
export const readBuilds = (
  folder = BUILDS_FOLDER,
): { before: BuildRecord | null; now: BuildRecord | null } => ({
  before: read(folder, "before"),
  now: read(folder, "now"),
});
