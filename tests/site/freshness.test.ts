import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CACHE, fromRoot, repositoryPath } from "../../loaders/paths.ts";
import type { ChangesFile } from "../../src/shared/change-rows.ts";
import { changesFinding, firstBaseline } from "../../src/shared/findings/changes.ts";
import { browser, folder, site } from "./built-site.ts";
import { settled } from "./settled.ts";
import { visit } from "./visit.ts";

const PAGE = "near-clones/density.html";
const FRESHNESS = /\/_file\/data\/freshness\.[0-9a-f]+\.json/;

/** What the loader of `freshness.json` says when the imported folder holds another file than it did at the build. */
function freshnessWithOtherInput(): string {
  mkdirSync(fromRoot(CACHE), { recursive: true });
  const imported = mkdtempSync(fromRoot(CACHE, "other-input-"));
  writeFileSync(join(imported, "other.jsonl"), "");
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", "src/data/freshness.json.ts"], {
    cwd: fromRoot(),
    encoding: "utf8",
    env: { ...process.env, NEAR_MISS_IMPORTED: repositoryPath(imported) },
  });
  rmSync(imported, { recursive: true });
  if (stdout === "") throw new Error(stderr);
  return stdout;
}

describe("a figure whose inputs changed", () => {
  it("bears no mark while the site is fresh", async () => {
    const { page, complaints } = await visit(browser, site, PAGE);
    expect(await page.locator(".figure-stale").count()).toBeGreaterThan(0);
    expect(await page.locator(".figure-stale:visible").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("is marked as stale with the input and the command, once its reader comes back to the page", async () => {
    const changed = freshnessWithOtherInput();
    const { page, complaints } = await visit(browser, site, PAGE);
    await page.route(FRESHNESS, (route) => route.fulfill({ contentType: "application/json", body: changed }));
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    const mark = page.locator(".figure-stale:visible").first();
    await mark.waitFor();
    expect(await mark.innerText()).toMatch(/^Stale\. .*other\.jsonl is new.*npm start/);
    expect(complaints).toEqual([]);

    await page.reload();
    await settled(page);
    expect(await page.locator(".figure-stale:visible").count()).toBeGreaterThan(0);
    await page.context().close();
  });

  it("stands without a mark where freshness cannot be known", async () => {
    const { page } = await visit(browser, site, PAGE);
    await page.route(FRESHNESS, (route) => route.fulfill({ status: 404, body: "" }));
    await page.reload();
    await settled(page);
    expect(await page.locator(".figure-stale:visible").count()).toBe(0);
    expect(await page.locator(".figure-plot svg").count()).toBeGreaterThan(0);
    await page.context().close();
  });
});

describe("the page of changes", () => {
  it("says what the build noted, for each baseline", async () => {
    const data = join(folder, "_file/data");
    const name = readdirSync(data).find((entry) => /^changes\.[0-9a-f]+\.json$/.test(entry))!;
    const file = JSON.parse(readFileSync(join(data, name), "utf8")) as ChangesFile;
    expect(file.built).toMatch(/^\d{4}-\d\d-\d\dT/);
    for (const comparison of file.comparisons) {
      const search = comparison.baseline === firstBaseline(file) ? "" : `?with=${comparison.baseline}`;
      const { page, complaints } = await visit(browser, site, `method/changes.html${search}`);
      expect(await page.locator(".finding").innerText()).toBe(changesFinding(comparison));
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });
});
