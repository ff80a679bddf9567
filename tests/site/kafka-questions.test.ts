import { beforeAll, describe, expect, it } from "vitest";
import { VERDICT_WORDS, type Verdict } from "../../src/shared/findings/claims.ts";
import { bootstrapFinding, byValue, idsOf } from "../../src/shared/findings/kafka-bootstrap.ts";
import { kafkaClaimsFinding } from "../../src/shared/findings/kafka-claims.ts";
import { contestSentence, evolutionFinding, optionName } from "../../src/shared/findings/kafka-evolution.ts";
import { listId, listNamer } from "../../src/shared/kafka-lists.ts";
import type { EvolutionLeaderRow, EvolutionRow } from "../../src/shared/kafka-evolution-rows.ts";
import type { KafkaCellRow, KafkaClaimRow, KafkaStandingRow, OfStudy } from "../../src/shared/kafka-rows.ts";
import { browser, site } from "./built-site.ts";
import { ofStudy, study } from "./kafka-study.ts";
import { settled } from "./settled.ts";
import { visit } from "./visit.ts";

/** What a reader of the pages on numbers of questions and on claims does. Nothing here names a system. */
let cells: OfStudy<KafkaCellRow>[];

beforeAll(async () => {
  cells = await ofStudy<KafkaCellRow>("kafka/cells");
});

describe("top cluster", () => {
  it("says what the rows say, and names what is not ranked at the chunking", async () => {
    const rows = await ofStudy<KafkaStandingRow>("kafka/standings");
    const shown = byValue(
      rows.filter(
        ({ chunking, protocol, among }) =>
          chunking === study.default_chunking && protocol === "complete" && among === "all",
      ),
    );
    const { page, complaints } = await visit(browser, site, "kafka/bootstrap.html");
    expect(await page.locator(".finding").innerText()).toBe(bootstrapFinding(shown, listNamer(cells)));
    const main = await page.locator("main").innerText();
    for (const { label, state } of cells.filter(({ chunking }) => chunking === study.default_chunking))
      if (state !== "ranked") expect(main).toContain(label);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("leads from a question that decides to the loser's ranking of it", async () => {
    const rows = await ofStudy<KafkaStandingRow>("kafka/standings");
    const here = rows.filter(({ protocol, among }) => protocol === "complete" && among === "all");
    const rival = here.find(({ leader_only }) => leader_only !== "");
    if (!rival) return;
    const search = new URLSearchParams({ chunking: rival.chunking, rival: listId(rival) });
    const { page, complaints } = await visit(browser, site, `kafka/bootstrap.html?${search}`);
    const first = page.locator(".deciding section").first();
    expect(await first.locator("li").count()).toBe(idsOf(rival.leader_only).length);
    await first.locator("a").first().click();
    await page.waitForURL(/explorer/);
    await settled(page);
    const [id] = idsOf(rival.leader_only);
    expect(await page.locator(".kafka-question .figure-note code").first().innerText()).toBe(id);
    expect(new URL(page.url()).searchParams.get("list")).toBe(listId(rival));
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("evolution", () => {
  it("says what the rows say, and moves the number of questions by keyboard", async () => {
    const rows = (await ofStudy<EvolutionRow>("kafka/evolution")).filter(({ protocol }) => protocol === "complete"); // prettier-ignore
    const { page, complaints } = await visit(browser, site, "kafka/evolution.html");
    expect(await page.locator(".finding").innerText()).toBe(evolutionFinding(rows));
    const slider = page.locator(".slider input[type=range]");
    await slider.focus();
    await page.keyboard.press("Home");
    const least = Math.min(...rows.map(({ size }) => size));
    expect(new URL(page.url()).searchParams.get("n")).toBe(String(least));
    await expect
      .poll(() => page.locator("#leaders h2").innerText())
      .toBe(`Who is chosen by ${least} questions`);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("restores a choice from its link", async () => {
    const rows = await ofStudy<EvolutionRow>("kafka/evolution");
    const leaders = await ofStudy<EvolutionLeaderRow>("kafka/evolution-leaders");
    const row = rows.filter(({ about, size, n, protocol }) => about === "chunking" && size < n && protocol === "top_10_chunks").at(-1); // prettier-ignore
    if (!row) return;
    const search = new URLSearchParams({ about: row.about, "chunking-of": row.contest, n: String(row.size), protocol: row.protocol }); // prettier-ignore
    const { page } = await visit(browser, site, `kafka/evolution.html?${search}`);
    const best = leaders
      .filter((one) => one.best && one.contest === row.contest && one.protocol === row.protocol)
      .filter(({ size }) => size === row.size)
      .sort((a, b) => b.value - a.value)
      .map((one) => optionName(row.about, one, listNamer(cells)));
    expect(await page.locator("main").innerText()).toContain(contestSentence(row, best));
    await page.context().close();
  });
});

describe("claims", () => {
  it("shows every claim by both protocols, and the chosen verdicts only", async () => {
    const rows = await ofStudy<KafkaClaimRow>("kafka/claims");
    const claims = new Set(rows.map(({ claim }) => claim));
    const { page, complaints } = await visit(browser, site, "kafka/claims.html");
    expect(await page.locator(".finding").innerText()).toBe(kafkaClaimsFinding(rows, study.label));
    expect(await page.locator(".claim").count()).toBe(claims.size);
    for (const verdict of ["holds", "cannot_tell"] as Verdict[]) {
      await page.goto(`${site.root}kafka/claims.html?verdict=${verdict}&protocol=top_10_chunks`);
      await settled(page);
      const wanted = rows.filter((row) => row.protocol === "top_10_chunks" && row.verdict === verdict);
      expect(await page.locator(".claim").count()).toBe(wanted.length);
      const words = await page.locator(".claim-verdict").allInnerTexts();
      expect(new Set(words.map((word) => word.trim()))).toEqual(new Set(wanted.length > 0 ? [VERDICT_WORDS[verdict]] : [])); // prettier-ignore
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
