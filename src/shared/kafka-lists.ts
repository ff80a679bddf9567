import { listName } from "./kafka-labels.js";
import type { KafkaCellRow } from "./kafka-rows.ts";

/** What names a list of rankings within one chunking. */
export interface ListKey {
  system: string;
  mode: string;
}

/** Prints a list of rankings: the system's label, and that BM25 takes part where it is fused. */
export function listNamer(
  cells: readonly Pick<KafkaCellRow, "system" | "label">[],
): (list: ListKey) => string {
  const labels = new Map(cells.map(({ system, label }) => [system, label]));
  return ({ system, mode }) => listName(labels.get(system) ?? system, mode);
}

/** A list of rankings as a link or an option holds it. */
export const listId = ({ system, mode }: ListKey): string => `${system}:${mode}`;

/** The class that colors a list: its system's. */
export function classOf(cells: readonly Pick<KafkaCellRow, "system" | "class">[]): (list: ListKey) => string {
  const classes = new Map(cells.map((cell) => [cell.system, cell.class]));
  return ({ system }) => classes.get(system) ?? "baseline";
}
