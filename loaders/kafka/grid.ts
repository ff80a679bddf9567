import { isDense, type DenseSystem, type System } from "../embedding/models.ts";
import { CHUNKINGS, DEFAULT_CHUNKING } from "./chunkings.ts";

/** A system over a chunking: the unit that is embedded and ranked. */
export interface Cell {
  system: DenseSystem;
  chunking: string;
}

/** Four times as dear as the others: measured with the default and the smallest chunks only. */
const DEAR: Readonly<Record<string, readonly string[]>> = {
  "all-mpnet-base-v2": [DEFAULT_CHUNKING, "c500-o100"],
};

/** Systems that also read the syntax splitter's chunks, an ablation. */
const WITH_SYNTAX = ["all-minilm-l6-v2", "bge-small-en-v1.5-int8"];

const SYNTAX = "syntax-1500";

/** The cheapest first, so that a partial grid says most. */
const BY_COST = [
  "all-minilm-l6-v2",
  "bge-small-en-v1.5-int8",
  "e5-small-v2-int8",
  "bge-small-en-v1.5",
  "e5-small-v2",
  "all-mpnet-base-v2",
];

/** Whether the study plans for a system; any other one is embedded and ranked when it is named. */
export const isPlanned = ({ id }: System): boolean => BY_COST.includes(id);

function chunkingsOf(system: string): string[] {
  const dear = DEAR[system];
  if (dear) return [...dear];
  const own = CHUNKINGS.map(({ id }) => id).filter((id) => id !== SYNTAX || WITH_SYNTAX.includes(system));
  return [DEFAULT_CHUNKING, ...own.filter((id) => id !== DEFAULT_CHUNKING)];
}

/**
 * Every cell of the study, in the order in which it is worth embedding: the cheapest system with every chunking, then
 * every system with the default chunking, then the rest. A system that is not known here comes last, with every chunking.
 */
export function gridOf(systems: readonly System[]): Cell[] {
  const place = ({ id }: System): number => (BY_COST.includes(id) ? BY_COST.indexOf(id) : BY_COST.length);
  const dense = systems.filter(isDense).sort((a, b) => place(a) - place(b));
  const cells = dense.flatMap((system) => chunkingsOf(system.id).map((chunking) => ({ system, chunking })));
  const urgent = ({ system, chunking }: Cell): boolean =>
    system.id === BY_COST[0] || chunking === DEFAULT_CHUNKING;
  return [...cells.filter(urgent), ...cells.filter((cell) => !urgent(cell))];
}
