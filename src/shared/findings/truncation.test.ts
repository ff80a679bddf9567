import { describe, expect, it } from "vitest";
import type { DeceptionRow, ModelAuditRow, SystemRow } from "../rows.ts";
import { sameReadingSentence, seenRateSentence, unseenSentence } from "./truncation.ts";

const systems = ["a", "b"].map((id): SystemRow => ({
  system: id,
  label: id.toUpperCase(),
  class: "local_dense",
  family: id,
  dtype: "fp32",
  dimensions: 8,
  token_limit: id === "a" ? 256 : 512,
}));

const audit = (id: string, rest: Partial<ModelAuditRow> = {}): ModelAuditRow => ({
  dataset: "d",
  system: id,
  queries: 100,
  snippets: 500,
  distractors: 400,
  identical_code: 0,
  truncated_queries: 0,
  truncated_snippets: 0,
  truncated_canonicals: 0,
  edits_beyond_limit: 0,
  edits_erased: 0,
  same_vector: 0,
  deceived: 200,
  deceived_unseen: 0,
  fp16_flips: 0,
  fp16_pairs: 400,
  tied_pairs: 0,
  skipped: "",
  ...rest,
});

const cut = audit("a", {
  truncated_canonicals: 5,
  edits_beyond_limit: 10,
  deceived_unseen: 10,
  same_vector: 21,
});

describe("what models did not see", () => {
  it("names each model with unseen edits, its limit, and their part in its deceived pairs", () => {
    const text = unseenSentence([audit("b"), cut], systems);
    expect(text).toContain("for A, which reads 256 tokens, 10 of 400 (5 of 100 canonicals are cut)");
    expect(text).toContain("5.0% of the deceived pairs of A.");
    expect(text).toContain("One other model read every edit.");
    expect(unseenSentence([audit("a"), audit("b")], systems)).toContain("No near-clone differs");
  });

  it("leaves out what was not measured", () => {
    expect(unseenSentence([audit("a", { skipped: "no vectors" })], systems)).toBe("");
    expect(sameReadingSentence([audit("a", { skipped: "no vectors" })], systems)).toBe("");
  });

  it("counts erased edits and duplicates, by code and by vector", () => {
    const none = sameReadingSentence([audit("a"), audit("b")], systems);
    expect(none).toBe(
      "Where an edit was read, every model’s tokens show it. By code, no two snippets of the pool have the same code, and no two have the same vector.",
    );
    const some = sameReadingSentence([cut, audit("b", { edits_erased: 2, identical_code: 4 })], systems);
    expect(some).toContain("between no and two further near-clones");
    expect(sameReadingSentence([audit("a", { identical_code: 4 })], systems)).toContain(
      "4 snippets of the pool have the code of another",
    );
    expect(some).toContain("at most 21 of 500 share a vector with another (A)");
  });
});

describe("a rate of deception without unseen edits", () => {
  const row: DeceptionRow = {
    dataset: "d",
    system: "a",
    domain: "all",
    bug_type: "all",
    value: 0.5,
    low: 0.45,
    high: 0.55,
    pairs: 400,
    n: 100,
    unseen: 10,
    value_seen: 0.487179,
  };

  it("is said where it differs, and not where every edit was read or nothing was measured", () => {
    expect(seenRateSentence(row)).toContain("In 10 of these pairs");
    expect(seenRateSentence(row)).toContain("Without them the rate is 48.7%.");
    const one = seenRateSentence({ ...row, unseen: 1 });
    expect(one).toContain("In one of these pairs");
    expect(one).toContain("Without it the rate is");
    expect(seenRateSentence({ ...row, unseen: 0 })).toBe("No edit of these pairs lies beyond what was read.");
    expect(seenRateSentence(undefined)).toBe("");
  });
});
