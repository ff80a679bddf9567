import { existsSync, readFileSync } from "node:fs";
import glob from "fast-glob";
import { CACHE, fromRoot, ROOT } from "../paths.ts";
import { codeDigest, runnerDigest } from "../store/code-digest.ts";
import { digestOf, fileDigest } from "../store/digest.ts";
import type { Figure } from "./figure.ts";

/** Everything that decided a figure's rows when it was computed. */
export interface FigureState {
  digest: string;
  code: string;
  runner: string;
  /** Repository path to SHA-256. */
  inputs: Record<string, string>;
  computed: string;
  rows: number;
  /** Digests of the rows themselves; see `digestRows`. */
  exact: string;
  close: string;
}

export type Freshness =
  { state: "fresh"; reason: "" } | { state: "stale"; reason: string } | { state: "missing"; reason: string };

const storePath = (figure: Figure, ending: string): string =>
  fromRoot(CACHE, "figures", `${figure.id}.${ending}`);

/** Where a figure's Parquet bytes and its state are kept between builds, and those that they replaced. */
export const figureFiles = (figure: Figure) => ({
  rows: storePath(figure, "parquet"),
  state: storePath(figure, "json"),
  rowsBefore: storePath(figure, "before.parquet"),
  stateBefore: storePath(figure, "before.json"),
});

/** What decides a figure's rows, before there are any. */
export type WantedState = Pick<FigureState, "digest" | "code" | "runner" | "inputs">;

/** What would decide the figure's rows if it were computed now. */
export function currentState(figure: Figure): WantedState {
  const paths = glob.sync([...figure.inputs], { cwd: ROOT }).sort();
  const inputs = Object.fromEntries(paths.map((path) => [path, fileDigest(fromRoot(path))]));
  const code = codeDigest(figure.source);
  const runner = figure.executes ? runnerDigest() : "";
  return { code, runner, inputs, digest: digestOf({ code, runner, inputs, id: figure.id }) };
}

/** A state of a file; null when there is none, or one of an older format. */
function readState(path: string): FigureState | null {
  if (!existsSync(path)) return null;
  const state = JSON.parse(readFileSync(path, "utf8")) as Partial<FigureState>;
  return state.exact === undefined ? null : (state as FigureState);
}

/** The state under which the kept rows were computed, or null when there are none. */
export function keptState(figure: Figure): FigureState | null {
  const { rows, state } = figureFiles(figure);
  return existsSync(rows) ? readState(state) : null;
}

/** The state under which the rows before the kept ones were computed: a site may still show them. */
export const stateBefore = (figure: Figure): FigureState | null => readState(figureFiles(figure).stateBefore);

/** What changed between the state of some rows and the present one, in words. */
export function describeChange(before: FigureState, now: WantedState, source: string): string {
  const reasons: string[] = [];
  if (before.code !== now.code) reasons.push(`code of ${source} or of what it imports changed`);
  if (before.runner !== now.runner) reasons.push("the Python runner changed");
  for (const [path, digest] of Object.entries(now.inputs)) {
    if (!(path in before.inputs)) reasons.push(`${path} is new`);
    else if (before.inputs[path] !== digest) reasons.push(`${path} changed`);
  }
  for (const path of Object.keys(before.inputs)) if (!(path in now.inputs)) reasons.push(`${path} is gone`);
  return reasons.join("; ");
}

/** Whether a figure's kept rows are what computing it now would give, and if not, which input says so. */
export function freshness(figure: Figure): Freshness {
  const before = keptState(figure);
  if (!before) return { state: "missing", reason: "never computed on this machine" };
  const now = currentState(figure);
  if (before.digest === now.digest) return { state: "fresh", reason: "" };
  return { state: "stale", reason: describeChange(before, now, figure.source) };
}
