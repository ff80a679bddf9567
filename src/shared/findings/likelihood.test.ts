import { describe, expect, it } from "vitest";
import type { LikelihoodFirstRow, LikelihoodPairRow } from "../likelihood-rows.ts";
import {
  bugSentence,
  closeSentence,
  codeLengthSentence,
  contaminationSentence,
  groupLabel,
  likelihoodFinding,
  shorterSentence,
} from "./likelihood.ts";

const first = (
  score: string,
  value: number,
  above: number,
  more: Partial<LikelihoodFirstRow> = {},
): LikelihoodFirstRow => ({
  dataset: "d",
  score,
  value,
  low: value - 0.04,
  high: value + 0.04,
  above,
  above_low: above - 0.05,
  above_high: above + 0.05,
  chance: 0.2,
  n: 100,
  queries: 100,
  ...more,
});

const isEmbedding = (id: string): boolean => id.startsWith("e");
const say = (rows: LikelihoodFirstRow[]): string =>
  likelihoodFinding(rows, "d", isEmbedding, (id) => id.toUpperCase());

describe("the finding on likelihood", () => {
  const rows = [
    first("conditional", 0.6, 0),
    first("unconditional", 0.58, 0.02),
    first("e1", 0.25, 0.35),
    first("e2", 0.3, 0.3),
    first("other", 0.9, -0.3),
  ];

  it("compares with the best embedding model, and with nothing else", () => {
    expect(say(rows)).toMatch(/more often than the best embedding model: 60\.0% .* against 30\.0% .*\(E2\)/);
  });

  it("turns round with the interval of the difference", () => {
    const even = rows.map((row) => (row.score === "e2" ? first("e2", 0.58, 0.02) : row));
    expect(say(even)).toContain("about as often as the best embedding model");
    const worse = rows.map((row) => (row.score === "e2" ? first("e2", 0.8, -0.2) : row));
    expect(say(worse)).toContain("less often than the best embedding model");
  });

  it("says what the query adds only when its interval leaves out zero", () => {
    expect(say(rows)).toContain("The code alone, without any query, gives 58.0%");
    const added = rows.map((row) => (row.score === "unconditional" ? first("unconditional", 0.4, 0.2) : row));
    expect(say(added)).toContain("The query adds 20.0 points (+15.0 to +25.0)");
  });

  it("says that a sample is one, and that nothing was scored", () => {
    const sample = rows.map((row) => ({ ...row, n: 40 }));
    expect(say(sample)).toContain("So far 40 of 100 queries are scored, a random sample.");
    expect(say(rows)).not.toContain("So far");
    expect(say(rows.map((row) => ({ ...row, n: 29 })))).toContain(
      "scored 29 of 100 queries of this dataset: too few",
    );
    expect(say([])).toContain("No query of this dataset has been scored");
  });
});

const pair = (
  score: string,
  grouping: string,
  group: string,
  value: number,
  pairs = 100,
): LikelihoodPairRow => ({
  dataset: "d",
  score,
  grouping,
  group,
  value,
  low: pairs < 30 ? Number.NaN : value - 0.05,
  high: pairs < 30 ? Number.NaN : value + 0.05,
  pairs,
  n: 50,
  close: 4,
});

describe("the sentences on pairs", () => {
  it("name the bug types at both ends and pass over those with too few pairs", () => {
    const rows = [
      pair("conditional", "all", "all", 0.8),
      pair("all_dense", "all", "all", 0.5),
      pair("conditional", "bug_type", "off_by_one", 0.9),
      pair("conditional", "bug_type", "swap_arguments", 0.7),
      pair("conditional", "bug_type", "remove_edge_case_check", 0.1, 8),
    ];
    const text = bugSentence(rows, { dataset: "d", score: "conditional" });
    expect(text).toMatch(/sees off by one best, 90\.0% .* and swap arguments least, 70\.0%/);
    expect(text).not.toContain("edge case");
    expect(closeSentence(rows, "d")).toContain("In 4 of 100 pairs");
  });

  it("call a sum's love of short code a fact only where the rows show it", () => {
    const rows = (shorter: number) => [
      pair("conditional", "length_change", "shorter", shorter),
      pair("conditional", "length_change", "same", 0.8),
      pair("conditional", "length_change", "longer", 0.95),
      pair("conditional_mean", "length_change", "shorter", 0.7),
    ];
    expect(shorterSentence(rows(0.3), "d")).toContain("favors whatever is shorter");
    expect(shorterSentence(rows(0.9), "d")).toContain("could favor whatever is shorter");
    expect(groupLabel("edit_size", "1")).toBe("1 character");
    expect(groupLabel("code_length", "70-94")).toBe("70–94 tokens");
  });

  it("compare datasets at the length of code that both have most of", () => {
    const of = (dataset: string, rows: LikelihoodPairRow[]) => rows.map((row) => ({ ...row, dataset }));
    const rows = [
      ...of("d", [
        pair("conditional", "all", "all", 0.6),
        pair("conditional", "code_length", "64-127", 0.65, 60),
        pair("conditional", "code_length", "192-255", 0.5, 90),
      ]),
      ...of("humaneval", [
        pair("conditional", "all", "all", 0.85),
        pair("conditional", "code_length", "1-63", 0.9, 400),
        pair("conditional", "code_length", "64-127", 0.8, 50),
        pair("conditional", "code_length", "192-255", 0.8, 3),
      ]),
    ];
    const text = contaminationSentence(rows, { dataset: "d", score: "conditional" }, () => "HumanEval");
    expect(text).toMatch(/85\.0% .* on HumanEval and in 60\.0% .* here/);
    expect(text).toMatch(/64–127 tokens, it is 80\.0% .* there and 65\.0% .* here/);
    expect(codeLengthSentence(rows, { dataset: "d", score: "conditional" })).toMatch(/less sure: 50\.0%/);
  });
});
