import type { Page } from "playwright-core";

/** Waits until a page has drawn: no spinner of Framework's left, every figure holds a chart, fonts are in, the network is quiet. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(
    () =>
      document.querySelectorAll("observablehq-loading").length === 0 &&
      [...document.querySelectorAll(".figure-plot")].every((plot) => plot.firstElementChild !== null),
    undefined,
    { timeout: 20_000 },
  );
  await page.evaluate(() => document.fonts.ready);
}
