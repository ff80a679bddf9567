import { existsSync } from "node:fs";
import { DATASETS } from "../tasks/datasets.ts";
import {
  isDense,
  isOnnx,
  isPinned,
  readModels,
  sourceName,
  type DenseSystem,
  type System,
} from "./models.ts";
import { vectorsPath } from "./vectors.ts";

/**
 * Whether a system belongs to the results: it needs no vectors, or has some of at least one dataset. Any other one is
 * registered only: how it is invoked is known, and whoever has the key, the GPU or the weights can run it.
 */
export const isRun = (system: System): boolean =>
  !isDense(system) || DATASETS.some(({ id }) => existsSync(vectorsPath(id, system.id)));

/** The systems that belong to the results, in the registry's order. */
export const runSystems = (systems: readonly System[] = readModels()): System[] => systems.filter(isRun);

/** The systems that nobody has run here yet. */
export const registeredOnly = (systems: readonly System[] = readModels()): DenseSystem[] =>
  systems.filter(isDense).filter((system) => !isRun(system));

/**
 * Whether a command for all systems includes this one. Nothing that costs money, asks another machine or downloads
 * weights that nobody here has used: those run only when they are named.
 */
export const runsUnnamed = (system: System): boolean =>
  isOnnx(system) ? isPinned(system) : !isDense(system);

/** What a run of a system needs that this repository does not have. */
export function needOf(system: DenseSystem): string {
  if (system.provider === "precomputed")
    return `the files ${system.files.map(({ name }) => name).join(", ")}`;
  if (system.provider === "onnx") return `weights: ${sourceName(system.weights.sources[0]!)}`;
  if (system.key !== undefined) return `a key: ${system.key}`;
  return `a server that has ${system.model} (a GPU), by default at ${system.base_url}`;
}

/** The command that runs a registered system. */
export const runCommand = ({ id, provider }: DenseSystem): string =>
  `npm run model:add -- --system ${id}${provider === "precomputed" ? " --vectors FILE" : ""}`;
