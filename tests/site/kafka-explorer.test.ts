import { beforeAll, describe, expect, it } from "vitest";
import { SHARDS } from "../../loaders/kafka/explorer-shards.ts";
import { unpackRanks, unpackTop } from "../../src/shared/kafka-explorer-pack.ts";
import type { KafkaFileRow, KafkaIndexRow, KafkaTextRow, KafkaTopRow } from "../../src/shared/kafka-explorer-rows.ts"; // prettier-ignore
import { listId } from "../../src/shared/kafka-lists.ts";
import type { OfStudy } from "../../src/shared/kafka-rows.ts";
import { builtRows } from "./built-rows.ts";
import { browser, folder, site } from "./built-site.ts";
import { ofStudy, study } from "./kafka-study.ts";
import { settled } from "./settled.ts";
import { visit } from "./visit.ts";

let index: OfStudy<KafkaIndexRow>[];

beforeAll(async () => {
  index = await ofStudy<KafkaIndexRow>("kafka-explorer/index");
});

describe("Kafka explorer", () => {
  it("opens a question of the last shard with every form, its first ten files and their lines", async () => {
    const { question } = index.at(-1)!;
    const [tops, texts, files] = await Promise.all([
      builtRows<OfStudy<KafkaTopRow>>(folder, `kafka-explorer/top-${SHARDS}`),
      builtRows<OfStudy<KafkaTextRow>>(folder, `kafka-explorer/texts-${SHARDS}`),
      builtRows<OfStudy<KafkaFileRow>>(folder, "kafka-explorer/files"),
    ]);
    const row = tops.filter((one) => one.question === question && one.form === "keyword").at(-1)!;
    const search = new URLSearchParams({ question, list: listId(row), form: "keyword" });
    const { page, complaints } = await visit(browser, site, `kafka/explorer.html?${search}`);
    const view = page.locator(".kafka-question");
    for (const { text } of texts.filter((one) => one.question === question))
      expect(await view.innerText()).toContain(text);
    const sections = view.locator(".form-section");
    expect(await sections.count()).toBe(texts.filter((one) => one.question === question).length);
    const keyword = sections.filter({ has: page.getByRole("heading", { name: "keyword", exact: true }) });
    const links = await keyword.locator(".top-ten a").evaluateAll((all) => all.map((link) => link.getAttribute("href"))); // prettier-ignore
    expect(links).toEqual(
      unpackTop(row.top).map(({ file, from, to }) => {
        const { path } = files.find((one) => one.study === study.study && one.file === file)!;
        return `${study.link}${path}${from > 0 ? `#L${from}-L${to}` : ""}`;
      }),
    );
    const cells = await view.locator(".rank-table").last().locator("tbody tr").filter({ hasText: "keyword" }).locator("td").allInnerTexts(); // prettier-ignore
    expect(cells.map(Number)).toEqual(unpackRanks(row.labelled));
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("chooses another question by keyboard, keeps it in the link, and leads to its gold question and back", async () => {
    const { page, complaints } = await visit(browser, site, "kafka/explorer.html");
    const second = page.locator(".questions button").nth(1);
    await second.focus();
    await page.keyboard.press("Enter");
    const id = index[1]!.question;
    await expect.poll(() => page.locator(".kafka-question .figure-note code").first().innerText()).toBe(id);
    expect(new URL(page.url()).searchParams.get("question")).toBe(id);
    await page.locator(".kafka-question .figure-note a").first().click();
    await page.waitForURL(/gold/);
    await settled(page);
    expect(await page.locator(".gold-view .figure-note code").innerText()).toBe(id);
    await page.locator(".gold-view .figure-note a").click();
    await page.waitForURL(/explorer/);
    await settled(page);
    expect(await page.locator(".kafka-question .figure-note code").first().innerText()).toBe(id);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("fetches the other chunkings only when one is chosen", async () => {
    const more = await builtRows<OfStudy<KafkaTopRow>>(folder, "kafka-explorer/more-1");
    const { page, requests } = await visit(browser, site, "kafka/explorer.html");
    expect(requests.filter((url) => url.includes("/more-"))).toEqual([]);
    const other = more.find((row) => row.study === study.study)?.chunking;
    if (other !== undefined) {
      await page.getByLabel("Chunking, characters/overlap").selectOption(other);
      await expect.poll(() => requests.filter((url) => url.includes("/more-1.")).length).toBe(1);
      await expect.poll(() => page.locator(".top-ten").count()).toBeGreaterThan(0);
    }
    await page.context().close();
  });
});
