import { beforeAll, describe, expect, it } from "vitest";
import { generationCost } from "../../src/shared/economics.ts";
import {
  costSentence,
  economicsFinding,
  gateSentence,
  publishedPlan,
} from "../../src/shared/findings/economics.ts";
import { usd } from "../../src/shared/format.ts";
import type {
  DatasetRow,
  EconomicsGateRow,
  EconomicsPublishedRow,
  EconomicsUsageRow,
} from "../../src/shared/rows.ts";
import { builtRows } from "./built-rows.ts";
import { browser, folder, site } from "./built-site.ts";
import { visit } from "./visit.ts";

const PAGE = "near-clones/economics.html";
let published: EconomicsPublishedRow[];

beforeAll(async () => {
  published = await builtRows<EconomicsPublishedRow>(folder, "near-clones/economics-published");
});

/** Six digits, as the boxes hold their values. */
const shown = (value: number): number => Number(value.toPrecision(6));

describe("the economics page", () => {
  it("finds what the built rows say, and draws the published price hollow", async () => {
    const usage = await builtRows<EconomicsUsageRow>(folder, "near-clones/economics-usage");
    const { page, complaints } = await visit(browser, site, PAGE);
    expect(await page.locator(".finding").first().innerText()).toBe(economicsFinding(published, usage));
    const fills = await page
      .locator("#price svg .points circle, #price svg g.points circle")
      .evaluateAll((dots) => dots.map((dot) => getComputedStyle(dot).fill));
    expect(new Set(fills.slice(0, 1))).not.toEqual(new Set(fills.slice(1, 2)));
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("starts from the published plan and recomputes as a reader types, by keyboard, into the link", async () => {
    const { page, complaints } = await visit(browser, site, PAGE);
    const plan = publishedPlan(published);
    const start = {
      ...plan,
      promptTokens: shown(plan.promptTokens),
      completionTokens: shown(plan.completionTokens),
    };
    const sentence = page.locator("p[role=status]").filter({ hasText: "calls on average" });
    expect(await sentence.innerText()).toBe(costSentence(start, generationCost(start)));

    const pass = page.getByRole("spinbutton", { name: "Calls that pass" });
    await pass.fill("100");
    const share = page.getByRole("spinbutton", { name: "Calls in batches" });
    await share.fill("0");
    const sure = { ...start, passRate: 1, batchShare: 0 };
    await expect.poll(() => sentence.innerText()).toBe(costSentence(sure, generationCost(sure)));
    const price = published.find(({ quantity }) => quantity === "list_usd")!.published;
    expect(await sentence.innerText()).toContain(usd(price));
    expect(new URL(page.url()).searchParams.get("pass")).toBe("100");

    await pass.focus();
    await page.keyboard.press("ArrowDown");
    expect(new URL(page.url()).searchParams.get("pass")).toBe("99");
    await page.getByRole("button", { name: "Back to the published values" }).click();
    await expect.poll(() => sentence.innerText()).toBe(costSentence(start, generationCost(start)));
    expect(new URL(page.url()).search).toBe("");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("keeps the last good value when a box holds none, and says the bounds", async () => {
    const { page } = await visit(browser, site, `${PAGE}?pass=50`);
    const pass = page.getByRole("spinbutton", { name: "Calls that pass" });
    expect(await pass.inputValue()).toBe("50");
    const sentence = page.locator("p[role=status]").filter({ hasText: "calls on average" });
    const before = await sentence.innerText();
    await pass.fill("400");
    expect(await pass.getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator(".number-box", { has: pass }).locator("[role=status]").innerText()).toBe(
      "1 to 100",
    );
    expect(await sentence.innerText()).toBe(before);
    await page.context().close();
  });

  it("gives every box a name, and each dataset its own shares", async () => {
    const datasets = await builtRows<DatasetRow>(folder, "near-clones/datasets");
    const gates = await builtRows<EconomicsGateRow>(folder, "near-clones/economics-gates");
    for (const { dataset } of datasets) {
      const { page } = await visit(browser, site, `${PAGE}?dataset=${dataset}`);
      const own = gates.filter((row) => row.dataset === dataset);
      expect(await page.locator("main").innerText()).toContain(gateSentence(own, published));
      for (const box of await page.locator(".calculator input").all()) {
        const labels = await box.evaluate((input: HTMLInputElement) => input.labels?.length ?? 0);
        expect(labels).toBe(1);
      }
      await page.context().close();
    }
  });
});
