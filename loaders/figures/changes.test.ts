import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changesFinding, movedHeadline, sameRowsNote } from "../../src/shared/findings/changes.ts";
import { systems } from "../analyses/systems.ts";
import { beginBuild, type BuildRecord, finishBuild, readBuilds } from "./build-record.ts";
import { changesBetween, changesFile } from "./changes.ts";
import type { Figure } from "./figure.ts";
import { type FigureDigests, type Headline, takeSnapshot } from "./snapshot.ts";

const FIGURE = systems as unknown as Figure;
const LINE: FigureDigests = {
  figure: FIGURE.id,
  rows: 9,
  exact: "a".repeat(32),
  close: "b".repeat(32),
  inputs: "c".repeat(16),
  code: "d".repeat(16),
};
const HEADLINE: Headline = {
  dataset: "near-miss",
  system: "bm25",
  metric: "exec@1",
  value: 0.25,
  low: 0.2,
  high: 0.3,
  n: 100,
};
const NOW = takeSnapshot([FIGURE], [LINE], [HEADLINE]);
const record = (built: string, change: Partial<typeof NOW> = {}): BuildRecord => ({
  built: `2026-11-30T${built}:00.000Z`,
  snapshot: { ...NOW, ...change },
});
const file = (before: BuildRecord | null, now: BuildRecord | null) =>
  changesFile({ before, now }, NOW, [FIGURE], "present");

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "builds-test-"))));
afterEach(() => rmSync(folder, { recursive: true }));

describe("records of builds", () => {
  it("have none before the first, then the last that ended well, however often the next one fails", () => {
    beginBuild(record("10:00"), folder);
    expect(readBuilds(folder)).toEqual({ before: null, now: record("10:00") });
    finishBuild(folder);
    beginBuild(record("11:00"), folder);
    beginBuild(record("12:00"), folder);
    expect(readBuilds(folder)).toEqual({ before: record("10:00"), now: record("12:00") });
    finishBuild(folder);
    beginBuild(record("13:00"), folder);
    expect(readBuilds(folder).before).toEqual(record("12:00"));
  });
});

describe("what changed", () => {
  it("is nothing to tell at the first build, and that is said", () => {
    const [last, committed] = file(null, record("10:00")).comparisons;
    expect(changesFinding(last!)).toBe(
      "There is nothing to compare with: this is the first build on the machine that made it.",
    );
    expect(changesFinding(committed!)).toBe(
      "Against the committed digests, none of 1 figure have other rows. All 1 headline numbers are the same.",
    );
  });

  it("names the figure, the input that changed and the headline number that moved", () => {
    const old = record("10:00", {
      figures: [{ ...LINE, exact: "0".repeat(32), close: "0".repeat(32), inputs: "0".repeat(16), rows: 8 }],
      headline: [{ ...HEADLINE, value: 0.2 }],
      inputs: { ...NOW.inputs, "data/models.yaml": "0".repeat(16) },
    });
    const [last] = file(old, record("11:00")).comparisons;
    expect(last!.changes!.figures).toMatchObject([
      {
        figure: FIGURE.id,
        kind: "changed",
        rows_before: 8,
        rows_now: 9,
        causes: ["input: data/models.yaml changed"],
      },
    ]);
    expect(changesFinding(last!)).toBe(
      "Against the build before of 2026-11-30 10:00 UTC, one of 1 figure has other rows. One of 1 headline numbers moved, the largest by +5.0 points (exec@1 of bm25 on near-miss).",
    );
  });

  it("tells a last bit, a new and a gone figure apart, and counts equal rows from other inputs", () => {
    const between = (lines: FigureDigests[]) =>
      changesBetween({ ...NOW, figures: lines }, NOW, [FIGURE], "present");
    expect(between([{ ...LINE, exact: "0".repeat(32) }]).figures).toMatchObject([{ kind: "close" }]);
    expect(between([]).figures).toMatchObject([{ kind: "added" }]);
    const gone = between([LINE, { ...LINE, figure: "near-clones/no-more" }]);
    expect(gone.figures).toMatchObject([{ figure: "near-clones/no-more", kind: "removed" }]);
    const other = between([{ ...LINE, inputs: "0".repeat(16) }]);
    expect(other).toMatchObject({ figures: [], same: 1, same_from_other: 1 });
    expect(sameRowsNote({ ...other, inputs: ["data/models.yaml changed"] })).toMatch(
      /^One of the inputs and none/,
    );
  });

  it("puts the largest move first, and numbers of one side last", () => {
    const rows = [0.01, null, -0.2].map((step, index) => ({
      dataset: "d",
      system: `s${index}`,
      metric: "exec@1",
      before: 0.5,
      low_before: 0.4,
      high_before: 0.6,
      now: step === null ? null : 0.5 + step,
      low_now: 0.4,
      high_now: 0.6,
      n_before: 10,
      n_now: 10,
    }));
    const changes = { ...changesBetween(NOW, NOW, [FIGURE], "present"), headline: rows };
    expect(movedHeadline(changes).map(({ system }) => system)).toEqual(["s2", "s0", "s1"]);
  });
});
