import { beforeAll, describe, expect, it } from "vitest";
import { atSetting, chunkingFinding } from "../../src/shared/findings/kafka-chunking.ts";
import {
  interferenceFinding,
  mostDisplaced,
  orderedKinds,
} from "../../src/shared/findings/kafka-interference.ts";
import { metricAt, paraphrasesFinding } from "../../src/shared/findings/kafka-paraphrases.ts";
import { rate } from "../../src/shared/format.ts";
import type { GoldFileRow, GoldQuestionRow } from "../../src/shared/gold-rows.ts";
import type { ChunkingDifferenceRow, PublishedRecallRow } from "../../src/shared/kafka-chunking-rows.ts";
import { chunkingsOf, unranked } from "../../src/shared/kafka-grid.ts";
import { chunkingLabel, isShownMode } from "../../src/shared/kafka-labels.ts";
import { listId, listNamer } from "../../src/shared/kafka-lists.ts";
import type {
  KafkaCellRow,
  KafkaInterferenceRow,
  KafkaLabelledRankRow,
  KafkaMetricRow,
} from "../../src/shared/kafka-rows.ts";
import { browser, site } from "./built-site.ts";
import { ofStudy, study } from "./kafka-study.ts";
import { visit } from "./visit.ts";

let cells: KafkaCellRow[];
let metrics: KafkaMetricRow[];

beforeAll(async () => {
  cells = await ofStudy<KafkaCellRow>("kafka/cells");
  metrics = await ofStudy<KafkaMetricRow>("kafka/metrics");
});

/** Texts that a chart prints. */
const printed = (figure: string): string => `#${figure} svg [aria-label="text"] text`;

describe("paraphrases", () => {
  it("says what the rows say, and draws only what is ranked at a link's setting, naming what is not", async () => {
    const chunking = chunkingsOf(cells)[0]!;
    const { page, complaints } = await visit(
      browser,
      site,
      `kafka/paraphrases.html?k=3&mode=hybrid&chunking=${chunking}&protocol=top_10_chunks`,
    );
    const usual = { chunking: study.default_chunking, protocol: "complete", k: 10 };
    expect(await page.locator(".finding").innerText()).toBe(paraphrasesFinding(metrics, usual));
    const setting = { chunking, protocol: "top_10_chunks", k: 3 };
    const human = metricAt(metrics, setting, "recall", "human").filter((row) => isShownMode(row.mode, "hybrid")); // prettier-ignore
    const drawn = await page.locator(printed("forms")).allTextContents();
    for (const { value } of human) expect(drawn).toContain(rate(value));
    const shown = await page.locator("#forms svg .points *").count();
    expect(shown).toBe(
      metrics.filter(
        (row) =>
          row.metric === "recall" &&
          row.k === 3 &&
          row.chunking === chunking &&
          row.protocol === "top_10_chunks" &&
          isShownMode(row.mode, "hybrid"),
      ).length,
    );
    const notes = (await page.locator(".figure-note").allInnerTexts()).join(" ");
    for (const { label } of unranked(cells.filter((cell) => cell.chunking === chunking)))
      expect(notes).toContain(label);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("sets another form against the human one by keyboard, and the link keeps it", async () => {
    const { page } = await visit(browser, site, "kafka/paraphrases.html");
    await page.locator("input[type=radio][value=wrong_terminology]").focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => new URL(page.url()).searchParams.get("against")).toBe("keyword");
    await expect.poll(() => page.locator("#loss h2").innerText()).toContain("keyword form");
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("keyword");
    await page.context().close();
  });
});

describe("interference", () => {
  it("says what the rows say, and orders the kinds of the chosen grouping", async () => {
    const rows = await ofStudy<KafkaInterferenceRow>("kafka/interference");
    const last = rows.at(-1)!;
    const { page, complaints } = await visit(
      browser,
      site,
      `kafka/interference.html?by=confusion&k=5&list=${listId(last)}`,
    );
    expect(await page.locator(".finding").innerText()).toBe(interferenceFinding(rows, 10));
    const own = rows.filter((row) => listId(row) === listId(last) && row.k === 5 && row.group === "confusion"); // prettier-ignore
    const drawn = await page.locator(printed("displacement")).allTextContents();
    const kinds = orderedKinds(own).map(({ kind }) => kind.replaceAll("_", " "));
    expect(drawn.filter((text) => kinds.includes(text))).toEqual(kinds);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("fetches a question's ranks when a reader comes to them, and begins with the one that most rankings mistake", async () => {
    const [files, ranks, questions] = await Promise.all([
      ofStudy<GoldFileRow>("kafka/gold-files"),
      ofStudy<KafkaLabelledRankRow>("kafka/labelled-ranks"),
      ofStudy<GoldQuestionRow>("kafka/gold-questions"),
    ]);
    const { page, complaints, requests } = await visit(browser, site, "kafka/interference.html?form=keyword");
    expect(requests.some((url) => url.includes("labelled-ranks"))).toBe(false);
    await page.getByText("Loading…").scrollIntoViewIfNeeded();
    const text = page.locator(".question-ranks .task-text");
    await text.waitFor();
    const name = listNamer(cells);
    const id = mostDisplaced(files, ranks, "keyword", name);
    expect(await text.innerText()).toBe(questions.find(({ question }) => question === id)!.keyword);
    const own = files.filter(({ question }) => question === id);
    expect(await page.locator("#question tbody tr").count()).toBe(own.length);
    const { path, line_from, line_to } = own.find(({ role }) => role === "primary")!;
    const hrefs = await page
      .locator("#question .kafka-file a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(hrefs).toContain(`${study.link}${path}#L${line_from}-L${line_to}`);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("says so when a question lacks the form", async () => {
    const questions = await ofStudy<GoldQuestionRow>("kafka/gold-questions");
    const { question } = questions.find(({ cross_module }) => cross_module === "")!;
    const { page } = await visit(
      browser,
      site,
      `kafka/interference.html?form=cross_module&question=${question}`,
    );
    await page.getByText("Loading…").scrollIntoViewIfNeeded();
    await expect
      .poll(() => page.locator(".question-ranks").innerText())
      .toBe("This question has no cross-module form.");
    await page.context().close();
  });
});

describe("chunking", () => {
  it("says what the rows say, and leaves a dash where nothing is ranked", async () => {
    const differences = await ofStudy<ChunkingDifferenceRow>("kafka/chunking-differences");
    const { page, complaints } = await visit(browser, site, "kafka/chunking.html?k=5");
    const headline = { metric: "recall", form: "human", protocol: "complete", k: 10 };
    expect(await page.locator(".finding").innerText()).toBe(
      chunkingFinding(atSetting(metrics, headline), atSetting(differences, headline), {
        usual: study.default_chunking,
        name: listNamer(cells),
      }),
    );
    const rows = atSetting(metrics, { ...headline, k: 5 });
    const lists = new Set(rows.map(listId)).size;
    const drawn = await page.locator(printed("chunkings")).allTextContents();
    const dashes = drawn.filter((text) => text === "–").length;
    expect(dashes).toBe(lists * chunkingsOf(cells).length - rows.length);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("knows the owner's lines of the complete ranking only, and says so whatever protocol is chosen", async () => {
    const { page } = await visit(
      browser,
      site,
      "kafka/chunking.html?measure=span_hit&protocol=top_10_chunks",
    );
    expect(await page.locator("#chunkings h2").innerText()).toContain("span hit@10");
    expect(await page.locator("#chunkings header p").innerText()).toContain("complete ranking");
    await page.context().close();
  });

  it("puts published values beside ours where they were read in the same way, and nowhere else", async () => {
    const published = await ofStudy<PublishedRecallRow>("kafka/published");
    const [first] = published;
    const { page } = await visit(browser, site, "kafka/chunking.html");
    const drawn = (await page.locator(printed("protocols")).allTextContents()).filter((text) => text === first!.label); // prettier-ignore
    expect(drawn).toHaveLength(1);
    expect(await page.locator("#protocols header p").innerText()).toContain("published values");
    await page.locator(".controls input[type=radio][value='5']").first().check();
    await expect
      .poll(() => page.locator("#protocols header p").innerText())
      .not.toContain("published values");
    expect(await page.locator(printed("protocols")).allTextContents()).not.toContain(first!.label);
    await page.context().close();
  });

  it("compares one chunking or all with the usual one", async () => {
    const { page } = await visit(browser, site, "kafka/chunking.html?other=all");
    const drawn = await page.locator(printed("differences")).allTextContents();
    const differences = await ofStudy<ChunkingDifferenceRow>("kafka/chunking-differences");
    for (const chunking of new Set(differences.map((row) => row.chunking)))
      expect(drawn).toContain(chunkingLabel(chunking));
    await page.context().close();
  });
});
