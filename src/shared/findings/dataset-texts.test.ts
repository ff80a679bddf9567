import { describe, expect, it } from "vitest";
import type { ClosePairRow, SizeRow } from "../dataset-rows.ts";
import type { MutationScoreRow } from "../rows.ts";
import {
  closenessSentence,
  mutationScoreSentence,
  overlapSentence,
  sizesSentence,
  versionSentence,
} from "./dataset-texts.ts";

const size = (measure: SizeRow["measure"], median: number, most = median): SizeRow => ({
  dataset: "d",
  measure,
  n: 10,
  least: 0,
  q1: 0,
  median,
  q3: most,
  most,
});

describe("sentences about a dataset", () => {
  it("say what cannot be counted without the text", () => {
    const rows = [size("tests", 9), size("valid_pool", 20)];
    expect(sizesSentence(rows)).toMatch(/not on this machine.*9 tests.*20 valid mutants/);
    expect(sizesSentence([...rows, size("query_words", 50), size("canonical_lines", 12)])).toMatch(
      /50 words for a function of 12 lines/,
    );
    expect(overlapSentence(rows, [])).toMatch(/not on this machine/);
    expect(overlapSentence([size("overlap_of_query", 0.2, 0.4), size("overlap_of_names", 0.5)], [])).toMatch(
      /20\.0% of the question’s content words, at most 40\.0%; .* No task is listed/,
    );
  });

  it("give the mutation score beside the raw rate, and none where survivors were not searched", () => {
    const row: MutationScoreRow = {
      dataset: "d",
      domain: "all",
      bug_type: "all",
      searched: true,
      mutants: 100,
      killed: 95,
      survivors: 5,
      equivalent: 3,
      out_of_contract: 2,
      distinguished: 0,
      undecided: 0,
      raw_rate: 0.95,
      raw_low: 0.9,
      raw_high: 0.98,
      score: 1,
      score_low: 0.96,
      score_high: 1,
    };
    const text = mutationScoreSentence(row);
    expect(text).toMatch(
      /none is left open.*kill 95 of 95: a mutation score of 100\.00%.*raw kill rate of 95\.00% \(exact 95% interval 90\.00%/,
    );
    expect(mutationScoreSentence({ ...row, searched: false, score: Number.NaN })).toMatch(
      /there is no mutation score/,
    );
    expect(mutationScoreSentence({ ...row, equivalent: 2, distinguished: 1 })).toMatch(/1 is told apart or/);
    expect(mutationScoreSentence({ ...row, survivors: 0, killed: 100 })).toMatch(/nothing survives/);
  });

  it("say how close questions are, and what lies beyond the limit", () => {
    const pair = (cosine: number, beyond: number): ClosePairRow => ({
      dataset: "d",
      kind: "query",
      rank: 1,
      cosine,
      a: "a",
      b: "b",
      text_a: "",
      text_b: "",
      limit: 0.9,
      beyond,
    });
    expect(closenessSentence([pair(0.8, 0)], "d", "D")).toMatch(
      /of 0\.800; none of them reaches .* 0\.900\.$/,
    );
    expect(closenessSentence([pair(0.95, 1), pair(0.85, 1)], "d", "D")).toMatch(
      /one pair lies beyond the limit of 0\.900, and the next has 0\.850/,
    );
    expect(closenessSentence([], "d", "D")).toMatch(/not compared/);
  });

  it("name the newest version and what it changed", () => {
    const version = { version: "1.0.0", date: "2026-01-02", tasks: 9, sha256: "", note: "", changes: "" };
    expect(versionSentence([{ ...version, added: 4, removed: 0, changed: 2 }])).toBe(
      "Version 1.0.0 of 2026-01-02 holds 9 tasks: 4 tasks added, 2 changed.",
    );
    expect(versionSentence([])).toMatch(/No version/);
  });
});
