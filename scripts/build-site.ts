import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import glob from "fast-glob";
import { UserError } from "../loaders/errors.ts";
import { downloadsDigest } from "../loaders/export/downloads.ts";
import { FIGURES, figuresOf, GROUPS } from "../loaders/figures/index.ts";
import { ARCHIVE_FORMAT } from "../loaders/figures/archive.ts";
import { beginBuild, finishBuild, recordOfNow } from "../loaders/figures/build-record.ts";
import { keepsStale, shownDigest } from "../loaders/figures/refresh.ts";
import { siteFreshness } from "../loaders/figures/site-freshness.ts";
import { DIGESTS_FILE } from "../loaders/inputs/manifest.ts";
import { CACHE, fromRoot, ROOT } from "../loaders/paths.ts";
import { digestOf, fileDigest } from "../loaders/store/digest.ts";
import { keep, readKept } from "../loaders/store/kept.ts";

/** Digest of everything that decides `dist/`: pages, components, configuration, packages and every figure. */
function siteDigest(): string {
  const paths = glob.sync(["src/**/*", "observablehq.config.ts", "package-lock.json", DIGESTS_FILE], {
    cwd: ROOT,
    ignore: ["src/.observablehq/**"],
  });
  const files = paths.sort().map((path) => [path, fileDigest(fromRoot(path))]);
  return digestOf({
    files,
    archives: ARCHIVE_FORMAT,
    figures: FIGURES.map(shownDigest),
    stale: keepsStale() ? siteFreshness(FIGURES) : "",
    downloads: downloadsDigest(),
    ci: process.env.CI ?? "",
  });
}

/** Each archive under `src/data` with the digest of what decides its bytes. */
function archiveDigests(): [string, string][] {
  const ofGroup = (group: string): string =>
    digestOf({ format: ARCHIVE_FORMAT, figures: figuresOf(group).map(shownDigest) });
  return [
    ...GROUPS.map((group): [string, string] => [group, ofGroup(group)]),
    ["downloads", downloadsDigest()],
  ];
}

/** What tells of the very build that it stands in. */
const OF_THIS_BUILD = ["freshness.json", "changes.json"];

/**
 * Framework goes by the entry file's time alone, so an archive whose inputs changed is taken out of its cache, and
 * whatever tells of this build always.
 */
function evict(): void {
  for (const file of OF_THIS_BUILD) rmSync(fromRoot("src/.observablehq/cache/data", file), { force: true });
  for (const [group, digest] of archiveDigests()) {
    const record = fromRoot(CACHE, "archives", `${group}.json.gz`);
    if (readKept(record, digest) !== null) continue;
    rmSync(fromRoot("src/.observablehq/cache/data", `${group}.zip`), { force: true });
    rmSync(fromRoot("src/.observablehq/cache/data", group), { force: true, recursive: true });
    keep(record, digest, group);
  }
}

/**
 * Builds `dist/` with Observable Framework, or leaves it when nothing that decides it has changed.
 * @returns whether it was built
 */
export async function buildSite(now = new Date()): Promise<boolean> {
  const record = fromRoot(CACHE, "site.json.gz");
  const digest = siteDigest();
  if (existsSync(fromRoot("dist/index.html")) && readKept(record, digest) !== null) return false;
  evict();
  beginBuild(await recordOfNow(now));
  const status = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [fromRoot("node_modules/@observablehq/framework/dist/bin/observable.js"), "build"],
      {
        cwd: ROOT,
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, OBSERVABLE_TELEMETRY_DISABLE: "true" },
      },
    );
    child.stdout.on("data", (text: Buffer) => process.stderr.write(text));
    child.on("error", reject).on("exit", resolve);
  });
  if (status !== 0)
    throw new UserError("Observable Framework could not build the pages.", "The reason stands above.");
  finishBuild();
  keep(record, digest, true);
  return true;
}
