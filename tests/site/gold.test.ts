import { beforeAll, describe, expect, it } from "vitest";
import { goldFinding } from "../../src/shared/findings/gold.ts";
import type { GoldAgreementRow, GoldFileRow, GoldQuestionRow } from "../../src/shared/gold-rows.ts";
import { builtRows } from "./built-rows.ts";
import { browser, folder, site } from "./built-site.ts";
import { settled } from "./settled.ts";
import { visit } from "./visit.ts";

let questions: GoldQuestionRow[];
let files: GoldFileRow[];

beforeAll(async () => {
  [questions, files] = await Promise.all([
    builtRows<GoldQuestionRow>(folder, "kafka/gold-questions"),
    builtRows<GoldFileRow>(folder, "kafka/gold-files"),
  ]);
});

describe("gold questions", () => {
  it("the sentence says what the rows say, and the table lists the questions of an area", async () => {
    const [observed] = await builtRows<GoldAgreementRow>(folder, "kafka/gold-agreement");
    const { area } = questions.at(-1)!;
    const { page, complaints } = await visit(browser, site, `kafka/gold.html?area=${area}&by=confusion`);
    expect(await page.locator(".finding").innerText()).toBe(goldFinding(questions, files, observed));
    const own = questions.filter((row) => row.area === area);
    expect(await page.locator(".task-table tbody tr").count()).toBe(Math.min(own.length, 12));
    const drawn = await page.locator('#composition svg [aria-label="text"] text').allTextContents();
    expect(drawn).toContain("shared vocabulary");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("searches in every form, opens a question by keyboard with all its layers, and a reload restores it", async () => {
    const wanted = questions.at(-1)!;
    const own = files.filter(({ question }) => question === wanted.question);
    const { page, complaints } = await visit(browser, site, "kafka/gold.html");
    const search = page.locator(".task-table").getByRole("searchbox", { name: "Search rows" });
    await search.fill(wanted.keyword);
    await page.locator(`[data-question="${wanted.question}"]`).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).searchParams.get("question")).toBe(wanted.question);
    const shown = page.locator(".gold-view");
    await expect
      .poll(() => shown.locator("mark").first().innerText())
      .toMatch(new RegExp(wanted.wrong_term.slice(0, 3), "i"));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("gold-heading");
    await page.reload();
    await settled(page);
    const text = await shown.innerText();
    for (const part of [
      wanted.human,
      wanted.ai_optimized,
      wanted.reason,
      wanted.boundary,
      wanted.second_note,
    ])
      expect(text).toContain(part);
    const { path, line_from, line_to } = own.find(({ role }) => role === "primary")!;
    const links = await shown
      .locator(".kafka-file a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(links).toHaveLength(own.length);
    expect(links[0]).toBe(`https://github.com/apache/kafka/blob/4.0.0/${path}#L${line_from}-L${line_to}`);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("says so when a link names no question", async () => {
    const { page } = await visit(browser, site, "kafka/gold.html?question=nothing-like-it");
    expect(await page.locator(".empty-state").innerText()).toContain("nothing-like-it");
    await page.context().close();
  });
});
