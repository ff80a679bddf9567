import { describe, expect, it } from "vitest";
import type { DatasetRow } from "../rows.ts";
import { ownDatasetSentence } from "./own-dataset.ts";

const row = (leftOut: string, imported = true) =>
  ({
    imported,
    origin: "a folder",
    licence: "MIT",
    import_command: "npm run import:tasks -- x",
    left_out: leftOut,
  }) as DatasetRow;

describe("the sentence on somebody's own dataset", () => {
  it("adds up what was left out and keeps each reason", () => {
    expect(ownDatasetSentence(row("task: has no valid near-clone (3); row: field code (1)"))).toMatch(
      /left out 4 items, by reason: task: has no valid near-clone \(3\); row: field code \(1\)\.$/,
    );
  });

  it("says so when nothing was, and is silent on the repository's own", () => {
    expect(ownDatasetSentence(row(""))).toMatch(/left nothing out\.$/);
    expect(ownDatasetSentence(row("", false))).toBe("");
  });
});
