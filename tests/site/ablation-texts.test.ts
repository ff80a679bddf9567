import { beforeAll, describe, expect, it } from "vitest";
import { percent, signedPoints } from "../../src/shared/format.ts";
import type { DatasetRow } from "../../src/shared/rows.ts";
import type { VariantRow } from "../../src/shared/variant-rows.ts";
import { builtRows } from "./built-rows.ts";
import { browser, folder, site } from "./built-site.ts";
import { visit } from "./visit.ts";

let datasets: DatasetRow[];

beforeAll(async () => {
  datasets = await builtRows<DatasetRow>(folder, "near-clones/datasets");
});

describe("the pages of treated texts and prefixes", () => {
  it("say of names what the rows say, or which command measures it", async () => {
    const rows = await builtRows<VariantRow>(folder, "ablations/passage-text");
    for (const { dataset } of datasets) {
      const own = rows.filter((row) => row.dataset === dataset);
      const system = own.find((row) => row.system === "all_families")?.system ?? own[0]?.system;
      const found = own.find(
        (row) => row.system === system && row.variant === "neutral-names" && row.measure === "exec10",
      );
      const { page } = await visit(browser, site, `ablations/passage-text.html?dataset=${dataset}`);
      const text = await page.locator(".finding").innerText();
      expect(text).toContain(found ? percent(found.value) : `--dataset ${dataset}`);
      await page.context().close();
    }
  });

  it("a link restores dataset and measure, and the figure follows", async () => {
    const rows = await builtRows<VariantRow>(folder, "ablations/prefix");
    const one = rows.find(
      (row) => row.measure === "exec10" && row.variant === "query-off" && row.system !== "all_families",
    );
    if (!one) return;
    const address = `ablations/prefix.html?dataset=${one.dataset}&measure=exec10&system=${one.system}`;
    const { page } = await visit(browser, site, address);
    expect(await page.locator("#changes h2").innerText()).toContain("top 10");
    expect(await page.locator(".controls select").inputValue()).toBe(one.system);
    expect(await page.locator("#rates svg").innerHTML()).toContain(signedPoints(one.delta));
    await page.context().close();
  });
});
