import { beforeAll, describe, expect, it } from "vitest";
import { curvePaths } from "../../src/shared/findings/density-pool.ts";
import { percent } from "../../src/shared/format.ts";
import type { DensityRow, SystemRow } from "../../src/shared/rows.ts";
import { builtRows } from "./built-rows.ts";
import { browser, folder, site } from "./built-site.ts";
import { visit } from "./visit.ts";

let systems: SystemRow[];
let selected: DensityRow[];
let pool: DensityRow[];

beforeAll(async () => {
  [systems, selected, pool] = await Promise.all([
    builtRows<SystemRow>(folder, "near-clones/systems"),
    builtRows<DensityRow>(folder, "near-clones/density"),
    builtRows<DensityRow>(folder, "near-clones/density-pool"),
  ]);
});

describe("pool density", () => {
  it("changes the source by keyboard, keeps the focus, and then moves d to 16", async () => {
    const { dataset } = pool[0]!;
    const { page, complaints } = await visit(browser, site, `near-clones/density.html?dataset=${dataset}`);
    const slider = page.locator(".slider input[type=range]");
    await slider.focus();
    await page.keyboard.press("End");
    expect(new URL(page.url()).searchParams.get("d")).toBe("4");
    await page.locator("input[type=radio][value=selected]").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => new URL(page.url()).searchParams.get("source")).toBe("pool_matched");
    await expect.poll(() => page.locator("#density header p").innerText()).toContain("drawn from all");
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(
      "pool_matched",
    );
    await page.locator(".slider input[type=range]").focus();
    await page.keyboard.press("End");
    expect(new URL(page.url()).searchParams.get("d")).toBe("16");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("spans, in its sentence, the systems at the chosen d and k of the pool", async () => {
    const { dataset } = pool[0]!;
    const where = { dataset, k: 4, source: "pool_all" as const };
    const { page } = await visit(
      browser,
      site,
      `near-clones/density.html?dataset=${dataset}&source=pool_all&d=12&k=4`,
    );
    const values = curvePaths([...selected, ...pool], systems, where)
      .filter(({ standIn }) => !standIn)
      .map(({ values }) => values.find(({ d }) => d === 12)!.value);
    expect(await page.locator("main").innerText()).toContain(
      `(d = 12, k = 4), systems span ${percent(Math.min(...values))} to ${percent(Math.max(...values))}`,
    );
    await page.context().close();
  });

  it("names the command that embeds what a starred system lacks, and only then", async () => {
    for (const dataset of new Set(selected.map((row) => row.dataset))) {
      const where = { dataset, k: 1, source: "pool_all" as const };
      const lacking = curvePaths([...selected, ...pool], systems, where).filter(({ standIn }) => standIn);
      const { page } = await visit(
        browser,
        site,
        `near-clones/density.html?dataset=${dataset}&source=pool_all`,
      );
      const notes = await page.locator("#density .figure-note").allInnerTexts();
      expect(notes).toHaveLength(lacking.length > 0 ? 1 : 0);
      for (const { system } of lacking) expect(notes[0]).toMatch(new RegExp(`--pool --model .*${system}`));
      await page.context().close();
    }
  });
});
