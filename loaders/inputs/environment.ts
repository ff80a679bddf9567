import { existsSync, readFileSync } from "node:fs";
import { arch, cpus, platform } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { findPython } from "../execution/python-interpreter.ts";
import { fromRoot, ROOT } from "../paths.ts";
import { writeFileWhole } from "../store/write-file.ts";

export const ENVIRONMENT_FILE = "data/frozen/environment.json";

/** Packages whose version can change a vector, a mutant, a ranking or a file's bytes. */
const PACKAGES = [
  "onnxruntime-node",
  "@huggingface/transformers",
  "@lezer/python",
  "diff",
  "hyparquet",
  "hyparquet-writer",
  "pure-rand",
];

/** Instruction sets that decide which kernels a matrix product runs on. */
const FEATURES = [
  "sse4_2",
  "f16c",
  "fma",
  "avx",
  "avx2",
  "avx512f",
  "avx512bw",
  "avx512_vnni",
  "avx512_bf16",
  "avx_vnni",
  "amx_int8",
  "amx_bf16",
  "asimd",
  "asimddp",
  "bf16",
];

export const ENVIRONMENT = z.strictObject({
  node: z.string(),
  python: z.string(),
  os: z.string(),
  cpu: z.strictObject({ model: z.string(), architecture: z.string(), features: z.array(z.string()) }),
  packages: z.record(z.string(), z.string()),
});

/** What the frozen files were made with; names no machine. */
export type Environment = z.infer<typeof ENVIRONMENT>;

const readIf = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

function osName(): string {
  const pretty = /^PRETTY_NAME="?([^"\n]+)/m.exec(readIf("/etc/os-release"))?.[1];
  return pretty ?? platform();
}

/** CPU features of a `/proc/cpuinfo` text, empty where the system does not tell. */
export function cpuFeatures(cpuinfo: string): string[] {
  const flags = new Set(/^(?:flags|Features)\s*:\s*(.*)$/m.exec(cpuinfo)?.[1]?.split(/\s+/));
  return FEATURES.filter((feature) => flags.has(feature));
}

function installedVersions(): Record<string, string> {
  return Object.fromEntries(
    PACKAGES.map((name) => {
      const manifest = readFileSync(fromRoot("node_modules", name, "package.json"), "utf8");
      return [name, (JSON.parse(manifest) as { version: string }).version];
    }),
  );
}

/** The environment of this process. */
export function currentEnvironment(): Environment {
  return {
    node: process.versions.node,
    python: findPython().version,
    os: osName(),
    cpu: {
      model: cpus()[0]?.model.trim() ?? "unknown",
      architecture: arch(),
      features: cpuFeatures(readIf("/proc/cpuinfo")),
    },
    packages: installedVersions(),
  };
}

export function writeEnvironment(environment: Environment, root = ROOT): void {
  writeFileWhole(join(root, ENVIRONMENT_FILE), `${JSON.stringify(environment, null, 2)}\n`);
}

/** The committed snapshot. */
export const readEnvironment = (root = ROOT): Environment =>
  ENVIRONMENT.parse(JSON.parse(readFileSync(join(root, ENVIRONMENT_FILE), "utf8")));
