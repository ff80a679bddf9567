import type { Environment } from "../inputs/environment.ts";
import type { Figure } from "./figure.ts";
import { type FigureDigests, inputsOf, modulesOf, type Snapshot } from "./snapshot.ts";

/** What lies between two runs of a figure, each in words; empty where nothing does. */
export interface Causes {
  inputs: string[];
  code: string[];
  platform: string[];
}

type Tables = Pick<Snapshot, "inputs" | "modules" | "packages" | "platform">;

/** Entries of two tables that differ: changed, new, gone. */
export function tableChanges(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
  isOurs: (key: string) => boolean,
): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(isOurs).sort();
  return keys.flatMap((key) => {
    if (!(key in before)) return [`${key} is new`];
    if (!(key in now)) return [`${key} is gone`];
    return before[key] === now[key] ? [] : [`${key} changed`];
  });
}

/** Up to the first wildcard: a file that is gone belongs to the figure whose pattern begins like it. */
const stemOf = (pattern: string): string => pattern.replace(/[*{[?].*$/, "");

/** Differences of two platforms that can move a last bit, in words. */
export function platformChanges(before: Environment, now: Environment): string[] {
  const pairs: [string, string, string][] = [
    ["Node.js", before.node, now.node],
    ["Python", before.python, now.python],
    ["operating system", before.os, now.os],
    ["CPU", before.cpu.model, now.cpu.model],
    ["architecture", before.cpu.architecture, now.cpu.architecture],
    ["CPU features", before.cpu.features.join(" "), now.cpu.features.join(" ")],
    ...Object.keys({ ...before.packages, ...now.packages }).map((name): [string, string, string] => [
      name,
      before.packages[name] ?? "none",
      now.packages[name] ?? "none",
    ]),
  ];
  return pairs.flatMap(([name, a, b]) => (a === b ? [] : [`${name} ${a} then, ${b} now`]));
}

function inputCauses(figure: Figure, before: Tables, now: Tables): string[] {
  const own = new Set(inputsOf(figure));
  const stems = figure.inputs.map(stemOf);
  const wasOurs = (path: string): boolean =>
    !(path in now.inputs) && stems.some((stem) => path.startsWith(stem));
  const changes = tableChanges(before.inputs, now.inputs, (path) => own.has(path) || wasOurs(path));
  return changes.length > 0 ? changes : ["an input that neither side lists"];
}

function codeCauses(figure: Figure, before: Tables, now: Tables): string[] {
  const own = new Set(modulesOf(figure));
  const changed = tableChanges(before.modules, now.modules, (path) => own.has(path));
  const packages = Object.keys({ ...before.packages, ...now.packages }).flatMap((name) => {
    const [a, b] = [before.packages[name], now.packages[name]];
    return a === undefined || b === undefined || a === b ? [] : [`package ${name} ${a} then, ${b} now`];
  });
  const found = [...changed, ...packages];
  if (found.length > 0) return found;
  const gone = tableChanges(before.modules, now.modules, (path) => !(path in now.modules));
  return gone.length > 0 ? gone : [`${figure.source}, or what it imports`];
}

/** Why a figure may have other rows than before: files, modules and packages by name, then the platform. */
export function causesOf(
  figure: Figure,
  lines: { before: FigureDigests; now: FigureDigests },
  tables: { before: Tables; now: Tables },
): Causes {
  const { before, now } = lines;
  return {
    inputs: before.inputs === now.inputs ? [] : inputCauses(figure, tables.before, tables.now),
    code: before.code === now.code ? [] : codeCauses(figure, tables.before, tables.now),
    platform: platformChanges(tables.before.platform, tables.now.platform),
  };
}
