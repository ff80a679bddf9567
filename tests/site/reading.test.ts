import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { bestPath, densityPaths } from "../../src/shared/findings/density.ts";
import { standing } from "../../src/shared/findings/leaderboard.ts";
import { stackedPath } from "../../src/shared/findings/stacked.ts";
import { count, percent, rate } from "../../src/shared/format.ts";
import type {
  DatasetRow,
  DensityRow,
  ExplorerRankingRow,
  LeaderboardRow,
  PerQueryRow,
  StackedRateRow,
  SystemRow,
} from "../../src/shared/rows.ts";
import { builtRows } from "./built-rows.ts";
import { browser, folder, site } from "./built-site.ts";
import { settled } from "./settled.ts";
import { visit } from "./visit.ts";

/** What a reader does: moves controls, follows links, opens tables, takes the numbers along. */
let datasets: DatasetRow[];
let systems: SystemRow[];
let board: LeaderboardRow[];
let density: DensityRow[];

beforeAll(async () => {
  [datasets, systems, board, density] = await Promise.all([
    builtRows<DatasetRow>(folder, "near-clones/datasets"),
    builtRows<SystemRow>(folder, "near-clones/systems"),
    builtRows<LeaderboardRow>(folder, "near-clones/leaderboard"),
    builtRows<DensityRow>(folder, "near-clones/density"),
  ]);
});

const findingOf = async (page: Page): Promise<string> =>
  (await page.locator(".finding").first().innerText()).trim();

describe("sentences say what the rows say", () => {
  it("on the leaderboard, for every dataset", async () => {
    for (const { dataset } of datasets) {
      const best = standing(board, systems, dataset, "exec", 1)[0];
      if (!best) continue;
      const { page } = await visit(browser, site, `near-clones/leaderboard.html?dataset=${dataset}`);
      const text = await findingOf(page);
      expect(text).toContain(systems.find(({ system }) => system === best.system)!.label);
      expect(text).toContain(percent(best.value));
      expect(text).toContain(count(best.n));
      await page.context().close();
    }
  });

  it("on the home page, at d = 0, 1 and all", async () => {
    const dataset = datasets[0]!.dataset;
    const best = bestPath(densityPaths(density, systems, { dataset, k: 1, source: "selected" }))!;
    const { page } = await visit(browser, site, "index.html");
    const text = await findingOf(page);
    for (const row of [best.values[0]!, best.values.at(-1)!]) expect(text).toContain(percent(row.value));
    await page.context().close();
  });
});

describe("the page of stacked edits", () => {
  it("speaks of one bug and of the most, for every dataset, or says that nothing was measured", async () => {
    const rows = await builtRows<StackedRateRow>(folder, "near-clones/stacked");
    for (const { dataset } of datasets) {
      const path = stackedPath(rows, { dataset, source: "selected" });
      const { page } = await visit(browser, site, `near-clones/stacked.html?dataset=${dataset}`);
      const text = await findingOf(page);
      if (path.length === 0) expect(text).toContain("not been measured");
      for (const row of [path[0], path.at(-1)]) if (row) expect(text).toContain(percent(row.value));
      await page.context().close();
    }
  });

  it("a link restores the source, and the figure goes on to six bugs", async () => {
    const rows = await builtRows<StackedRateRow>(folder, "near-clones/stacked");
    const measured = rows.find(({ source }) => source === "pool");
    if (!measured) return;
    const address = `near-clones/stacked.html?dataset=${measured.dataset}&source=pool`;
    const { page } = await visit(browser, site, address);
    expect(await page.locator('input[type=radio][value="pool"]').isChecked()).toBe(true);
    const stops = await page.locator('#stacked svg [aria-label="x-axis tick label"] text').allTextContents();
    expect(stops).toEqual(["1", "2", "3", "4", "5", "6"]);
    await page.context().close();
  });
});

describe("settings live in the link", () => {
  it("a link restores dataset, k and d, and the figure follows", async () => {
    const dataset = datasets.at(-1)!.dataset;
    const { page } = await visit(browser, site, `near-clones/density.html?dataset=${dataset}&k=5&d=2`);
    expect(await page.locator(`input[type=radio][value="${dataset}"]`).isChecked()).toBe(true);
    expect(await page.locator('input[type=radio][value="5"]').isChecked()).toBe(true);
    expect(await page.locator(".slider output").innerText()).toBe("2");
    expect(await page.locator("#density h2").innerText()).toContain("exec@5");
    await page.context().close();
  });

  it("a moved control rewrites the address, leaves no history behind, and survives a reload", async () => {
    const { page, complaints } = await visit(browser, site, "near-clones/leaderboard.html");
    const before = await page.evaluate(() => history.length);
    await page.locator('.segments label:has(input[value="10"])').click();
    await expect.poll(() => page.locator("#leaderboard h2").innerText()).toContain("exec@10");
    expect(new URL(page.url()).searchParams.get("k")).toBe("10");
    expect(await page.evaluate(() => history.length)).toBe(before);
    await page.reload();
    await settled(page);
    expect(await page.locator("#leaderboard h2").innerText()).toContain("exec@10");
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("the figure that a reader moves", () => {
  it("shows each system's value at the chosen number of near-clones", async () => {
    const dataset = datasets[0]!.dataset;
    const paths = densityPaths(density, systems, { dataset, k: 1, source: "selected" });
    const { page } = await visit(browser, site, "index.html");
    const slider = page.locator(".slider input[type=range]");
    await slider.focus();
    for (const key of ["Home", "ArrowRight"]) await page.keyboard.press(key);
    const shown = await page.locator("#near-clones-kept svg text").allTextContents();
    for (const { values } of paths)
      expect(shown).toContain(percent(values.find((row) => row.d === 1)!.value));
    expect(new URL(page.url()).searchParams.get("d")).toBe("1");
    await page.context().close();
  });

  it("puts code that works first among the cards when no near-clone is left and the system finds it", async () => {
    const { page } = await visit(browser, site, "index.html?d=0");
    const cards = page.locator(".cards .card-result");
    expect(await cards.count()).toBe(5);
    const own = await page.locator(".cards .bug-chip").count();
    expect(own).toBe(0);
    await page.context().close();
  });
});

describe("numbers to take along", () => {
  it("the table holds the rows of the figure, and a click sorts it", async () => {
    const { page } = await visit(browser, site, "near-clones/leaderboard.html");
    const figure = page.locator("#leaderboard");
    await figure.getByRole("button", { name: "Table" }).click();
    const dataset = datasets[0]!.dataset;
    const rows = board.filter((row) => row.dataset === dataset && row.metric === "exec" && row.k === 1);
    expect(await figure.locator("tbody tr").count()).toBe(Math.min(rows.length, 20));
    await figure.getByRole("columnheader", { name: "Value" }).getByRole("button").click();
    const highest = Math.max(...rows.map(({ value }) => value));
    expect(await figure.locator("tbody tr").first().innerText()).toContain(rate(highest));
    await page.context().close();
  });

  it("CSV holds unrounded numbers, Parquet is the file that the page read", async () => {
    const { page, complaints } = await visit(browser, site, "near-clones/leaderboard.html");
    const figure = page.locator("#leaderboard");
    const [csv] = await Promise.all([
      page.waitForEvent("download"),
      figure.getByRole("button", { name: "CSV" }).click(),
    ]);
    expect(csv.suggestedFilename()).toBe("leaderboard.csv");
    const lines = readFileSync(await csv.path(), "utf8")
      .trim()
      .split("\r\n");
    expect(lines[0]).toContain("system,value,low,high");
    const best = standing(board, systems, datasets[0]!.dataset, "exec", 1)[0]!;
    expect(lines.find((line) => line.startsWith(`${best.system},`))).toContain(String(best.value));
    const [parquet] = await Promise.all([
      page.waitForEvent("download"),
      figure.getByRole("link", { name: "Parquet" }).click(),
    ]);
    expect(parquet.suggestedFilename()).toBe("near-clones-leaderboard.parquet");
    expect(
      readFileSync(await parquet.path())
        .subarray(0, 4)
        .toString(),
    ).toBe("PAR1");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("provenance names the digest of the dataset and the command that makes the figure again", async () => {
    const { page } = await visit(browser, site, "near-clones/leaderboard.html");
    const figure = page.locator("#leaderboard");
    await figure.getByRole("button", { name: /Provenance/ }).click();
    const text = await figure.locator(".provenance").innerText();
    expect(text).toContain(datasets[0]!.digest.slice(0, 12));
    expect(text).toMatch(/npm run figures/);
    expect(text).toContain("loaders/analyses/leaderboard.ts");
    await page.context().close();
  });
});

describe("charts without a pointer", () => {
  it("arrow keys read one mark after the other and show its tooltip", async () => {
    const { page } = await visit(browser, site, "near-clones/leaderboard.html");
    const plot = page.locator("#leaderboard .figure-plot");
    await plot.focus();
    await page.keyboard.press("ArrowDown");
    const live = page.locator("#leaderboard [aria-live]");
    const first = await live.textContent();
    const best = standing(board, systems, datasets[0]!.dataset, "exec", 1)[0]!;
    expect(first).toContain(rate(best.value));
    await expect
      .poll(() => plot.locator('[aria-label="tip"] text, [aria-label="tip"] tspan').count())
      .toBeGreaterThan(0);
    await page.keyboard.press("ArrowDown");
    expect(await live.textContent()).not.toBe(first);
    await page.context().close();
  });

  it("every figure says in words what it shows", async () => {
    const { page } = await visit(browser, site, "near-clones/density.html");
    for (const figure of await page.locator("figure.figure").all()) {
      const id = await figure.getAttribute("aria-describedby");
      expect((await page.locator(`[id="${id}"]`).textContent())!.length).toBeGreaterThan(40);
    }
    await page.context().close();
  });
});

describe("the explorer", () => {
  it("searches, opens a question, keeps it in the link, and shows its ten results", async () => {
    const dataset = datasets[0]!.dataset;
    const perQuery = await builtRows<PerQueryRow>(folder, `near-clones/per-query-${dataset}`);
    const wanted = perQuery.at(-1)!.query;
    const { page, complaints } = await visit(browser, site, "near-clones/explorer.html");
    await page.getByRole("searchbox", { name: "Search questions" }).fill(wanted.split("/")[1]!);
    await page.locator(".questions button", { hasText: wanted }).first().click();
    await expect.poll(() => new URL(page.url()).searchParams.get("query")).toBe(wanted);
    await expect.poll(() => page.locator(".question-view").innerText()).toContain(wanted);
    await expect.poll(() => page.locator(".card-result").count()).toBe(10);
    await page.reload();
    await settled(page);
    await expect.poll(() => page.locator(".question-view").innerText()).toContain(wanted);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("shows the edit and a test that tells it apart where the text is at hand", async () => {
    const withText = datasets.find(({ has_text }) => has_text);
    if (!withText) return;
    const { page } = await visit(
      browser,
      site,
      `near-clones/explorer.html?dataset=${withText.dataset}&show=missed`,
    );
    const edited = page.locator(".card-result", { has: page.locator(".diff") }).first();
    await expect.poll(() => edited.locator(".diff .removed, .diff .added").count()).toBeGreaterThan(0);
    const signs = await edited.locator(".diff .sign").allTextContents();
    expect(signs.some((sign) => sign === "−" || sign === "+")).toBe(true);
    await page.context().close();
  });

  it("marks an edit that the system stopped reading before", async () => {
    const rankings = readdirSync(join(folder, "_file", "data", "explorer")).flatMap((file) =>
      file.startsWith("rankings-") ? [`explorer/${file.split(".")[0]!}`] : [],
    );
    const rows = (await Promise.all(rankings.map((id) => builtRows<ExplorerRankingRow>(folder, id)))).flat();
    expect(rows.filter((row) => row.unseen).every(({ kind }) => kind === "distractor")).toBe(true);
    const unseen = rows.filter((row) => row.unseen && row.snippet_query === row.query);
    const { dataset, system, query } = unseen[0]!;
    const ofQuery = unseen.filter((row) => row.system === system && row.query === query);
    const link = `near-clones/explorer.html?dataset=${dataset}&system=${system}&query=${encodeURIComponent(query)}`;
    const { page } = await visit(browser, site, link);
    await expect
      .poll(() => page.locator(".card-result", { hasText: "edit not read" }).count())
      .toBe(ofQuery.length);
    await page.context().close();
  });

  it("says the import command where a dataset's text is absent, and still ranks", async () => {
    const absent = datasets.find(({ has_text }) => !has_text);
    if (!absent) return;
    const { page, complaints } = await visit(
      browser,
      site,
      `near-clones/explorer.html?dataset=${absent.dataset}`,
    );
    expect(await page.locator(".empty-state").first().innerText()).toContain(absent.import_command);
    await expect.poll(() => page.locator(".card-result").count()).toBe(10);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("finding one's way", () => {
  it("the menu opens on a small screen by keyboard, and Escape closes it", async () => {
    const { page } = await visit(browser, site, "index.html", { width: 360, height: 740 });
    await page.locator("#menu-button").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("#observablehq-sidebar").isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.closest("#observablehq-sidebar") !== null)).toBe(
      true,
    );
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("#observablehq-sidebar-toggle:checked").count()).toBe(0);
    await page.context().close();
  });

  it("search finds a page by a word in it, without leaving the origin", async () => {
    const { page, requests } = await visit(browser, site, "index.html");
    await page.getByRole("searchbox", { name: "Search all pages" }).fill("deception");
    await expect.poll(() => page.locator("#observablehq-search-results a").count()).toBeGreaterThan(0);
    expect(requests.filter((url) => !url.startsWith(site.root))).toEqual([]);
    await page.context().close();
  });

  it("every link between pages leads to a page that was built", async () => {
    const { page } = await visit(browser, site, "index.html");
    const seen = new Set<string>();
    const queue = [new URL("index.html", site.root).href];
    while (queue.length > 0) {
      const url = queue.shift()!;
      if (seen.has(url)) continue;
      seen.add(url);
      const response = await page.request.get(url);
      expect(response.status(), url).toBe(200);
      if (!(response.headers()["content-type"] ?? "").includes("html")) continue;
      for (const [, href = ""] of (await response.text()).matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)) {
        const target = new URL(href.replaceAll("&amp;", "&"), url);
        target.hash = "";
        if (target.href.startsWith(site.root)) queue.push(target.href);
      }
    }
    expect(seen.size).toBeGreaterThan(3);
    await page.context().close();
  });
});
