import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { UserError, type Violation } from "../errors.ts";
import { findPython } from "../execution/python-interpreter.ts";
import { fromRoot } from "../paths.ts";
import type { PlacedTask } from "../tasks/read-tasks.ts";
import { type Dropped, type ReadTasks, toTask } from "./rows.ts";

const LINE = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("package"), license: z.string() }),
  z.object({
    kind: z.literal("task"),
    file: z.string(),
    line: z.int(),
    function: z.string(),
    module: z.string(),
    query: z.string(),
    canonical: z.string(),
    tests: z.array(z.string()),
    examples_dropped: z.array(z.string()),
  }),
  z.object({
    kind: z.literal("dropped"),
    file: z.string(),
    line: z.int(),
    function: z.string(),
    reason: z.string(),
  }),
]);

/** What is read: a folder, a wheel or an sdist, with what to call it. */
export interface PackageSource {
  path: string;
  /** Last part of the name: the package's, or the folder's. */
  name: string;
  /** Where it comes from, in words. */
  source: string;
}

const isPath = (what: string): boolean => /^[./~]|[/\\]/.test(what) || existsSync(what);

/**
 * Has a package's files at hand while `body` runs: a folder or archive as it is, else its wheel through pip. A wheel is
 * unpacked by nobody and executes nothing; an sdist would run its build script, so pip is not asked for one.
 * @throws UserError for a path that is not there, and with pip's own reason
 */
export async function withPackage<T>(what: string, body: (source: PackageSource) => Promise<T>): Promise<T> {
  if (isPath(what)) {
    if (!existsSync(what))
      throw new UserError(
        `${what} does not exist.`,
        "Give a folder, a wheel, or a package as pip knows it.",
        2,
      );
    const name = basename(resolve(what)).replace(/-\d.*$|\.whl$|\.tar\.gz$/, "");
    return body({ path: what, name, source: `The folder or archive ${basename(resolve(what))}` });
  }
  const folder = mkdtempSync(join(tmpdir(), "near-miss-package-"));
  try {
    const wheel = downloadWheel(what, folder);
    const [project, version] = wheel.split("-") as [string, string];
    return await body({
      path: join(folder, wheel),
      name: project,
      source: `PyPI package ${project.replaceAll("_", "-")} ${version}`,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function downloadWheel(requirement: string, folder: string): string {
  const options = [
    "--quiet",
    "--disable-pip-version-check",
    "--no-deps",
    "--only-binary",
    ":all:",
    "--dest",
    folder,
  ];
  try {
    execFileSync(findPython().executable, ["-m", "pip", "download", ...options, "--", requirement], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    return readdirSync(folder)[0]!;
  } catch (error) {
    const stderr = String((error as { stderr?: Buffer }).stderr ?? (error as Error).message);
    const line = stderr.split("\n").findLast((text) => text.startsWith("ERROR")) ?? stderr.split("\n")[0]!;
    throw new UserError(
      `pip brought no wheel of ${requirement} (${line.replace(/^ERROR:\s*/, "")}).`,
      "Check the name and the network. Of a package without a wheel, unpack the sources and give the folder.",
    );
  }
}

/** The id that a dataset gets from a package's name. */
export const nameOfPackage = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^[-.]+|-+$/g, "");

/**
 * Tasks of a package's functions with doctest examples. Its files are parsed in a process of their own and never imported.
 * @returns the tasks, what was left out, and the license that the package states
 * @throws UserError when nothing of it can be read
 */
export function readDoctests({ path, source }: PackageSource): ReadTasks & { licence: string } {
  const script = fromRoot("loaders/import/python/doctests.py");
  const run = spawnSync(findPython().executable, ["-B", "-s", script, path], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (run.status !== 0) {
    const reason = run.stderr.trim().split("\n").at(-1) ?? "";
    throw new UserError(
      `${source} cannot be read as a package (${reason}).`,
      "Give a folder, a wheel or an sdist.",
    );
  }
  const lines = run.stdout
    .trimEnd()
    .split("\n")
    .map((line) => LINE.parse(JSON.parse(line)));
  const found: ReadTasks & { licence: string } = { tasks: [], violations: [], dropped: [], licence: "" };
  for (const line of lines) {
    if (line.kind === "package") found.licence = line.license || "not stated";
    else if (line.kind === "dropped") found.dropped.push(droppedFunction(line));
    else addTask(line, found);
  }
  return found;
}

const droppedFunction = ({
  file,
  line,
  function: name,
  reason,
}: {
  file: string;
  line: number;
  function: string;
  reason: string;
}): Dropped => ({ reason: `function: ${reason}`, detail: `${file}:${line} ${name || "-"} ${reason}` });

function addTask(
  row: Extract<z.infer<typeof LINE>, { kind: "task" }>,
  { tasks, violations, dropped }: ReadTasks,
): void {
  const { file, line, function: name, module, query, canonical, tests } = row;
  for (const reason of row.examples_dropped)
    dropped.push({ reason: `example: ${reason}`, detail: `${file}:${line} ${name} ${reason}` });
  if (tests.length === 0) {
    dropped.push(
      droppedFunction({ file, line, function: name, reason: "has no example with an output to compare" }),
    );
    return;
  }
  const task = { id: `${module}/${name}`, function_name: name, query, domain: module, canonical, tests };
  const made: PlacedTask | Violation = toTask(() => task, { line, value: task }, file);
  if ("rule" in made) violations.push(made);
  else tasks.push(made);
}
