import { describe, expect, it } from "vitest";
import { MODES } from "../../loaders/code-rag/types.ts";
import { CHUNKINGS } from "../../loaders/kafka/chunkings.ts";
import { FORMS } from "../../loaders/kafka/gold-schema.ts";
import { PROTOCOLS } from "../../loaders/kafka/question-facts.ts";
import { unrankedNote } from "./kafka-grid.ts";
import { chunkingLabel, FORM_IDS, isShownMode, PROTOCOL_LABELS } from "./kafka-labels.ts";

describe("labels of the Kafka pages", () => {
  it("name every form and protocol that loaders write, in their order", () => {
    expect(FORM_IDS).toEqual(FORMS);
    expect(Object.keys(PROTOCOL_LABELS)).toEqual(PROTOCOLS);
  });

  it("name a chunking by its characters, as the study does", () => {
    expect(CHUNKINGS.map(({ id }) => chunkingLabel(id))).toEqual([
      "500/100",
      "750/100",
      "1500/200",
      "3000/300",
      "6000/500",
      "syntax 1500",
    ]);
  });

  it("keep BM25 beside whatever dense systems rank by", () => {
    const shown = (choice: "vector" | "hybrid" | "both") => MODES.filter((mode) => isShownMode(mode, choice));
    expect(shown("vector")).toEqual(["vector", "bm25"]);
    expect(shown("hybrid")).toEqual(["bm25", "hybrid"]);
    expect(shown("both")).toEqual(MODES);
  });
});

describe("the note on a partial grid", () => {
  const cell = (label: string, chunking: string, state: string) => ({
    system: label,
    label,
    chunking,
    state,
  });
  const cells = [
    cell("A", "c500-o100", "ranked"),
    cell("B", "c500-o100", "missing"),
    cell("B", "syntax-1500", "missing"),
    cell("C", "c500-o100", "out_of_date"),
  ];

  it("names what lacks by system, and the chunkings only where several are shown", () => {
    expect(unrankedNote(cells)).toBe(
      "Not ranked yet: B (500/100, syntax 1500). Ranked with other questions, texts or settings, so left out: C (500/100).",
    );
    expect(unrankedNote(cells.filter(({ chunking }) => chunking === "c500-o100"))).toBe(
      "Not ranked yet: B. Ranked with other questions, texts or settings, so left out: C.",
    );
    expect(unrankedNote(cells.slice(0, 1))).toBe("");
  });
});
