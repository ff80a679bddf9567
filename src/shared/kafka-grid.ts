import { capital, inWords, listed } from "./format.js";
import { chunkingLabel } from "./kafka-labels.js";
import type { KafkaCellRow } from "./kafka-rows.ts";

type Cell = Pick<KafkaCellRow, "system" | "label" | "chunking" | "state">;

/** Chunkings of a study, in the order of its cells: by size, the syntax splitter last. */
export const chunkingsOf = (cells: readonly Cell[]): string[] => [
  ...new Set(cells.map(({ chunking }) => chunking)),
];

/** What is wanted and not ranked, a system each, with the chunkings that it lacks. */
export function unranked(cells: readonly Cell[]): { label: string; state: string; chunkings: string[] }[] {
  const groups = new Map<string, { label: string; state: string; chunkings: string[] }>();
  for (const { label, chunking, state } of cells) {
    if (state === "ranked") continue;
    const key = `${label}\n${state}`;
    const group = groups.get(key) ?? { label, state, chunkings: [] };
    group.chunkings.push(chunking);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const STATES: Record<string, string> = {
  missing: "not ranked yet",
  out_of_date: "ranked with other questions, texts or settings, so left out",
};

/** More chunkings than that are counted, not named. */
const FEW = 2;

/**
 * What a figure over these cells cannot show yet, and what would add it; empty when every wanted cell is ranked.
 * @param cells those that the figure is about, such as one chunking's
 */
export function unrankedNote(cells: readonly Cell[]): string {
  const lacking = unranked(cells);
  if (lacking.length === 0) return "";
  const single = chunkingsOf(cells).length === 1;
  const which = (chunkings: readonly string[]): string =>
    chunkings.length > FEW
      ? `${inWords(chunkings.length)} chunkings`
      : chunkings.map(chunkingLabel).join(", ");
  const one = ({ label, chunkings }: (typeof lacking)[number]): string =>
    single ? label : `${label} (${which(chunkings)})`;
  const sentences = [...new Set(lacking.map(({ state }) => state))].map((state) => {
    const of = lacking.filter((entry) => entry.state === state);
    return `${capital(STATES[state] ?? state)}: ${listed(of.map(one))}.`;
  });
  return sentences.join(" ");
}

/** What ranks the cells that are missing. */
export const RANK_COMMANDS = ["npm run kafka:embed -- --all", "npm run kafka:rank"] as const;
