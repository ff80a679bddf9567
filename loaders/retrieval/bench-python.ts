import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { CACHE, fromRoot } from "../paths.ts";

/** One comparison of `npm run bench`. */
export interface BenchRow {
  name: string;
  /** What both sides did, with its size. */
  work: string;
  /** Best of several rounds, ms. */
  oursMs: number;
  referenceMs: number;
  /** The other side, with its version. */
  reference: string;
  /** referenceMs / oursMs: above 1 we are faster. */
  ratio: number;
  /** How the two results compare. */
  agreement: string;
}

/** A comparison that could not be made here, and why. */
export interface BenchSkip {
  name: string;
  skipped: string;
}

const PACKAGES = ["numpy", "onnxruntime", "tokenizers", "bm25s"];

/** Python of the environment that holds the reference packages. */
const benchPython = (): string =>
  fromRoot(CACHE, "bench-venv", process.platform === "win32" ? "Scripts/python.exe" : "bin/python");

/** Why the reference packages cannot be used, or undefined when they can. */
export function missingBenchPython(): string | undefined {
  if (existsSync(benchPython())) return undefined;
  return `no reference packages: \`python3 -m venv ${CACHE}/bench-venv\`, then \`${CACHE}/bench-venv/bin/pip install ${PACKAGES.join(" ")}\``;
}

/** A folder for what goes to and comes from Python, removed afterwards. */
export async function withBenchFolder<T>(body: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    return await body(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a reference script (a repository path) with a JSON request, and returns its JSON answer. */
export async function runReference<T>(script: string, folder: string, request: object): Promise<T> {
  const [input, output] = [join(folder, "request.json"), join(folder, "answer.json")];
  await writeFile(input, JSON.stringify(request));
  await promisify(execFile)(benchPython(), [fromRoot(script), input, output], { maxBuffer: 2 ** 26 });
  return JSON.parse(await readFile(output, "utf8")) as T;
}

/** Shortest of several rounds, ms: what else the machine does only ever adds time. */
export async function bestOf(rounds: number, body: () => unknown): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await body();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Our rounds around the reference's, so that both see the machine in the same state. */
export async function compareRounds<T extends { ms: number }>(
  rounds: number,
  ours: () => unknown,
  reference: () => Promise<T>,
): Promise<{ oursMs: number; answer: T; ratio: number }> {
  const before = await bestOf(rounds, ours);
  const answer = await reference();
  const oursMs = Math.min(before, await bestOf(rounds, ours));
  return { oursMs, answer, ratio: answer.ms / oursMs };
}
