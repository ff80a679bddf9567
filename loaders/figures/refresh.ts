import { readFileSync } from "node:fs";
import { encodeRows } from "../store/parquet.ts";
import { writeFileWhole } from "../store/write-file.ts";
import type { Figure } from "./figure.ts";
import { digestRows } from "./row-digest.ts";
import { currentState, figureFiles, type FigureState, keptState, type WantedState } from "./freshness.ts";

/** A figure's Parquet bytes with the state they were computed under. */
export interface FreshFigure {
  figure: Figure;
  bytes: Uint8Array;
  state: FigureState;
  /** False when the kept rows were still right. */
  computed: boolean;
}

/**
 * Whether rows are shown as they are kept although an input changed, as `npm start -- --keep-stale` wants it. By the
 * environment, since loaders are processes of their own.
 */
export const keepsStale = (): boolean => process.env.NEAR_MISS_KEEP_STALE === "1";

/** The digest under which the rows that `refreshFigure` returns were, or will be, computed. */
export const shownDigest = (figure: Figure): string =>
  (keepsStale() ? keptState(figure)?.digest : undefined) ?? currentState(figure).digest;

/**
 * What decides the figure's rows now, where they must be computed; null where the kept ones are to be shown.
 */
export function wantedState(figure: Figure): WantedState | null {
  const kept = keptState(figure);
  if (kept && keepsStale()) return null;
  const wanted = currentState(figure);
  return kept?.digest === wanted.digest ? null : wanted;
}

/** Computes a figure and keeps its rows under what decides them; the rows that they replace are kept beside them. */
export async function computeFigure(
  figure: Figure,
  wanted: WantedState,
  now: () => Date = () => new Date(),
): Promise<FreshFigure> {
  const files = figureFiles(figure);
  const kept = keptState(figure);
  const rows = await figure.compute();
  const bytes = encodeRows(rows, figure.columns);
  const state: FigureState = {
    ...wanted,
    computed: now().toISOString(),
    ...digestRows(rows, figure.columns),
  };
  if (kept) {
    writeFileWhole(files.rowsBefore, readFileSync(files.rows));
    writeFileWhole(files.stateBefore, JSON.stringify(kept));
  }
  writeFileWhole(files.rows, bytes);
  writeFileWhole(files.state, JSON.stringify(state));
  return { figure, bytes, state, computed: true };
}

/** Returns a figure's rows, computing and keeping them when what decides them has changed. */
export async function refreshFigure(figure: Figure): Promise<FreshFigure> {
  const wanted = wantedState(figure);
  if (wanted) return computeFigure(figure, wanted);
  const bytes = readFileSync(figureFiles(figure).rows);
  return { figure, bytes, state: keptState(figure)!, computed: false };
}
