import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { AxeResults } from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch } from "./browser.ts";
import { builtPages, serve, type Site } from "./serve.ts";
import { visit } from "./visit.ts";

/** Every page that was built, whoever wrote it: nothing here names one. */
const folder = resolve(process.env["SITE"] ?? "dist");
if (!existsSync(folder))
  throw new Error(
    `There is no built site in ${folder}: build it first (\`npm start\` or \`npx observable build\`).`,
  );
const pages = builtPages(folder);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FIRST_VIEW = 500_000;

let site: Site;
let browser: Browser;

beforeAll(async () => {
  // A base path as a project page has it: a link that begins with a slash would break here.
  site = await serve(folder, "/some/base/");
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Violations as one line each, so that a failing test says what to mend. */
async function violations(page: Awaited<ReturnType<typeof visit>>["page"]): Promise<string[]> {
  await page.evaluate(axe);
  const results = await page.evaluate(
    () => (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run() as Promise<AxeResults>,
  );
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} (${node.target.join(" ")})`),
  );
}

describe.each(pages)("%s", (path) => {
  it("draws, complains about nothing, asks only its own origin and stays light", async () => {
    const { page, complaints, requests, bytes } = await visit(browser, site, path);
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(site.root))).toEqual([]);
    expect(await page.locator(".observablehq--error").allTextContents()).toEqual([]);
    expect(await page.locator("h1").count()).toBe(1);
    for (const figure of await page.locator(".figure-plot").all()) {
      expect(await figure.locator("svg").first().locator("circle, path, rect").count()).toBeGreaterThan(0);
    }
    const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
    expect(total, [...bytes].map(([url, size]) => `${size} ${url}`).join("\n")).toBeLessThan(FIRST_VIEW);
    await page.context().close();
  });

  it.each(["light", "dark"] as const)("has no accessibility violation (%s)", async (colorScheme) => {
    const { page } = await visit(browser, site, path, { colorScheme });
    for (const fold of await page.locator("details.fold > summary").all()) await fold.click();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it("fits a screen of 360 px", async () => {
    const { page } = await visit(browser, site, path, { width: 360, height: 740 });
    const wide = await page.evaluate(() => {
      const limit = document.documentElement.clientWidth;
      const scrolls = (element: Element | null): boolean =>
        element !== null &&
        (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
      return document.documentElement.scrollWidth <= limit
        ? []
        : [...document.querySelectorAll("main *")]
            .filter(
              (element) =>
                element.getBoundingClientRect().right > limit + 1 && !scrolls(element.parentElement),
            )
            .slice(0, 5)
            .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`);
    });
    expect(wide).toEqual([]);
    await page.context().close();
  });

  it("lets the keyboard reach every control, with a visible focus", async () => {
    const { page } = await visit(browser, site, path);
    const expected = await page.evaluate(() => {
      const groups = new Set<string>();
      // A choice that has one option is hidden: there is nothing to reach.
      for (const input of document.querySelectorAll<HTMLInputElement>(".controls input[type=radio]"))
        if (!input.closest("[hidden]")) groups.add(input.name);
      return groups.size + document.querySelectorAll(".controls select, .controls input[type=range]").length;
    });
    const reached = new Set<string>();
    for (let presses = 0; presses < 150 && reached.size < expected; presses++) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element?.closest(".controls")) return null;
        const shown =
          element instanceof HTMLInputElement && element.type === "radio"
            ? element.closest("label")!
            : element;
        return {
          name: (element as HTMLInputElement).name || element.id || element.getAttribute("aria-label") || "",
          outline: getComputedStyle(shown).outlineStyle,
        };
      });
      if (!focused) continue;
      expect(focused.outline, `focus on ${focused.name}`).not.toBe("none");
      reached.add(focused.name);
    }
    expect(reached.size).toBe(expected);
    await page.context().close();
  });
});
