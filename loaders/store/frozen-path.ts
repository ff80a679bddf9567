import { existsSync } from "node:fs";
import { FROZEN, fromRoot, IMPORTED } from "../paths.ts";

/** Describes a dataset that was imported; its folder under `data/imported` is the dataset's id. */
export const DESCRIPTION = "dataset.json";

/** Repository path of an imported dataset's folder, or of a file in it. */
export const importedPath = (dataset: string, ...parts: string[]): string =>
  [IMPORTED, dataset, ...parts].join("/");

/**
 * Absolute path of a frozen file of a dataset: `data/frozen/<kind>/...` for what is committed, and the same tree below
 * `data/imported/<id>/frozen` for an imported dataset, so that the manifest of committed inputs never sees it.
 */
export function frozenPath(dataset: string, ...parts: string[]): string {
  const imported = existsSync(fromRoot(importedPath(dataset, DESCRIPTION)));
  return imported ? fromRoot(importedPath(dataset, "frozen"), ...parts) : fromRoot(FROZEN, ...parts);
}

/** A frozen file says what it is of by its path: `data/frozen/vectors/<dataset>/<system>.parquet`. */
export const namesOf = (path: string): [dataset: string, system: string] =>
  path
    .replace(/\.parquet$/, "")
    .split(/[/\\]/)
    .slice(-2) as [string, string];

/** Globs of frozen files of every dataset, for a figure's `inputs`: `frozenInputs("corpus/*.parquet")`. */
export const frozenInputs = (...globs: string[]): string[] =>
  globs.flatMap((glob) => [`${FROZEN}/${glob}`, `${IMPORTED}/*/frozen/${glob}`]);
