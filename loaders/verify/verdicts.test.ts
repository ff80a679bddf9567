import { describe, expect, it } from "vitest";
import { systems } from "../analyses/systems.ts";
import type { Figure } from "../figures/figure.ts";
import { type FigureDigests, type Snapshot, takeSnapshot } from "../figures/snapshot.ts";
import { describeCauses, judge, orphans } from "./verdicts.ts";
import { linesOfTexts } from "./write-digests.ts";

const FIGURE = systems as unknown as Figure;
const LINE: FigureDigests = {
  figure: FIGURE.id,
  rows: 9,
  exact: "a".repeat(32),
  close: "b".repeat(32),
  inputs: "c".repeat(16),
  code: "d".repeat(16),
};
const NOW = takeSnapshot([FIGURE], [LINE], []);

const judged = (lines: FigureDigests[], text: "present" | "absent" = "present") => {
  const before: Snapshot = { ...NOW, figures: lines };
  return judge(FIGURE, LINE, text, { before, now: NOW });
};

describe("the verdict on a figure", () => {
  it("is the same, close or different by its two digests", () => {
    expect(judged([LINE]).verdict).toBe("same");
    expect(judged([{ ...LINE, exact: "0".repeat(32) }]).verdict).toBe("close");
    expect(judged([{ ...LINE, exact: "0".repeat(32), close: "0".repeat(32) }]).verdict).toBe("differs");
  });

  it("goes by the line for the text as it is here, and compares with no other", () => {
    const absent: FigureDigests = { ...LINE, text: "absent", exact: "0".repeat(32), close: "0".repeat(32) };
    const present: FigureDigests = { ...LINE, text: "present" };
    expect(judged([present, absent], "present").verdict).toBe("same");
    expect(judged([present, absent], "absent").verdict).toBe("differs");
    const alone = judged([absent], "present");
    expect(alone.verdict).toBe("other_text");
    expect(alone.note).toMatch(/text is present here.*absent/);
  });

  it("says that a new figure has no digest, that a gone one has, and leaves out what tells of the machine", () => {
    expect(judged([]).verdict).toBe("unlisted");
    expect(orphans({ ...NOW, figures: [LINE, { ...LINE, figure: "near-clones/no-more" }] })).toEqual([
      "near-clones/no-more",
    ]);
    const measured = { ...FIGURE, ofMachine: true };
    expect(judge(measured, LINE, "present", { before: NOW, now: NOW }).verdict).toBe("of_machine");
  });

  it("blames the platform only where neither input nor code differs, and an edited digest where nothing does", () => {
    const platform = ["Node.js 18.0.0 then, 20.0.0 now"];
    expect(describeCauses({ inputs: ["data/a changed"], code: [], platform })).toEqual([
      "input: data/a changed",
    ]);
    expect(describeCauses({ inputs: [], code: [], platform })).toEqual([`platform: ${platform[0]!}`]);
    expect(describeCauses({ inputs: [], code: [], platform: [] })[0]).toMatch(/the digest was edited/);
  });
});

describe("digests with and without imported text", () => {
  it("are one line where the rows are the same, else one of each", () => {
    expect(linesOfTexts(LINE, { ...LINE, inputs: "e".repeat(16) })).toEqual([LINE]);
    const both = linesOfTexts(LINE, { ...LINE, exact: "0".repeat(32) });
    expect(both.map(({ text }) => text)).toEqual(["present", "absent"]);
  });
});
