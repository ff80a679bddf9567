import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromRoot } from "../../loaders/paths.ts";
import { launch } from "./browser.ts";
import { serve, type Site } from "./serve.ts";
import { visit } from "./visit.ts";

/** A forker's first ten minutes: two pages are made in a copy of the workbook, checked, built, and opened. */
const MINUTES = 60_000;
const PAGES = [
  { name: "my-idea", title: "My idea", args: ["--question", "Does my idea hold?"] },
  { name: "denser-pool", title: "Denser pool", args: ["--from", "density"] },
];
let copy: string;
let site: Site;
let browser: Browser;

const tool = (name: string, ...args: string[]) =>
  spawnSync(join(copy, "node_modules", ".bin", name), args, {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, OBSERVABLE_TELEMETRY_DISABLE: "true" },
  });

const newAblation = (...args: string[]) => tool("tsx", "scripts/new-ablation.ts", ...args);

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), "near-miss-fork-"));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: fromRoot(),
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  for (const path of listed.split("\0").filter((path) => path && existsSync(fromRoot(path)))) {
    cpSync(fromRoot(path), join(copy, dirname(path), path.split("/").at(-1)!), { recursive: true });
  }
  symlinkSync(fromRoot("node_modules"), join(copy, "node_modules"));
  // Everything that was computed for the site under test need not be computed again.
  cpSync(fromRoot(".cache"), join(copy, ".cache"), {
    recursive: true,
    filter: (path) => !path.endsWith("-venv"),
  });
  if (existsSync(fromRoot("data/imported"))) {
    cpSync(fromRoot("data/imported"), join(copy, "data", "imported"), { recursive: true, dereference: true });
  }
  for (const { name, args } of PAGES) {
    const { status, stderr } = newAblation(name, ...args);
    expect([status, stderr]).toEqual([0, ""]);
  }
  const built = tool("tsx", "scripts/start.ts", "--no-serve");
  expect([built.status, built.stderr]).toEqual([0, expect.not.stringMatching(/error/i)]);
  site = await serve(join(copy, "dist"));
  browser = await launch();
}, 8 * MINUTES);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  rmSync(copy, { recursive: true, force: true });
});

describe("a page made by new:ablation", () => {
  it.each(PAGES)(
    "$name opens, draws, speaks, and asks nothing of another origin",
    async ({ name, title }) => {
      const { page, complaints, requests } = await visit(browser, site, `ablations/${name}.html`);
      expect(complaints).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(site.root))).toEqual([]);
      expect(await page.locator(".finding").first().innerText()).toMatch(/\d/);
      await expect.poll(() => page.locator("figure svg").count()).toBeGreaterThan(0);
      expect(await page.locator("#observablehq-sidebar a", { hasText: title }).count()).toBe(1);
      await page.context().close();
    },
  );

  it(
    "passes types and lint as it is",
    () => {
      const made = PAGES.flatMap(({ name }) => [
        `loaders/analyses/${name}*.ts`,
        `src/components/${name}*.ts`,
        `src/shared/findings/${name}*.ts`,
      ]);
      expect(tool("tsc", "--noEmit", "-p", ".").stdout).toBe("");
      const linted = tool("eslint", ...made);
      expect([linted.status, linted.stdout]).toEqual([0, ""]);
    },
    5 * MINUTES,
  );

  it(
    "has a test that passes, and one that fails until its author says what must hold",
    () => {
      const { status, stdout } = tool("vitest", "run", "--reporter=json", "loaders/analyses/my-idea.test.ts");
      const report = JSON.parse(stdout) as { numPassedTests: number; numFailedTests: number };
      expect([status, report.numPassedTests, report.numFailedTests]).toEqual([1, 1, 1]);
      expect(stdout).toContain("Say here what must hold");
    },
    5 * MINUTES,
  );

  it(
    "is refused under a name that is taken or misspelled, and a page that is not there, with nothing written",
    () => {
      const before = execFileSync("find", ["src", "loaders", "-newer", "package.json"], { cwd: copy }).length;
      for (const args of [["my-idea"], ["My Idea"], ["other", "--from", "nowhere"]]) {
        const { status, stderr } = newAblation(...args);
        expect(status).toBe(2);
        expect(stderr.split("\n").filter(Boolean)).toHaveLength(2);
      }
      expect(execFileSync("find", ["src", "loaders", "-newer", "package.json"], { cwd: copy }).length).toBe(
        before,
      );
    },
    MINUTES,
  );
});
