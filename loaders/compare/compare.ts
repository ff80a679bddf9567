import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { group } from "d3-array";
import type { PerQueryRow } from "../../src/shared/rows.ts";
import { perQuery, perQueryRows } from "../analyses/per-query.ts";
import { evaluateCorpus } from "../analyses/evaluation.ts";
import { readModels, type System } from "../embedding/models.ts";
import { runSystems } from "../embedding/registered.ts";
import { UserError } from "../errors.ts";
import { refreshFigure } from "../figures/refresh.ts";
import { decodeRows } from "../store/parquet.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { compareVersions, type VersionChanges } from "../tasks/version-changes.ts";
import { buildFiles, buildRows, changedFigures } from "./build-folder.ts";
import { compareRuns, type Run, type RunComparison } from "./compare-runs.ts";
import type { MetricAt } from "./metrics.ts";
import { VERSIONED, versionCorpus, versionNames, versionTasks } from "./version-corpus.ts";

export interface CompareOptions {
  /** What the items are sorted by. */
  metric: MetricAt;
  /** One dataset, or every one that both sides have. */
  dataset?: string | undefined;
  /** One system, or every one that both sides have; builds and versions only. */
  system?: string | undefined;
}

export interface ComparisonReport {
  kind: "models" | "builds" | "versions";
  a: string;
  b: string;
  comparisons: RunComparison[];
  /** Builds: figures whose rows differ. */
  figures?: ReturnType<typeof changedFigures>;
  /** Versions: tasks added, removed and changed, and those that neither side can rank. */
  tasks?: VersionChanges & { withoutVectors: string[] };
}

type Side = { kind: "model"; system: System } | { kind: "build"; folder: string } | { kind: "version" };

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** What an argument names: a system, a dataset's version, or a folder. @throws UserError (exit code 2) listing all three */
export function sideOf(text: string, systems = readModels()): Side {
  const system = systems.find(({ id }) => id === text);
  if (system) return { kind: "model", system };
  if (versionNames().includes(text)) return { kind: "version" };
  if (isFolder(text)) return { kind: "build", folder: resolve(text) };
  const ids = systems.map(({ id }) => id).join(", ");
  throw new UserError(
    `"${text}" is no system, no version of a dataset and no folder.`,
    `Systems: ${ids}. Versions: ${versionNames().join(", ")}. Folders: dist, or what \`npm run figures -- --out FOLDER\` wrote.`,
    2,
  );
}

/** Runs of rows, by dataset and system in the order of the rows. */
function runsOf(rows: readonly PerQueryRow[], { dataset, system }: CompareOptions): Run[] {
  const wanted = rows.filter(
    (row) =>
      (dataset === undefined || row.dataset === dataset) && (system === undefined || row.system === system),
  );
  return [...group(wanted, (row) => `${row.dataset}\u0000${row.system}`).values()].map((own) => ({
    dataset: own[0]!.dataset,
    system: own[0]!.system,
    rows: own,
  }));
}

/** Runs of one dataset and system that both sides have. @throws UserError when there is none */
function matchingRuns(a: readonly Run[], b: readonly Run[]): [Run, Run][] {
  const key = ({ dataset, system }: Run): string => `${dataset} ${system}`;
  const ofB = new Map(b.map((run) => [key(run), run]));
  const pairs = a.flatMap((run): [Run, Run][] => {
    const other = ofB.get(key(run));
    return other ? [[run, other]] : [];
  });
  if (pairs.length > 0) return pairs;
  const shown = (runs: readonly Run[]): string => runs.map(key).join(", ") || "nothing";
  throw new UserError(
    "No dataset and system is in both.",
    `The first has ${shown(a)}; the second ${shown(b)}.`,
    2,
  );
}

/** Kept ranks of every registered dataset, computed where they are not. */
async function rowsOfToday(dataset: string | undefined): Promise<PerQueryRow[]> {
  const chosen = perQuery.filter(({ id }) => dataset === undefined || id.endsWith(`per-query-${dataset}`));
  const rows: PerQueryRow[] = [];
  for (const figure of chosen)
    rows.push(...(await decodeRows<PerQueryRow>((await refreshFigure(figure)).bytes)));
  return rows;
}

async function compareModels(a: System, b: System, options: CompareOptions): Promise<RunComparison[]> {
  const runs = runsOf(await rowsOfToday(options.dataset), { ...options, system: undefined });
  const comparisons = runs
    .filter(({ system }) => system === a.id)
    .flatMap((run) => {
      const other = runs.find(({ dataset, system }) => dataset === run.dataset && system === b.id);
      return other ? [compareRuns(run, other, options.metric)] : [];
    });
  if (comparisons.length > 0) return comparisons;
  const missing = [a, b].filter(({ id }) => !runs.some(({ system }) => system === id)).map(({ id }) => id);
  const where = options.dataset ?? "any dataset";
  throw new UserError(
    `${missing.join(" and ") || "One of the two"} cannot rank ${where} on this machine.`,
    `Embed it with \`npm run embed -- --model ${missing[0] ?? a.id} --all\`, or choose a system that is frozen.`,
  );
}

async function compareVersionsOf(
  names: readonly [string, string],
  options: CompareOptions,
): Promise<Pick<ComparisonReport, "comparisons" | "tasks">> {
  if (options.dataset !== undefined && options.dataset !== VERSIONED)
    throw new UserError(`${options.dataset} has no versions.`, `Leave out --dataset.`, 2);
  const systems = runSystems().filter(({ id }) => options.system === undefined || id === options.system);
  const today = await loadCorpus(VERSIONED);
  const [a, b] = [versionTasks(names[0]), versionTasks(names[1])];
  const sides = [versionCorpus(today, a), versionCorpus(today, b)] as const;
  const runs: Run[][] = [];
  for (const { corpus } of sides)
    runs.push(runsOf(perQueryRows(await evaluateCorpus(corpus, systems)), options));
  const withoutVectors = [...new Set(sides.flatMap((side) => side.withoutVectors))].sort();
  return {
    comparisons: matchingRuns(runs[0]!, runs[1]!).map(([x, y]) => compareRuns(x, y, options.metric)),
    tasks: { ...compareVersions(a, b), withoutVectors },
  };
}

/**
 * Compares two systems, two builds, or two versions of a dataset over the queries that both have.
 * @throws UserError (exit code 2) for arguments of different kinds, or that name nothing
 */
export async function compare(a: string, b: string, options: CompareOptions): Promise<ComparisonReport> {
  const [left, right] = [sideOf(a), sideOf(b)];
  if (left.kind === "model" && right.kind === "model") {
    if (options.system !== undefined)
      throw new UserError("--system is for builds and versions.", "Leave it out.", 2);
    return { kind: "models", a, b, comparisons: await compareModels(left.system, right.system, options) };
  }
  if (left.kind === "build" && right.kind === "build") {
    const [ofA, ofB] = [buildFiles(left.folder), buildFiles(right.folder)];
    const runs = [runsOf(await buildRows(ofA), options), runsOf(await buildRows(ofB), options)] as const;
    const comparisons = matchingRuns(...runs).map(([x, y]) => compareRuns(x, y, options.metric));
    return { kind: "builds", a, b, comparisons, figures: changedFigures(ofA, ofB) };
  }
  if (left.kind === "version" && right.kind === "version") {
    return { kind: "versions", a, b, ...(await compareVersionsOf([a, b], options)) };
  }
  throw new UserError(
    `"${a}" is a ${left.kind}, "${b}" a ${right.kind}: they cannot be compared.`,
    "Name two systems, two versions of a dataset, or two folders.",
    2,
  );
}
