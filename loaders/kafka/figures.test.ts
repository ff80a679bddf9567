import { describe, expect, it } from "vitest";
import type { OfStudy } from "../../src/shared/kafka-rows.ts";
import type { RankingRow } from "../code-rag/ranking-store.ts";
import { readModels } from "../embedding/models.ts";
import { encodeRows } from "../store/parquet.ts";
import { cellRows, kafkaCells } from "./figure-cells.ts";
import { chunkingDifferenceRows, chunkingDifferences } from "./figure-chunking-differences.ts";
import { publishedRows } from "./figure-chunkings.ts";
import { interferenceRows } from "./figure-interference.ts";
import { kafkaPerQuestion, questionRows } from "./figure-per-question.ts";
import { kafkaStandings, standingRows } from "./figure-standings.ts";
import { readStudy, wantedCells } from "./frozen-rankings.ts";
import { checkGold } from "./gold.ts";
import { FILE, SECOND } from "./gold-example.ts";
import { readManifest } from "./manifest.ts";
import { metricRows } from "./metric-rows.ts";
import { readPublishedKafka } from "./published.ts";
import { chunkLines, rankedLists } from "./question-facts.ts";
import { ragQuestion } from "./study.ts";

const ofStudy = <Row>(list: readonly Row[]): OfStudy<Row>[] => list.map((one) => ({ study: "s", ...one }));

// Two questions about one primary (lines 81 to 92), one secondary and two adversarial files (medium, strong).
const { questions } = checkGold([
  { file: "a", text: FILE },
  { file: "b", text: SECOND },
]);
const manifest = readManifest();
const indexOf = new Map(manifest.files.map(({ path }, index) => [path, index]));
const [primary, medium, strong] = [
  "core/src/main/java/kafka/server/ReplicationQuotaManager.java",
  "core/src/main/scala/kafka/server/ReplicaManager.scala",
  "core/src/main/scala/kafka/server/ClientQuotaManager.scala",
].map((path) => indexOf.get(path)!) as [number, number, number];
const linesOf = chunkLines([
  { file: primary, index: 0, line_from: 1, line_to: 60 },
  { file: primary, index: 1, line_from: 55, line_to: 100 },
]);

/** A ranking in which the labelled files (primary, secondary, medium, strong) stand at these ranks. */
const row = (
  question: string,
  form: string,
  labelled: number[],
  more: Partial<RankingRow> = {},
): RankingRow => ({
  mode: "vector",
  question,
  form,
  top: [primary],
  topChunks: [1],
  labelled,
  listed: [medium, primary],
  ...more,
});
const [first, second] = questions.map(({ id }) => id) as [string, string];
const rows = [
  row(first, "human", [2, 40, 1, 30]),
  row(first, "wrong_terminology", [12.5, 40, 20, 3]),
  row(first, "ai_optimized", [1, 2, 3, 4]),
  row(first, "keyword", [1, 2, 3, 4]),
  row(second, "human", [1, 40, 5, 30], { topChunks: [0] }),
  row(second, "wrong_terminology", [4, 40, 50, 60]),
  row(second, "ai_optimized", [1, 2, 3, 4]),
  row(second, "keyword", [11, 2, 30, 40], { top: [strong], listed: [strong] }),
];
const made = { recipe: "", corpus: "", questions: "" };
const lists = rankedLists({ system: "s", chunking: "c1500-o200", made, rows }, questions, linesOf, indexOf);

const metrics = metricRows(lists[0]!);
const valueOf = (form: string, metric: string, k: number, protocol = "complete"): number =>
  metrics.find(
    (one) => one.form === form && one.metric === metric && one.k === k && one.protocol === protocol,
  )!.value;

describe("metricRows", () => {
  it("gives recall, reciprocal rank and span hits of one form as means over questions", () => {
    expect([valueOf("human", "recall", 1), valueOf("human", "recall", 3)]).toEqual([0.5, 1]);
    expect(valueOf("human", "mrr", 0)).toBe(0.75);
    expect(valueOf("human", "span_hit", 3)).toBe(0.5); // the second's best chunk ends before the owner begins
  });

  it("splits displacement, and pools it over forms", () => {
    expect(valueOf("human", "displacement_primary_lower", 3)).toBe(0.5);
    expect(valueOf("wrong_terminology", "displacement_no_primary", 10)).toBe(0.5);
    expect(valueOf("all", "displacement", 10)).toBe(2 / 8);
  });

  it("compares forms by question", () => {
    expect(valueOf("all", "paraphrase_drop", 10)).toBe(0.5);
    expect([valueOf("all", "quorum_any", 10), valueOf("all", "quorum_all", 10)]).toEqual([1, 0]);
    expect(valueOf("human", "rank_gap_mean", 0)).toBe((-1 + 4) / 2);
  });

  it("says of each form what recall the human form has beyond it, at every cut-off", () => {
    const lost = (form: string) => [1, 3, 5, 10].map((k) => valueOf(form, "recall_lost", k));
    expect(lost("wrong_terminology")).toEqual([0.5, 1, 0.5, 0.5]); // human at 2 and 1, this form at 12.5 and 4
    expect(lost("ai_optimized")).toEqual([-0.5, 0, 0, 0]);
    expect(metrics.some(({ form, metric }) => form === "human" && metric === "recall_lost")).toBe(false);
  });

  it("reads the other protocol from the files of the ten best chunks", () => {
    expect(valueOf("human", "mrr", 0, "top_10_chunks")).toBe(0.5);
    expect(valueOf("keyword", "recall", 10, "top_10_chunks")).toBe(0.5);
    expect(valueOf("keyword", "displacement_no_primary", 10, "top_10_chunks")).toBe(0.5);
    const gap = metrics.find((one) => one.form === "keyword" && one.metric === "rank_gap_mean" && one.protocol === "top_10_chunks")!; // prettier-ignore
    expect([gap.value, gap.n]).toEqual([-1, 1]); // only the first question's list has both kinds of files
  });
});

describe("interferenceRows", () => {
  it("counts only files of the kind, over every form", () => {
    const at = (kind: string, k: number) =>
      interferenceRows({ questions, lists }).find((one) => one.kind === kind && one.k === k)!;
    expect([at("strong", 10).value, at("strong", 10).no_primary]).toEqual([1 / 8, 1 / 8]);
    expect([at("medium", 1).value, at("medium", 3).primary_lower]).toEqual([1 / 8, 1 / 8]);
    expect(at("medium", 1).no_primary).toBe(1 / 8); // at k = 1 the primary below it is out
    expect(interferenceRows({ questions, lists }).some(({ kind }) => kind === "weak")).toBe(false);
  });

  it("counts a form once whose files of several kinds displace, and gives gaps their interval", () => {
    const any = interferenceRows({ questions, lists }).find(({ kind, k }) => kind === "any" && k === 10)!;
    // Displaced: the first question's human form (medium at 1, primary at 2) and its wrong term (strong at 3).
    expect([any.value, any.primary_lower, any.no_primary]).toEqual([2 / 8, 1 / 8, 1 / 8]);
    // Gaps: -1, -9.5, 2, 2 and 4, 46, 2, 19.
    expect([any.rank_gap_mean, any.rank_gap_median]).toEqual([64.5 / 8, 2]);
    expect([any.rank_gap_mean_low, any.rank_gap_mean_high]).toEqual([-6.5 / 4, 71 / 4]);
  });
});

describe("what pages read", () => {
  it("has a row a ranking, with halves for ties and 0 for what is not there", () => {
    const all = questionRows({ questions, lists });
    expect(all).toHaveLength(rows.length);
    const keyword = all.find(({ question, form }) => question === second && form === "keyword")!;
    expect(keyword).toMatchObject({ first_primary: 11, first_span: 0, listed_primary: 0, listed_files: 1 });
    const wrong = all.find(({ question, form }) => question === first && form === "wrong_terminology")!;
    expect(wrong).toMatchObject({ first_primary: 12.5, first_adversarial: 3, primaries_10: 0 });
    expect(encodeRows(ofStudy(all), kafkaPerQuestion.columns).length).toBeGreaterThan(0);
  });

  it("compares systems, and names the questions that decide", () => {
    const other = rankedLists(
      { system: "t", chunking: "c1500-o200", made, rows: rows.map((one) => (one.question === second ? { ...one, labelled: [11, 1, 2, 3] } : one)) }, // prettier-ignore
      questions,
      linesOf,
      indexOf,
    );
    const standing = standingRows({ questions, lists: [...lists, ...other] });
    const [leader, next] = standing.filter(
      ({ protocol, among }) => protocol === "complete" && among === "all",
    );
    expect([leader!.system, leader!.rank, next!.rank]).toEqual(["s", 1, 2]);
    expect(next).toMatchObject({ behind: 0.5, leader_only: second, own_only: "" });
    expect(encodeRows(ofStudy(standing), kafkaStandings.columns).length).toBeGreaterThan(0);
  });
});

describe("chunkings", () => {
  const smaller = rankedLists(
    { system: "s", chunking: "c500-o100", made, rows: rows.map((one) => (one.question === first && one.form === "human" ? { ...one, labelled: [1, 2, 3, 4] } : one)) }, // prettier-ignore
    questions,
    linesOf,
    indexOf,
  );
  const differences = chunkingDifferenceRows({ lists: [...lists, ...smaller] });

  it("are compared with the default one of the same system and mode, question by question", () => {
    const at = (form: string, k: number) =>
      differences.find(
        (one) => one.form === form && one.k === k && one.metric === "recall" && one.protocol === "complete",
      )!;
    expect(at("human", 1)).toMatchObject({ chunking: "c500-o100", value: 0.5, n: 2 });
    expect(at("human", 3).value).toBe(0);
    expect(at("keyword", 1).value).toBe(0);
    expect(differences.every(({ chunking }) => chunking === "c500-o100")).toBe(true);
    expect(chunkingDifferenceRows({ lists: smaller })).toEqual([]);
    expect(encodeRows(ofStudy(differences), chunkingDifferences.columns).length).toBeGreaterThan(0);
  });

  it("stand beside what was published: by the study's own reading of a ranking, with an interval where it gave one", () => {
    const published = publishedRows(readPublishedKafka());
    expect(published.every(({ protocol, n }) => protocol === "top_10_chunks" && n === 30)).toBe(true);
    const pilot = published.filter(({ label }) => label === "nomic-embed-text");
    expect(pilot.map(({ chunking, value }) => [chunking, value])).toContainEqual(["c3000-o300", 0.533]);
    expect(pilot[0]!.low).toBeNaN();
    expect(published[0]!.low).toBeLessThan(published[0]!.value);
  });
});

describe("a partial grid", () => {
  it("says of every wanted cell whether it is ranked, missing or out of date, and truncation only where it is known", async () => {
    const cells = await readStudy(questions.map(ragQuestion), manifest);
    expect(cells).toHaveLength(wantedCells(readModels()).length);
    for (const { state, rankings } of cells) expect(rankings === undefined).toBe(state !== "ranked");
    // Frozen rankings are of the real questions, never of these two.
    expect(cells.every(({ state }) => state !== "ranked")).toBe(true);
    const shown = cellRows({ cells }, []);
    expect(shown.find(({ system }) => system === "bm25")).toMatchObject({ token_limit: 0, truncated: 0 });
    expect(shown.find(({ system }) => system !== "bm25")!.truncated).toBeNaN();
    expect(encodeRows(ofStudy(shown), kafkaCells.columns).length).toBeGreaterThan(0);
  });
});
