import { readFileSync } from "node:fs";
import { encodeRows } from "../store/parquet.ts";
import { writeFileWhole } from "../store/write-file.ts";
import type { Figure } from "./figure.ts";
import { digestRows } from "./row-digest.ts";
import { currentState, figureFiles, type FigureState, keptState } from "./freshness.ts";

/** A figure's Parquet bytes with the state they were computed under. */
export interface FreshFigure {
  figure: Figure;
  bytes: Uint8Array;
  state: FigureState;
  /** False when the kept rows were still right. */
  computed: boolean;
}

/** Returns a figure's rows, computing and keeping them when what decides them has changed. */
export async function refreshFigure(
  figure: Figure,
  now: () => Date = () => new Date(),
): Promise<FreshFigure> {
  const files = figureFiles(figure);
  const wanted = currentState(figure);
  const kept = keptState(figure);
  if (kept?.digest === wanted.digest) {
    return { figure, bytes: readFileSync(files.rows), state: kept, computed: false };
  }
  const rows = await figure.compute();
  const bytes = encodeRows(rows, figure.columns);
  const state: FigureState = {
    ...wanted,
    computed: now().toISOString(),
    ...digestRows(rows, figure.columns),
  };
  writeFileWhole(files.rows, bytes);
  writeFileWhole(files.state, JSON.stringify(state));
  return { figure, bytes, state, computed: true };
}
