import { describe, expect, it } from "vitest";
import { type EquivalentRow, formatEquivalents, parseEquivalents } from "./equivalents-file.ts";

const row = (task: string, mutant: string, rest: Partial<EquivalentRow> = {}): EquivalentRow => ({
  task,
  mutant,
  canonical: "0123456789ab",
  bug_type: "off_by_one",
  description: "Line 1: `1` became `2`.",
  before: "return 1",
  after: "return 2",
  asked: 2000,
  tried: 2000,
  agreed: 2000,
  raised: 0,
  verdict: "equivalent",
  digest: "0123456789ab",
  ...rest,
});

describe("the file of equivalents", () => {
  it("is sorted by task, then mutant, comes back as it was written, and leaves out what is absent", () => {
    const rows = [row("b/f", "00000000000a"), row("a/f", "00000000000b"), row("a/f", "00000000000a")];
    const text = formatEquivalents(rows);
    expect(parseEquivalents(text)).toEqual([rows[2], rows[1], rows[0]]);
    expect(text).not.toContain("reason");
  });

  it("names line, task and field of what is malformed", () => {
    const text = formatEquivalents([row("a/f", "00000000000a")]) + '{"task":"b/f"}\nno json\n';
    expect(() => parseEquivalents(text)).toThrow(/equivalents\.jsonl:2 b\/f \[schema mutant\]/);
    expect(() => parseEquivalents(text)).toThrow(/equivalents\.jsonl:3 - \[json\]/);
  });
});
