import { describe, expect, it } from "vitest";
import type { KafkaMetricRow } from "../kafka-rows.ts";
import { lossSentence, paraphrasesFinding, quorumSentence } from "./kafka-paraphrases.ts";

const setting = { chunking: "c1500-o200", protocol: "complete", k: 10 };
const row = (
  system: string,
  metric: string,
  form: string,
  [value, low, high]: [number, number, number],
  more: Partial<KafkaMetricRow> = {},
): KafkaMetricRow => ({
  system,
  mode: "vector",
  ...setting,
  metric,
  form,
  value,
  low,
  high,
  n: 128,
  ...more,
});
const of = (system: string, lost: [number, number, number], more: Partial<KafkaMetricRow> = {}) => [
  row(system, "recall", "human", [0.5, 0.4, 0.6], more),
  row(system, "recall", "ai_optimized", [0.9, 0.8, 1], more),
  row(system, "recall_lost", "wrong_terminology", lost, more),
];
const name = ({ system }: { system: string }): string => system;

describe("the finding on paraphrases", () => {
  it("tells a loss, a gain and noise apart, whatever their sign", () => {
    const rows = [
      ...of("A", [0.2, 0.1, 0.3]),
      ...of("B", [-0.1, -0.2, -0.05]),
      ...of("C", [0.01, -0.1, 0.1]),
    ];
    expect(paraphrasesFinding(rows, setting)).toBe(
      "Asked as a developer asks, three systems find the owner among the first 10 files for 50.0% of 128 questions; asked in the code’s own terms, for 90.0%. " +
        "One wrong term changes recall by −20.0 to +10.0 points: worse for one system, better for one system, within chance for one system.",
    );
  });

  it("speaks of what is ranked: one system, none, and never of one that BM25 is fused with", () => {
    const one = of("A", [0.01, -0.1, 0.1]);
    expect(paraphrasesFinding(one, setting)).toMatch(
      /the one system ranked finds.*no more than chance would give\.$/,
    );
    const fused = of("A", [0.3, 0.2, 0.4], { mode: "hybrid" });
    expect(paraphrasesFinding([...one, ...fused], setting)).toBe(paraphrasesFinding(one, setting));
    expect(paraphrasesFinding(fused, setting)).toContain("No system has been ranked");
    expect(paraphrasesFinding(one, { ...setting, k: 1 })).toContain("No system has been ranked");
  });

  it("counts the paired losses that are more than noise", () => {
    const lost = [...of("A", [0.2, 0.1, 0.3]), ...of("B", [0, -0.2, 0.05])].filter(({ metric }) => metric === "recall_lost"); // prettier-ignore
    expect(lossSentence(lost, "wrong terminology", name)).toMatch(
      /goes from A \+20\.0 points \(\+10\.0 to \+30\.0, n = 128\) to B .*Of two rankings, one loses more than chance would give, none gains, and one shows no difference\.$/,
    );
    expect(lossSentence([], "keyword", name)).toBe("");
  });

  it("sets quorums beside the human form, and says nothing where a part is missing", () => {
    const rows = [
      row("A", "quorum_any", "all", [1, 1, 1]),
      row("A", "quorum_all", "all", [0.2, 0.1, 0.3]),
      row("A", "recall", "human", [0.5, 0.4, 0.6]),
    ];
    const list = { system: "A", mode: "vector" };
    expect(quorumSentence(rows, setting, list, "A")).toMatch(
      /100\.0%.*every one of them for 20\.0%.*human form for 50\.0%/,
    );
    expect(quorumSentence(rows.slice(1), setting, list, "A")).toBe("");
  });
});
