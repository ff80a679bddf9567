import { describe, expect, it } from "vitest";
import { kafkaClaims } from "./claim-list.ts";
import * as measure from "./claim-measures.ts";
import { FORMS, type Form } from "./gold-schema.ts";
import { readPublishedKafka } from "./published.ts";
import type { QuestionFacts, RankedList } from "./question-facts.ts";

/** Ranks of one primary and one adversarial file. */
const facts = (primary: number, adversarial = 50): QuestionFacts => {
  const ranks = { primaries: [primary], adversarials: [adversarial] };
  return { complete: ranks, top_10_chunks: ranks, spanHits: [true], listedFiles: 7 };
};

function list(
  system: string,
  chunking: string,
  byForm: Partial<Record<Form, QuestionFacts[]>> & { human: QuestionFacts[] },
): RankedList {
  const known = FORMS.filter((form) => form !== "cross_module");
  return {
    system,
    chunking,
    mode: "vector",
    facts: new Map(known.map((form) => [form, byForm[form] ?? byForm.human])),
  };
}

const DEFAULT = "c1500-o200";
const asked = (...lists: RankedList[]): measure.Asked => ({ lists, protocol: "complete" });
const hit = facts(1);
const miss = facts(11);
const half = [hit, hit, miss, miss];

describe("claim measures", () => {
  it("take the leader by recall@10 of the human form at the default chunking", () => {
    const better = list("b", DEFAULT, { human: [hit, hit, hit, miss], ai_optimized: half });
    const elsewhere = list("c", "c500-o100", { human: [hit, hit, hit, hit] });
    const lists = asked(list("a", DEFAULT, { human: half }), better, elsewhere);
    expect(measure.leaderRecall(lists, "human").value).toBe(0.75);
    expect(measure.leaderRecall(lists, "ai_optimized").value).toBe(0.5);
    expect(measure.leaderMinusSecond(lists).value).toBe(0.25);
    expect(measure.clusterAgreement(lists).value).toBe(0.75);
  });

  it("pair forms by question, over all systems at the default chunking", () => {
    const lists = asked(
      list("a", DEFAULT, { human: [hit, hit, hit, miss], wrong_terminology: half }),
      list("b", DEFAULT, { human: half, wrong_terminology: half }),
    );
    expect(measure.formDifference(lists, "human", "wrong_terminology").value).toBeCloseTo(0.125, 12);
    const keyword = [miss, miss, hit, miss];
    const some = asked(list("a", DEFAULT, { human: half, keyword }));
    expect(measure.leaderQuorumAny(some).value).toBe(0.75);
    expect(measure.anyFormMinusHuman(some).value).toBe(0.25);
  });

  it("count displaced forms among those that recall counts as found", () => {
    const below = facts(5, 1);
    const lists = asked(list("a", DEFAULT, { human: [hit, below, facts(11, 1), miss], keyword: [hit, hit, hit, hit] })); // prettier-ignore
    expect(measure.hiddenDisplacement(lists).value).toBeCloseTo(3 / 10, 12);
    expect(measure.adversarialDifference(lists, "human", "keyword").value).toBe(0.5);
  });

  it("compare chunkings only over systems that are ranked with all of them", () => {
    const lists = asked(
      list("a", "c3000-o300", { human: half }),
      list("a", DEFAULT, { human: [hit, hit, hit, miss] }),
      list("b", DEFAULT, { human: [miss, miss, miss, miss] }),
    );
    expect(measure.chunkingDifference(lists, "c3000-o300", [DEFAULT]).value).toBe(-0.25);
    expect(measure.chunkingDifference(lists, "c3000-o300", ["c6000-o500"])).toEqual(measure.UNANSWERED);
  });

  it("find the half-width that 30 questions with a recall near 0.87 have: the published 0.10 to 0.17", () => {
    const human = Array.from({ length: 120 }, (_, i) => (i % 8 === 0 ? miss : hit));
    const width = measure.halfWidthAt(asked(list("a", DEFAULT, { human })), 30);
    expect(width.value).toBeCloseTo(1.96 * Math.sqrt((0.875 * 0.125) / 30), 1);
  });
});

describe("kafkaClaims", () => {
  const claims = kafkaClaims(readPublishedKafka());

  it("has each claim once", () => {
    expect(new Set(claims.map(({ id }) => id)).size).toBe(claims.length);
  });

  it("cannot tell where nothing is ranked", () => {
    for (const { rule, ours } of claims) expect(rule.judge(ours(asked()))).toBe("cannot_tell");
  });
});
