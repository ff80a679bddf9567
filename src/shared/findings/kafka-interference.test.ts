import { describe, expect, it } from "vitest";
import type { GoldFileRow } from "../gold-rows.ts";
import type { KafkaInterferenceRow, KafkaLabelledRankRow } from "../kafka-rows.ts";
import {
  displacedLists,
  interferenceFinding,
  kindsSentence,
  mostDisplaced,
  orderedKinds,
  questionSentence,
  rankedFiles,
} from "./kafka-interference.ts";

const row = (group: string, kind: string, value: number, more: Partial<KafkaInterferenceRow> = {}) =>
  ({ system: "A", mode: "vector", group, kind, k: 10, value, low: value - 0.05, high: value + 0.05, primary_lower: value / 4, n: 128, forms: 568, ...more }) as KafkaInterferenceRow; // prettier-ignore

describe("the finding on interference", () => {
  const rows = [row("any", "any", 0.4), row("strength", "strong", 0.3), row("strength", "weak", 0.1)];

  it("says how often an owner is displaced, how much of it recall counts as success, and what strength does", () => {
    expect(interferenceFinding(rows, 10)).toBe(
      "For the one system ranked, a file that merely looks like the owner stands above it in the first 10 for 40.0% of 568 phrasings of 128 questions. " +
        "In 25.0% of these cases an owner follows within the 10, so that recall@10 counts a success. " +
        "Files labeled strong do it in 30.0% of the forms that have one, weak ones in 10.0%.",
    );
  });

  it("holds without any displacement, without weak files, and without systems", () => {
    expect(interferenceFinding([row("any", "any", 0)], 10)).toMatch(
      /for 0\.0% of 568 phrasings of 128 questions\.$/,
    );
    expect(interferenceFinding(rows, 3)).toContain("No system has been ranked");
    expect(interferenceFinding([row("any", "any", 0.4, { mode: "hybrid" })], 10)).toContain("No system");
  });

  it("ranks kinds that enough questions have, and says when their order may be chance", () => {
    const kinds = [
      row("relation", "caller", 0.3),
      row("relation", "callee", 0.28),
      row("relation", "subclass", 0.9, { n: 3 }),
    ];
    expect(kindsSentence(kinds, "A")).toMatch(/^Of the two kinds .*caller .*callee .*may be chance\.$/);
    expect(kindsSentence([...kinds, row("relation", "metrics", 0.05)], "A")).toContain(
      "their intervals lie apart",
    );
    expect(kindsSentence(kinds.slice(1), "A")).toBe("");
    expect(orderedKinds([...kinds].reverse()).map(({ kind }) => kind)).toEqual([
      "caller",
      "callee",
      "subclass",
    ]);
  });
});

describe("one question, file by file", () => {
  const file = (question: string, role: string, path: string) => ({ question, role, path }) as GoldFileRow;
  const files = [
    file("q", "primary", "P"),
    file("q", "adversarial", "X"),
    file("r", "primary", "P"),
    file("r", "secondary", "S"),
    file("r", "adversarial", "X"),
  ];
  const rank = (system: string, question: string, place: number, value: number): KafkaLabelledRankRow => ({ system, mode: "vector", question, form: "human", file: place, rank: value }); // prettier-ignore
  const ranks = [
    ...[rank("A", "q", 0, 3), rank("A", "q", 1, 2), rank("B", "q", 0, 1), rank("B", "q", 1, 2)],
    ...[rank("A", "r", 0, 30), rank("A", "r", 1, 1), rank("A", "r", 2, 10)],
    ...[rank("B", "r", 0, 12.5), rank("B", "r", 1, 2), rank("B", "r", 2, 9)],
  ];
  const lists = ["A", "B"];
  const of = (question: string, form = "human") =>
    rankedFiles(files, ranks, { question, form }, ({ system }) => system);

  it("joins ranks to files by their place in the question", () => {
    expect(of("r").map(({ path, ranks: own }) => [path, own.get("B")])).toEqual([["P", 12.5], ["S", 2], ["X", 9]]); // prettier-ignore
    expect(of("r", "keyword").every(({ ranks: own }) => own.size === 0)).toBe(true);
  });

  it("is displaced by adversarial files among the first ten only", () => {
    expect(displacedLists(of("q"), lists)).toEqual(["A"]);
    expect(displacedLists(of("r"), lists)).toEqual(["A", "B"]);
    expect(questionSentence(of("r"), lists)).toContain("at rank 12.5–30 over two rankings");
    expect(questionSentence(of("q"), lists)).toMatch(/in one of them\.$/);
    expect(questionSentence(of("q", "keyword"), lists)).toContain("No ranking answers");
  });

  it("begins with the question that most lists mistake", () => {
    expect(mostDisplaced(files, ranks, "human", ({ system }) => system)).toBe("r");
    expect(mostDisplaced(files, ranks, "keyword", ({ system }) => system)).toBeUndefined();
  });
});
