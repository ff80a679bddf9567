import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { UserError } from "../errors.ts";
import { fromRoot, repositoryPath } from "../paths.ts";

/** A package of its own, so that `npm ci && npm start` neither needs llama.cpp nor downloads it. */
const FOLDER = "loaders/likelihood/runtime";

/** The locked version; part of every recipe, since kernels decide the last digits. */
export const RUNTIME_VERSION = "node-llama-cpp 3.22.0";

/** What this project calls of node-llama-cpp 3.22; its own types are there only once it is installed. */
export interface NodeLlamaCpp {
  getLlama(options: {
    gpu: false;
    build: "never";
    progressLogs: false;
    maxThreads: number;
    logLevel: "error";
  }): Promise<{ loadModel(options: { modelPath: string }): Promise<LlamaModel>; dispose(): Promise<void> }>;
}

export interface LlamaModel {
  readonly tokens: { readonly bos: number | null; readonly shouldPrependBosToken: boolean };
  readonly trainContextSize: number;
  tokenize(text: string, specialTokens: false): number[];
  createContext(options: {
    contextSize: number;
    batchSize: number;
    sequences: 1;
    threads: 1;
    flashAttention: false;
    swaFullCache: true;
    experimentalKvCacheKeyType: "F32";
    experimentalKvCacheValueType: "F32";
  }): Promise<{ getSequence(): LlamaSequence }>;
}

/** Asks for the logit of one token and of the most likely one, with the softmax's denominator: three numbers, no vocabulary. */
interface NextOptions {
  generateNext: {
    logits: { filter: { tokens: readonly [number]; includeSelected: true } };
    totalLogitWeight: true;
  };
}

export interface LlamaSequence {
  eraseContextTokenRanges(ranges: { start: number; end: number }[]): Promise<void>;
  controlledEvaluate(
    input: (number | [token: number, options: NextOptions])[],
  ): Promise<({ next: { logits?: Map<number, number>; totalLogitWeight?: number } } | undefined)[]>;
}

/** The CPU build of a platform, as node-llama-cpp names its packages. */
export function cpuBuild(platform: string, arch: string): string {
  const system = { linux: "linux", darwin: "mac", win32: "win" }[platform];
  const processor = arch === "arm" ? "armv7l" : arch;
  const suffix = system === "mac" && processor === "arm64" ? "-metal" : "";
  return `@node-llama-cpp/${system ?? platform}-${processor}${suffix}`;
}

/**
 * node-llama-cpp with this machine's CPU build, installed through npm where it is missing (85 MB; the lockfile beside its
 * `package.json` pins every file's digest; no install script runs).
 * @throws UserError when npm cannot install it
 */
export async function loadRuntime(say: (message: string) => void): Promise<NodeLlamaCpp> {
  const entry = fromRoot(FOLDER, "node_modules/node-llama-cpp/dist/index.js");
  const build = cpuBuild(process.platform, process.arch);
  if (!existsSync(entry) || !existsSync(fromRoot(FOLDER, "node_modules", build))) {
    say(`Installing ${RUNTIME_VERSION} into ${FOLDER}`);
    await install(build);
  }
  return (await import(pathToFileURL(entry).href)) as unknown as NodeLlamaCpp;
}

async function install(build: string): Promise<void> {
  const version = RUNTIME_VERSION.split(" ")[1]!;
  const wanted = `${build}@${version}`;
  const options = ["--no-save", "--omit=optional", "--ignore-scripts", "--no-fund", "--no-audit"];
  try {
    // A package that is named is no longer optional: of the builds for all systems and GPUs, only this one is fetched.
    await promisify(execFile)("npm", ["install", ...options, wanted], {
      cwd: fromRoot(FOLDER),
      shell: process.platform === "win32",
    });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const line = stderr?.split("\n").find((text) => /^npm (error|ERR!) (?!code)/.test(text));
    throw new UserError(
      `${RUNTIME_VERSION} could not be installed (${line ?? message.split("\n")[0]}).`,
      `Run \`npm install ${options.join(" ")} ${wanted}\` in ${repositoryPath(fromRoot(FOLDER))}.`,
    );
  }
}
