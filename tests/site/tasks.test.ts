import { beforeAll, describe, expect, it } from "vitest";
import { functionNameOf } from "../../src/shared/explorer-index.ts";
import type {
  ExplorerIndexRow,
  ExplorerMutantRow,
  ExplorerQuestionRow,
  ExplorerSnippetRow,
} from "../../src/shared/rows.ts";
import { builtRows } from "./built-rows.ts";
import { browser, folder, site } from "./built-site.ts";
import { visit } from "./visit.ts";

/** What a reader of the tasks does: searches, filters, sorts, opens one, and shares the link. */
const PAGE = "method/tasks.html";
let index: ExplorerIndexRow[];

beforeAll(async () => {
  index = await builtRows<ExplorerIndexRow>(folder, "explorer/index-near-miss");
});

describe("the page of all tasks", () => {
  it("opens a task from the keyboard with its near-clones, its mutants and a link that restores it", async () => {
    const task = index[3]!;
    const { page, complaints } = await visit(browser, site, PAGE);
    await page.locator(`[data-task="${task.query}"]`).focus();
    await page.keyboard.press("Enter");
    const view = page.locator(".task-view");
    await view.waitFor();
    expect(new URL(page.url()).searchParams.get("task")).toBe(task.query);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("task-heading");
    const snippets = await builtRows<ExplorerSnippetRow>(folder, `explorer/snippets-${task.shard}`);
    const own = snippets.filter((row) => row.query === task.query && row.kind === "distractor");
    expect(await view.locator(".card-result").count()).toBe(own.length);
    expect(await view.locator(".failing-test").first().innerText()).toContain("Expected");
    const mutants = await builtRows<ExplorerMutantRow>(folder, `explorer/mutants-${task.shard}`);
    const made = mutants.filter((row) => row.query === task.query).length;
    expect(made).toBe(task.mutants);
    expect(await view.innerText()).toContain(`${made} single-edit mutants`);
    expect(complaints).toEqual([]);
    await page.reload();
    await view.waitFor();
    expect(await view.locator("h2").innerText()).toBe(functionNameOf(task));
    await page.context().close();
  });

  it("searches whole questions, of which it shows the beginning", async () => {
    const questions = await builtRows<ExplorerQuestionRow>(folder, "explorer/questions-near-miss");
    const { query, text } = questions.at(-1)!;
    const words = text.split(/\s+/).slice(-6).join(" ");
    const { page } = await visit(browser, site, PAGE);
    const search = page.locator(".task-table input[type=search]");
    await search.fill(words);
    await expect
      .poll(() =>
        page
          .locator(".task-table [data-task]")
          .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["task"])),
      )
      .toContain(query);
    await page.context().close();
  });

  it("filters by domain and kind of bug from the link, and sorts by a column", async () => {
    const domain = index.at(-1)!.domain;
    const { page } = await visit(browser, site, `${PAGE}?domain=${domain}&bug=swap_arguments`);
    await page.getByRole("columnheader", { name: "Mutants" }).getByRole("button").click();
    const wanted = index.filter((row) => row.domain === domain && (row.bug_types & (1 << 4)) !== 0);
    const most = Math.max(...wanted.map((row) => row.mutants));
    expect(await page.locator(".task-table [role=status]").innerText()).toContain(`of ${wanted.length}`);
    expect(await page.locator(".task-table tbody tr").first().innerText()).toContain(String(most));
    await page.context().close();
  });
});
