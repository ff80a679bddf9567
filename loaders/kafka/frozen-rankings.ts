import { existsSync } from "node:fs";
import { readRankings, type RankingFile } from "../code-rag/ranking-store.ts";
import type { RagQuestion } from "../code-rag/types.ts";
import { readModels, type System } from "../embedding/models.ts";
import { CHUNKINGS } from "./chunkings.ts";
import { gridOf, isPlanned } from "./grid.ts";
import type { Manifest } from "./manifest.ts";
import { lexicalSystem, madeOf, RANK_COMMAND, rankingsPath } from "./study.ts";

/** Where a cell of the study stands. */
export type CellState = "ranked" | "missing" | "out_of_date";

export interface StudyCell {
  system: System;
  chunking: string;
  state: CellState;
  /** Its rankings, when it is ranked. */
  rankings: RankingFile | undefined;
}

/** The systems of the study: those that it plans for, and those that somebody has ranked. */
export const studySystems = (systems: readonly System[] = readModels()): System[] =>
  systems.filter(
    (system) => isPlanned(system) || CHUNKINGS.some(({ id }) => existsSync(rankingsPath(system.id, id))),
  );

/** Every (system, chunking) that the study wants: the lexical system with every chunking, then the grid. */
export function wantedCells(
  systems: readonly System[] = readModels(),
): { system: System; chunking: string }[] {
  const lexical = lexicalSystem(systems);
  return [
    ...CHUNKINGS.map(({ id }) => ({ system: lexical, chunking: id })),
    ...gridOf(studySystems(systems)),
  ];
}

/**
 * Every cell of the study with its frozen rankings, so that a partial grid is usable: what is absent, or was made of
 * other questions, texts or settings, says so and has none.
 */
export async function readStudy(
  questions: readonly RagQuestion[],
  manifest: Manifest,
  cells = wantedCells(),
): Promise<StudyCell[]> {
  return Promise.all(
    cells.map(async ({ system, chunking }): Promise<StudyCell> => {
      const path = rankingsPath(system.id, chunking);
      if (!existsSync(path)) return { system, chunking, state: "missing", rankings: undefined };
      const file = await readRankings(path, RANK_COMMAND);
      const wanted = madeOf(system, chunking, questions, manifest);
      const same = (["recipe", "corpus", "questions"] as const).every(
        (key) => file.made[key] === wanted[key],
      );
      return same
        ? { system, chunking, state: "ranked", rankings: file }
        : { system, chunking, state: "out_of_date", rankings: undefined };
    }),
  );
}
