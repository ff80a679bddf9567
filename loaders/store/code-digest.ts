import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { buildSync, type Loader, transformSync } from "esbuild";
import { fromRoot } from "../paths.ts";
import { sha256 } from "./digest.ts";

/** What a module does and what it is made of. */
export interface CodeParts {
  /** Digest of its bundled, minified source with the versions of its packages. */
  digest: string;
  /** Repository paths of the module and of everything of ours that it imports, sorted. */
  modules: readonly string[];
  /** Locked version of each package that they import. */
  packages: Readonly<Record<string, string>>;
}

const known = new Map<string, CodeParts>();

/**
 * A module with everything of ours that it imports, so that an edit in any of them changes the digest and a comment
 * does not. Packages count by their locked versions.
 * @param entry repository path of a TypeScript module
 */
export function codeParts(entry: string): CodeParts {
  const before = known.get(entry);
  if (before !== undefined) return before;
  const result = buildSync({
    absWorkingDir: fromRoot(),
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
    metafile: true,
  });
  const imported = Object.values(result.metafile.inputs)
    .flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path))
    .filter((path) => !path.startsWith("node:"));
  const versions = [...new Set(imported)]
    .sort()
    .map((name) => [name, lockedVersion(packageOf(name))] as const);
  const lines = versions.map(([name, version]) => `${name}@${version}`);
  const parts = {
    digest: sha256(result.outputFiles[0]!.text + "\n" + lines.join("\n")),
    modules: Object.keys(result.metafile.inputs).sort(),
    packages: Object.fromEntries(versions.map(([name, version]) => [packageOf(name), version])),
  };
  known.set(entry, parts);
  return parts;
}

/** Digest of what a module does; see {@link codeParts}. */
export const codeDigest = (entry: string): string => codeParts(entry).digest;

const LOADERS: Readonly<Record<string, Loader>> = { ".ts": "ts", ".js": "js", ".json": "json" };

/** Digest of one module's minified text: a comment does not change it. @param path repository path */
export function moduleDigest(path: string): string {
  const text = readFileSync(fromRoot(path), "utf8");
  const loader = LOADERS[extname(path)];
  return sha256(loader ? transformSync(text, { loader, minify: true }).code : text);
}

/** The package of an import: `pure-rand` of `pure-rand/generator/xoroshiro128plus`. */
const packageOf = (name: string): string =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");

let lock: Record<string, { version?: string }> | undefined;

function lockedVersion(name: string): string {
  lock ??= (JSON.parse(readFileSync(fromRoot("package-lock.json"), "utf8")) as { packages: typeof lock })
    .packages;
  return lock?.[`node_modules/${name}`]?.version ?? "builtin";
}

/** Repository paths of the Python files that execute candidates. */
export function runnerFiles(): string[] {
  const folder = "loaders/execution/python";
  const files = readdirSync(fromRoot(folder)).filter((name) => name.endsWith(".py"));
  return files.sort().map((name) => `${folder}/${name}`);
}

/** Digest of the Python files that execute candidates. */
export function runnerDigest(): string {
  const lines = runnerFiles().map(
    (path) => `${path.slice(path.lastIndexOf("/") + 1)} ${sha256(readFileSync(join(fromRoot(), path)))}`,
  );
  return sha256(lines.join("\n"));
}
