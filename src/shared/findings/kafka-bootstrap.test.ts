import { describe, expect, it } from "vitest";
import type { KafkaStandingRow } from "../kafka-rows.ts";
import {
  bootstrapFinding,
  byValue,
  decidingSentence,
  detectableSentence,
  idsOf,
  tiedSentence,
} from "./kafka-bootstrap.ts";

const row = (system: string, value: number, more: Partial<KafkaStandingRow> = {}): KafkaStandingRow => ({
  chunking: "c",
  protocol: "complete",
  among: "all",
  system,
  mode: "vector",
  value,
  low: value - 0.1,
  high: value + 0.1,
  n: 120,
  rank: 1,
  rank_low: 1,
  rank_high: 2,
  behind: 0,
  behind_low: 0,
  behind_high: 0,
  top_cluster: true,
  leader_only: "",
  own_only: "",
  detectable: NaN,
  ...more,
});
const name = ({ system }: { system: string }): string => system.toUpperCase();
const leader = row("a", 0.8);
const near = row("b", 0.75, { behind: 0.05, behind_low: -0.02, behind_high: 0.1, leader_only: "q1 q2", own_only: "q3", detectable: 0.07 }); // prettier-ignore
const far = row("c", 0.5, { behind: 0.3, behind_low: 0.2, behind_high: 0.4, top_cluster: false, leader_only: "q4 q5", detectable: 0.11 }); // prettier-ignore

describe("bootstrapFinding", () => {
  it("says how many cannot be told from the leader, and how many can", () => {
    expect(bootstrapFinding([leader, near, far], name)).toBe(
      "A finds a file that owns the answer among its first ten for 80.0% of 120 questions (interval 70.0–90.0%). One of the two others cannot be told from it, one is behind by more than chance.",
    );
    expect(bootstrapFinding([leader, near], name)).toMatch(/But the one other cannot be told from it\.$/);
    expect(bootstrapFinding([leader, near, near], name)).toMatch(
      /But neither of the two others can be told from it\.$/,
    );
    expect(bootstrapFinding([leader, far, far], name)).toMatch(/Both others are behind/);
  });

  it("names those that are equally good together", () => {
    expect(bootstrapFinding([leader, row("b", 0.8), far], name)).toMatch(
      /^A and B each find a file .* One of/,
    );
    expect(bootstrapFinding([leader, row("b", 0.8), row("d", 0.8), far], name)).toMatch(
      /^A and two others each/,
    );
    expect(bootstrapFinding([leader, row("b", 0.8)], name)).toContain("That is a tie: the one other cannot");
  });

  it("claims no lead where there is no other, and nothing where nothing is ranked", () => {
    expect(bootstrapFinding([leader], name)).toContain("nothing to compare it with");
    expect(bootstrapFinding([], name)).toContain("Nothing has been ranked");
  });
});

describe("sentences on the top cluster", () => {
  it("name the questions that decide by their number, and whether chance would do", () => {
    expect(decidingSentence(leader, near, name)).toBe(
      "A and B disagree on three questions of 120: two only the first solves, one only the second. The difference is 5.0 points (−2.0 to +10.0), an interval that contains 0.",
    );
    expect(decidingSentence(leader, far, name)).toContain("more than chance would give");
    expect(decidingSentence(leader, row("d", 0.8), name)).toContain("solve the same questions");
    expect(idsOf("")).toEqual([]);
  });

  it("leave out what cannot be computed", () => {
    expect(detectableSentence([leader, near, far])).toContain("7.0 to 11.0 points");
    expect(detectableSentence([leader, row("d", 0.8)])).toBe("");
    expect(tiedSentence([leader, near], name)).toBe("");
    expect(tiedSentence([leader, row("d", 0.8)], name)).toContain("A and D have the same value");
  });

  it("keep the first of equals as the leader", () => {
    expect(byValue([far, leader, row("d", 0.8)]).map(({ system }) => system)).toEqual(["a", "d", "c"]);
  });
});
