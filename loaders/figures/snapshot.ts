import { version as esbuild } from "esbuild";
import { z } from "zod";
import type { LeaderboardRow } from "../../src/shared/rows.ts";
import { currentEnvironment, ENVIRONMENT } from "../inputs/environment.ts";
import { CACHE, fromRoot, IMPORTED } from "../paths.ts";
import { codeParts, moduleDigest, runnerFiles } from "../store/code-digest.ts";
import { digestOf, fileDigest } from "../store/digest.ts";
import type { Figure } from "./figure.ts";
import { currentState, type FigureState } from "./freshness.ts";

const digest = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const table = z.record(z.string(), z.string());

const FIGURE = z.strictObject({
  figure: z.string(),
  /** Only where the rows depend on imported text: whether it was here. */
  text: z.enum(["present", "absent"]).optional(),
  rows: z.int().nonnegative(),
  exact: digest(32),
  close: digest(32),
  inputs: digest(16),
  code: digest(16),
});

const HEADLINE = z.strictObject({
  dataset: z.string(),
  system: z.string(),
  metric: z.string(),
  value: z.number(),
  low: z.number(),
  high: z.number(),
  n: z.int(),
});

/** Every figure's rows at one time, by digest, with all that decided them. */
export const SNAPSHOT = z.strictObject({
  platform: ENVIRONMENT,
  headline: z.array(HEADLINE),
  figures: z.array(FIGURE),
  /** Committed inputs, modules and packages of all figures, so that what differs can be named. */
  inputs: table,
  modules: table,
  packages: table,
});

export type Snapshot = z.infer<typeof SNAPSHOT>;
/** One figure of a snapshot. */
export type FigureDigests = z.infer<typeof FIGURE>;
/** One headline number: a metric of a system on a dataset, with its interval. */
export type Headline = z.infer<typeof HEADLINE>;

const short = (full: string): string => full.slice(0, 16);

/** Whether a path is in the repository: neither imported nor made on this machine. */
const isCommitted = (path: string): boolean =>
  !path.startsWith(`${IMPORTED}/`) && !path.startsWith(`${CACHE}/`);

const committed = (inputs: FigureState["inputs"]): [string, string][] =>
  Object.entries(inputs).filter(([path]) => isCommitted(path));

/** What decided a figure's rows, without what is not in the repository. */
export function decisiveDigests(
  state: Pick<FigureState, "code" | "runner" | "inputs">,
): Pick<FigureDigests, "inputs" | "code"> {
  return {
    inputs: short(digestOf(Object.fromEntries(committed(state.inputs)))),
    code: short(digestOf({ code: state.code, runner: state.runner })),
  };
}

/** A figure's line of a snapshot. */
export const lineOf = (figure: Figure, state: FigureState): FigureDigests => ({
  figure: figure.id,
  rows: state.rows,
  exact: state.exact,
  close: state.close,
  ...decisiveDigests(state),
});

const HEADLINE_CUTOFFS = [1, 10];

/** exec@1 and exec@10 of every system and dataset. */
export const headlineOf = (rows: readonly LeaderboardRow[]): Headline[] =>
  rows
    .filter(({ metric, k }) => metric === "exec" && HEADLINE_CUTOFFS.includes(k))
    .map(({ dataset, system, metric, k, value, low, high, n }) => ({
      dataset,
      system,
      metric: `${metric}@${k}`,
      value,
      low,
      high,
      n,
    }));

const sorted = (entries: Iterable<readonly [string, string]>): Record<string, string> =>
  Object.fromEntries([...new Map(entries)].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Repository paths of the code that decides a figure's rows. */
export const modulesOf = (figure: Figure): string[] => [
  ...codeParts(figure.source).modules,
  ...(figure.executes ? runnerFiles() : []),
];

/** Committed files that a figure reads now. */
export const inputsOf = (figure: Figure): string[] =>
  committed(currentState(figure).inputs).map(([path]) => path);

/** A snapshot of figures whose lines are known, with the inputs, code and platform of now. */
export function takeSnapshot(
  figures: readonly Figure[],
  lines: readonly FigureDigests[],
  headline: readonly Headline[],
): Snapshot {
  const inputs = figures.flatMap(inputsOf).map((path) => [path, short(fileDigest(fromRoot(path)))] as const);
  const modules = [...new Set(figures.flatMap(modulesOf))];
  return {
    platform: currentEnvironment(),
    headline: [...headline],
    figures: [...lines],
    inputs: sorted(inputs),
    modules: sorted(modules.map((path) => [path, short(moduleDigest(path))] as const)),
    packages: sorted([
      ...figures.flatMap(({ source }) => Object.entries(codeParts(source).packages)),
      ["esbuild", esbuild] as const,
    ]),
  };
}
