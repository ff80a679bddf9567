import { group } from "d3-array";
import { expectedSeconds } from "./expected-seconds.ts";
import type { Figure } from "./figure.ts";

/** Figures that one worker computes, in this order. */
export interface Batch {
  figures: readonly string[];
  /** What they take together, roughly. */
  seconds: number;
}

type Scheduled = Pick<Figure, "id" | "source">;

/**
 * Figures in batches, the longest first. Those of one module share a batch, and so do those of a module that imports
 * another figure's module: it computes from that one's rows, which are remembered within a thread.
 * @param modulesOf repository paths of all that a module imports, as `codeParts` lists them
 */
export function batchesOf(
  figures: readonly Scheduled[],
  modulesOf: (source: string) => readonly string[],
  secondsOf: (figure: string) => number = expectedSeconds,
): Batch[] {
  const sources = new Set(figures.map(({ source }) => source));
  const leaders = new Map([...sources].map((source) => [source, source]));
  const leaderOf = (source: string): string => {
    const next = leaders.get(source)!;
    return next === source ? source : leaderOf(next);
  };
  for (const source of sources) {
    for (const module of modulesOf(source)) {
      if (sources.has(module)) leaders.set(leaderOf(module), leaderOf(source));
    }
  }
  const batches = group(figures, ({ source }) => leaderOf(source));
  return [...batches.values()]
    .map((members) => ({
      figures: members.map(({ id }) => id),
      seconds: members.reduce((sum, { id }) => sum + secondsOf(id), 0),
    }))
    .sort((a, b) => b.seconds - a.seconds);
}

/** Each thread holds the corpora and rankings of its own, about half a gigabyte. */
const MOST_WORKERS = 4;

/** Work that pays for a further thread, which reads the modules and the inputs once more in about eight seconds. */
const SECONDS_A_WORKER = 15;

/** How many threads the work is worth: 1 for little of it, then one for every so many seconds up to the cores. */
export function workersFor(batches: readonly Batch[], cores: number): number {
  const seconds = batches.reduce((sum, batch) => sum + batch.seconds, 0);
  const worth = Math.floor(seconds / SECONDS_A_WORKER);
  return Math.max(1, Math.min(worth, batches.length, cores, MOST_WORKERS));
}
