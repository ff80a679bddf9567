import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { fromRoot } from "../paths.ts";
import { sha256 } from "./digest.ts";

const known = new Map<string, string>();

/**
 * Digest of what a module does: its bundled, minified source with everything of ours that it imports, so that an edit
 * in any of them changes it and a comment does not. Packages count by their locked versions.
 * @param entry repository path of a TypeScript module
 */
export function codeDigest(entry: string): string {
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
  const packages = Object.values(result.metafile.inputs)
    .flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path))
    .filter((path) => !path.startsWith("node:"));
  const digest = sha256(result.outputFiles[0]!.text + "\n" + lockedVersions(packages));
  known.set(entry, digest);
  return digest;
}

let lock: Record<string, { version?: string }> | undefined;

function lockedVersions(packages: string[]): string {
  lock ??= (JSON.parse(readFileSync(fromRoot("package-lock.json"), "utf8")) as { packages: typeof lock })
    .packages;
  return [...new Set(packages)]
    .sort()
    .map((name) => {
      const root = name.startsWith("@") ? name.split("/").slice(0, 2).join("/") : name.split("/")[0]!;
      return `${name}@${lock?.[`node_modules/${root}`]?.version ?? "builtin"}`;
    })
    .join("\n");
}

/** Digest of the Python files that execute candidates. */
export function runnerDigest(): string {
  const folder = fromRoot("loaders/execution/python");
  const files = readdirSync(folder).filter((name) => name.endsWith(".py"));
  return sha256(
    files
      .sort()
      .map((name) => `${name} ${sha256(readFileSync(join(folder, name)))}`)
      .join("\n"),
  );
}
