import { describe, expect, it } from "vitest";
import type { EvolutionNeedRow, EvolutionRow } from "../kafka-evolution-rows.ts";
import {
  byKind,
  contestSentence,
  evolutionFinding,
  heldName,
  needSentence,
  optionName,
  widthSentence,
} from "./kafka-evolution.ts";

const row = (about: string, size: number, right: number, more: Partial<EvolutionRow> = {}): EvolutionRow => ({
  contest: about,
  about,
  among: about === "system" ? "all" : "",
  system: "",
  chunking: "",
  mode: "",
  protocol: "complete",
  size,
  options: 4,
  draws: 2000,
  right,
  right_again: right - 0.05,
  alone: 0.8,
  settled: right / 2,
  half_width: 0.5 / Math.sqrt(size),
  half_width_low: 0,
  half_width_high: 0.5,
  no_width: size === 3 ? 0.25 : 0,
  n: 128,
  ...more,
});
const rows = [
  row("system", 3, 0.5),
  row("system", 30, 0.7),
  row("system", 128, 1),
  row("system", 30, 0.1, { contest: "vectors", among: "vector" }),
  row("chunking", 3, 0.2),
  row("chunking", 30, 0.4),
  row("chunking", 30, 0.6, { contest: "other" }),
  row("chunking", 3, 0.2, { contest: "other" }),
];

describe("evolutionFinding", () => {
  it("averages the choices of a kind, each system counted in one of them", () => {
    expect(evolutionFinding(rows)).toBe(
      "A study with 30 of these 128 questions chooses what all of them call the best system in 70.0% of draws and the best chunking in 50.0%; a pilot with three, in 50.0% and 20.0%.",
    );
    expect(byKind(rows).find(({ about, size }) => about === "chunking" && size === 30)).toMatchObject({
      least: 0.4,
      most: 0.6,
      contests: 2,
    });
  });

  it("says that there is nothing to choose where nothing is", () => {
    expect(evolutionFinding([])).toContain("nothing to choose between yet");
  });

  it("speaks of a set smaller than the study's by the largest draw below it", () => {
    const few = [row("mode", 3, 0.5, { n: 12 }), row("mode", 10, 0.8, { n: 12 }), row("mode", 12, 1, { n: 12 })]; // prettier-ignore
    expect(evolutionFinding(few)).toMatch(/^A study with 10 of these 12 questions/);
  });
});

describe("sentences on one choice", () => {
  const name = ({ system, mode }: { system: string; mode: string }): string => `${system}/${mode}`;

  it("set the share beside what a lot would give, ties for the best counted", () => {
    const two = contestSentence(row("system", 30, 0.7), ["A", "B"]);
    expect(two).toContain("one of the two best (A and B) is chosen in 70.0% of draws");
    expect(two).toContain("against 50.0% by lot");
    expect(contestSentence(row("system", 128, 1), ["A"])).toContain("by definition");
  });

  it("say how wide an interval is, and where it only seems to have no width", () => {
    const text = widthSentence(rows.slice(0, 3));
    expect(text).toMatch(/±28\.9 points with 3, ±9\.1 points with 30 and ±4\.4 points with 128 questions/);
    expect(text).toContain("In 25.0% of draws of 3");
    expect(widthSentence(rows.slice(0, 1))).toBe("");
  });

  it("name only what varies, and what is held", () => {
    const option = { system: "a", chunking: "c500-o100", mode: "hybrid" };
    expect(["system", "chunking", "mode"].map((about) => optionName(about, option, name))).toEqual([
      "a/hybrid",
      "500/100",
      "vectors and BM25",
    ]);
    const key = { contest: "x", about: "mode", among: "", ...option };
    expect(heldName(key, name)).toBe("a/vector, chunks 500/100");
  });
});

describe("needSentence", () => {
  const need = (delta: number, questions: number): EvolutionNeedRow => ({
    contest: "x",
    protocol: "complete",
    system: "b",
    chunking: "c",
    mode: "vector",
    behind: 0.02,
    behind_low: -0.01,
    behind_high: 0.05,
    discordant: 0.08,
    discordant_low: 0.04,
    discordant_high: 0.12,
    n: 128,
    delta,
    questions,
    questions_low: delta > 0.04 ? NaN : questions / 2,
    questions_high: questions * 2,
  });

  it("says what a claim takes, and which cannot be", () => {
    const text = needSentence([need(0.03, 700), need(0.05, 250), need(0.1, NaN)], "A", "B");
    expect(text).toContain(
      "+3 points takes 700 (350 to 1,400), +5 points takes 250 and +10 points cannot be",
    );
    expect(needSentence([{ ...need(0.03, NaN), discordant: 0 }], "A", "B")).toContain("solve the same");
    expect(needSentence([], "A", "B")).toBe("");
  });
});
