import { describe, expect, it } from "vitest";
import type {
  DeceptionRow,
  EditSizeCorrelationRow,
  EditSizeRow,
  LeaderboardRow,
  PairedRow,
  PerQueryRow,
  SystemRow,
} from "../rows.ts";
import { againstCoin, coinSentence, deceptionFinding, favoriteSentence, pairSentence } from "./deception.ts";
import { editSizeFinding, simpsonSentence } from "./edit-size.ts";
import { gapFinding, gapRows } from "./gap.ts";
import { disagreements, identityFinding, identityRows } from "./identity.ts";
import { leaderboardFinding, tieOrderSentence, tieSentence } from "./leaderboard.ts";
import { missesFinding, missRows } from "./misses.ts";
import { isShown, pairedFinding } from "./paired.ts";

/** Findings must be true whatever the data say: each is asked about data that go the expected way and the other way. */
const system = (id: string, group = "local_dense"): SystemRow => ({
  system: id,
  label: id.toUpperCase(),
  class: group,
  family: id,
  dtype: "fp32",
  dimensions: 8,
  token_limit: 8,
});
const systems = [system("a"), system("b"), system("random", "baseline")];

const board = (id: string, k: number, value: number, rest: Partial<LeaderboardRow> = {}): LeaderboardRow => ({
  dataset: "d",
  system: id,
  metric: "exec",
  k,
  value,
  low: value - 0.05,
  high: value + 0.05,
  n: 100,
  rank: 1,
  rank_low: 1,
  rank_high: 2,
  tie_share: 0,
  tie_best: value,
  tie_expected: value,
  tie_worst: value,
  tie_canonicals_first: value,
  ...rest,
});

describe("the leaderboard", () => {
  const rows = [board("a", 1, 0.3), board("a", 10, 0.9), board("b", 1, 0.25), board("random", 1, 0.99)];

  it("never crowns a chance baseline, and says when the lead is open", () => {
    const text = leaderboardFinding(rows, systems, "d");
    expect(text).toContain("A, puts code that works first for only 30.0% of 100 queries");
    expect(text).toContain("90.0%");
    expect(text).toContain("either could be first");
  });

  it("says “only” of no majority, and calls a lead a lead", () => {
    const clear = [board("a", 1, 0.8, { rank_high: 1 }), board("b", 1, 0.2, { rank_low: 2 })];
    const text = leaderboardFinding(clear, systems, "d");
    expect(text).not.toContain("only");
    expect(text).toContain("Its lead is more than chance would give");
  });

  it("reports ties only where some matter", () => {
    expect(tieSentence(rows, systems, "d")).toContain("No query has equal similarities");
    const tied = [board("b", 1, 0.25, { tie_share: 0.4, tie_worst: 0.1, tie_best: 0.5 })];
    expect(tieSentence(tied, systems, "d")).toContain("between 10.0% with every tie lost and 50.0%");
  });

  it("says what an order of ties that names canonicals first would give, and when nothing", () => {
    expect(tieOrderSentence(rows, systems, "d")).toContain("would raise no system’s exec@1");
    const prone = [board("a", 1, 0.3), board("b", 1, 0.25, { tie_canonicals_first: 0.4 })];
    const text = tieOrderSentence(prone, systems, "d");
    expect(text).toContain("exec@1 of B would be 40.0% instead of 25.0%: 15.0 points for nothing.");
    expect(text).toContain("No other system would gain.");
  });
});

const deceived = (bugType: DeceptionRow["bug_type"], value: number, half = 0.03): DeceptionRow => ({
  dataset: "d",
  system: "all_dense",
  domain: "all",
  bug_type: bugType,
  value,
  low: value - half,
  high: value + half,
  pairs: 200,
  n: 100,
  unseen: 0,
  value_seen: value,
});

describe("deception", () => {
  const alike = [deceived("all", 0.45), deceived("off_by_one", 0.44), deceived("wrong_comparison", 0.46)];
  const apart = [
    deceived("all", 0.45),
    deceived("remove_edge_case_check", 0.2),
    deceived("wrong_comparison", 0.47),
  ];

  it("names a favorite only where intervals part", () => {
    expect(deceptionFinding(alike, "d")).toContain("no kind of bug stands out");
    expect(favoriteSentence(alike, "d")).toContain("no clear favorite");
    expect(deceptionFinding(apart, "d")).toContain("one of two kinds differs");
    expect(favoriteSentence(apart, "d")).toContain("remove edge case check (20.0%) deceives clearly less");
  });

  it("compares with a coin by the interval, not by the estimate", () => {
    expect(pairSentence(undefined)).toBe("No dense system has been measured on this dataset yet.");
    expect(againstCoin(deceived("all", 0.48))).toBe("no better than a coin");
    expect(againstCoin(deceived("all", 0.44))).toBe("little better than a coin");
    expect(againstCoin(deceived("all", 0.2))).toBe("better than a coin");
    expect(againstCoin(deceived("all", 0.6))).toBe("worse than a coin");
    expect(coinSentence([deceived("off_by_one", 0.49)], "it")).toContain("no kind of bug is it told apart");
    expect(coinSentence([deceived("off_by_one", 0.3)], "it")).toBe(
      "It is better than a coin on every kind of bug, with the whole interval.",
    );
  });
});

const query = (id: string, index: number, rest: Partial<PerQueryRow>): PerQueryRow => ({
  dataset: "d",
  system: id,
  query: `x/${index}`,
  domain: "x",
  first_passing_rank: 1,
  canonical_rank: 1,
  canonical_similarity: 0.5,
  best_distractor_similarity: 0.4,
  own_above: 0,
  distractors: 4,
  passing_top10: 1,
  rank1_kind: "passing",
  ...rest,
});

describe("misses and gaps", () => {
  const rows = [0, 1, 2, 3].map((index) =>
    query(
      "a",
      index,
      index < 3
        ? { rank1_kind: index < 2 ? "own_distractor" : "other_canonical", best_distractor_similarity: 0.6 }
        : {},
    ),
  );

  it("takes the share of misses over misses, not over queries", () => {
    const [row] = missRows(rows, systems);
    expect(row).toMatchObject({ misses: 3, n: 4 });
    expect(row!.own).toBeCloseTo(2 / 3, 12);
    expect(missesFinding([row!])).toContain("66.7%");
  });

  it("speaks of a system without misses", () => {
    const perfect = missRows([query("a", 0, {})], systems);
    expect(missesFinding(perfect)).toContain("for every question");
  });

  it("counts only strict losses as below zero, and leaves out queries without near-clones", () => {
    const [row] = gapRows(
      [...rows, query("a", 9, { best_distractor_similarity: 0.5 }), query("a", 10, { distractors: 0 })],
      systems,
    );
    expect(row).toMatchObject({ n: 5, below: 0.6 });
    expect(gapFinding([row!])).toContain("60.0%");
  });
});

describe("paired comparisons", () => {
  const pair = (p: number, delta: number): PairedRow => ({
    dataset: "d",
    a: "a",
    b: "b",
    metric: "exec",
    k: 1,
    both: 10,
    a_only: 5,
    b_only: 9,
    neither: 76,
    p,
    p_holm: p,
    delta,
    low: delta - 0.02,
    high: delta + 0.02,
    n: 100,
    detectable: 0.1,
  });

  it("goes by Holm for yes-or-no metrics and by the interval for others", () => {
    expect(isShown(pair(0.2, 0.5))).toBe(false);
    expect(isShown(pair(NaN, 0.5))).toBe(true);
    expect(isShown(pair(NaN, 0.01))).toBe(false);
  });

  it("names the better system of the widest difference, whatever its side", () => {
    expect(pairedFinding([pair(0.001, -0.2)], (id) => id)).toContain("b and a most (20.0 points)");
    expect(pairedFinding([pair(0.5, -0.2)], (id) => id)).toContain(
      "The one pair of retrieval systems does not differ",
    );
  });
});

describe("edit size", () => {
  const bucket = (name: string, value: number): EditSizeRow => ({
    dataset: "d",
    lines: "all",
    bug_type: "all",
    bucket: name,
    value,
    low: value - 0.03,
    high: value + 0.03,
    pairs: 50,
    n: 40,
  });
  const rho = (bugType: string, value: number, half = 0.05): EditSizeCorrelationRow => ({
    dataset: "d",
    lines: "all",
    bug_type: bugType,
    measure: "absolute",
    rho: value,
    low: value - half,
    high: value + half,
    pairs: 50,
    n: 40,
  });

  it("says “little” when the interval holds zero, and a direction when it does not", () => {
    const buckets = [bucket("1", 0.45), bucket("21+", 0.2)];
    expect(editSizeFinding(buckets, [rho("all", 0.01)], "d")).toMatch(/says little.*do not meet/);
    expect(editSizeFinding(buckets, [rho("all", -0.3)], "d")).toContain("Larger edits deceive less");
    expect(editSizeFinding(buckets, [rho("all", 0.3)], "d")).toContain("Larger edits deceive more");
  });

  it("names Simpson’s paradox only where a kind goes the other way", () => {
    expect(simpsonSentence([rho("all", -0.2), rho("off_by_one", -0.1)], "d")).not.toContain("Simpson");
    expect(simpsonSentence([rho("all", -0.2), rho("off_by_one", 0.3)], "d")).toContain(
      "one of them with an interval that excludes zero",
    );
  });
});

describe("identity and execution", () => {
  const ndcg = (id: string, k: number, value: number, rank: number): LeaderboardRow =>
    board(id, k, value, { metric: "ndcg", rank });

  it("counts pairs in strictly opposite order; a tie is no disagreement", () => {
    const rows = [
      board("a", 5, 0.9),
      board("b", 5, 0.8, { rank: 2 }),
      ndcg("a", 5, 0.5, 2),
      ndcg("b", 5, 0.6, 1),
    ];
    expect(disagreements(identityRows(rows, systems, "d", 5))).toHaveLength(1);
    const tied = [board("a", 5, 0.9), board("b", 5, 0.9), ndcg("a", 5, 0.5, 2), ndcg("b", 5, 0.6, 1)];
    expect(disagreements(identityRows(tied, systems, "d", 5))).toHaveLength(0);
  });

  it("does not claim that the two coincide at rank 1 when they do not", () => {
    const rows = [board("a", 1, 0.5), ndcg("a", 1, 0.4, 1)];
    const byCutoff = new Map([[1, identityRows(rows, systems, "d", 1)]]);
    expect(identityFinding(byCutoff)).toContain("already differ");
  });
});
