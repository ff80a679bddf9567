import { describe, expect, it } from "vitest";
import type { StackedMadeRow, StackedRateRow, StackedSelectionRow } from "../rows.ts";
import {
  drawnSentence,
  gapSentence,
  madeSentence,
  poolSentence,
  powerSentence,
  selectionSentence,
  stackedFinding,
  stackedPath,
  systemsSentence,
} from "./stacked.ts";
import { ALL_FAMILIES } from "../vocabulary.ts";

/** Rates by number of bugs, each change with an interval of this half width. */
function path(values: number[], half = 0.03, rest: Partial<StackedRateRow> = {}): StackedRateRow[] {
  return values.map((value, i) => ({
    dataset: "d",
    source: "selected",
    variants: "failing",
    queries: "matched",
    system: ALL_FAMILIES,
    count: i + 1,
    value,
    low: value - 0.05,
    high: value + 0.05,
    delta: value - values[0]!,
    delta_low: value - values[0]! - half,
    delta_high: value - values[0]! + half,
    detectable: 0.043,
    gap: 0.01,
    gap_low: 0.005,
    gap_high: 0.015,
    tied: 0.01,
    scored: 10,
    n: 120,
    ...rest,
  }));
}

describe("several bugs in one snippet", () => {
  it("are said to push away, to draw nearer or neither, by the interval at the most bugs", () => {
    expect(stackedFinding(path([0.45, 0.44, 0.44, 0.44]), "d")).toMatch(
      /^More bugs in a snippet do not push it/,
    );
    expect(stackedFinding(path([0.45, 0.44, 0.44, 0.43], 0.2), "d")).toMatch(/^These questions cannot tell/);
    expect(stackedFinding(path([0.45, 0.4, 0.35, 0.3]), "d")).toMatch(/^More bugs in a snippet push it away/);
    expect(stackedFinding(path([0.45, 0.5, 0.55, 0.6]), "d")).toMatch(
      /^More bugs in a snippet draw it nearer/,
    );
    expect(stackedFinding(path([0.45, 0.38, 0.39, 0.44]), "d")).toContain("no steady difference");
    const text = stackedFinding(path([0.45, 0.44, 0.44, 0.43]), "d");
    expect(text).toContain("44.0%, 44.0% and 43.0% with two, three and four.");
    expect(text).toContain("a change of −2.0 points (−5.0 to +1.0) over 120 queries");
  });

  it("are said to do so only where both comparisons agree", () => {
    const both = (selected: number[], pool: number[]): string =>
      stackedFinding([...path(selected), ...path(pool, 0.03, { source: "pool" })], "d");
    expect(both([0.5, 0.4], [0.5, 0.4])).toMatch(/^More bugs in a snippet push it away/);
    expect(both([0.5, 0.4], [0.5, 0.5])).toMatch(/^In one of two comparisons, more bugs push/);
    expect(both([0.5, 0.5], [0.5, 0.6])).toMatch(/^In one of two comparisons, more bugs draw/);
    expect(both([0.5, 0.4], [0.5, 0.6])).toMatch(/push a snippet away in one comparison and draw it nearer/);
    expect(both([0.5, 0.5], [0.5, 0.49])).toMatch(/^More bugs in a snippet do not push it away/);
    expect(both([0.5, 0.5], [0.5, 0.49])).toContain(
      "to two of the whole valid pool, of −1.0 points (−4.0 to +2.0)",
    );
  });

  it("say that nothing was measured where nothing was", () => {
    expect(stackedFinding([], "d")).toContain("not been measured");
    expect(stackedFinding(path([0.4, 0.4], 0.03, { dataset: "other" }), "d")).toContain("not been measured");
    expect([powerSentence([]), gapSentence([]), poolSentence([], "d"), systemsSentence([])]).toEqual([
      "",
      "",
      "",
      "",
    ]);
  });

  it("name what could have been seen only for changes that were not", () => {
    const rows = stackedPath(path([0.45, 0.3, 0.44]), { dataset: "d", source: "selected" });
    expect(powerSentence(rows)).toContain(
      "With three bugs, a change has to be about 4.3 points to be seen in these 120 queries",
    );
    expect(powerSentence(path([0.45, 0.3]))).toBe("");
  });

  it("count the systems whose change is told from zero, by its sign", () => {
    const systems = [
      { label: "A", path: path([0.5, 0.3]) },
      { label: "B", path: path([0.5, 0.51]) },
      { label: "C", path: path([0.5, 0.6]) },
    ];
    expect(systemsSentence(systems)).toMatch(
      /^From one bug to two, the change runs from −20.0 points.* \(A\) to \+10.0 points.* \(C\)/,
    );
    expect(systemsSentence(systems)).toContain("for one that falls and one that rises");
    expect(systemsSentence(systems.slice(1, 2))).toContain(
      "For B, two bugs change the rate by +1.0 points (−2.0 to +4.0)",
    );
  });

  it("say of the pool whether its change is told from zero", () => {
    expect(poolSentence(path([0.5, 0.5, 0.49], 0.03, { source: "pool" }), "d")).toContain(
      "which is not told from zero",
    );
    expect(poolSentence(path([0.5, 0.5, 0.3], 0.03, { source: "pool" }), "d")).not.toContain("not told");
  });
});

describe("what is compared", () => {
  const selected = (difference: number): StackedSelectionRow => ({
    dataset: "d",
    source: "selected",
    system: ALL_FAMILIES,
    matched: 0.45 + difference,
    all: 0.45,
    difference,
    low: difference - 0.02,
    high: difference + 0.02,
    n_matched: 120,
    n_all: 160,
  });

  it("is called a selection only where its interval says so", () => {
    expect(selectionSentence([selected(0.05)], "d", "selected")).toContain("not a random part");
    expect(selectionSentence([selected(0.01)], "d", "selected")).toContain(
      "does not tell them from a random part",
    );
    expect(selectionSentence([], "d", "selected")).toBe("");
  });

  const made = (count: number, passing: number): StackedMadeRow => ({
    dataset: "d",
    source: "selected",
    count,
    composed: 100,
    passing,
    times_out: 1,
    crashes: 2,
    raises: 0,
    wrong_output: 97 - passing,
    queries: 50,
    matched: 40,
    tasks: 160,
  });

  it("names the part of a dataset that was combined, unless it was all", () => {
    const where = { dataset: "d", source: "selected" };
    expect(drawnSentence([made(1, 0)], where, 1069)).toContain("for 160 of 1,069 tasks, drawn by digest");
    expect(drawnSentence([made(1, 0)], where, 160)).toBe("");
  });

  it("leaves the single mutants out of what was composed, and says what the doubtful ones change", () => {
    const rates = [...path([0.4, 0.4, 0.3]), ...path([0.4, 0.4, 0.2], 0.03, { variants: "valid" })];
    const where = { dataset: "d", source: "selected" };
    const text = madeSentence([made(1, 0), made(2, 3), made(3, 1)], rates, where);
    expect(text).toContain("Of 200 composed snippets, 4 (2.0%) pass every test");
    expect(text).toContain("6 time out, crash on every input or only raise");
    expect(text).toContain("with three bugs is 20.0% (120 queries) instead of 30.0% (120)");
    expect(madeSentence([made(2, 0)], [], where)).toContain("none passes every test, so none is discarded");
  });
});
