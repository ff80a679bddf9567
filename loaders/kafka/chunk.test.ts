import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkCorpus, chunkFile } from "./chunk.ts";
import { countLines } from "./chunk-lines.ts";
import { CHUNKINGS, chunkingById } from "./chunkings.ts";
import { hasCorpus, readCorpus } from "./imported-corpus.ts";
import { IMPORT_COMMAND, readManifest } from "./manifest.ts";

const LONE_SURROGATE = /\p{Surrogate}/u;

const code = fc
  .array(
    fc.constantFrom("{", "}", "\n", "\n\n", "  x = 1;", '"', "//", "/*", "*/", "'", "😀", "word ".repeat(99)),
  )
  .map((parts) => parts.join(""));

describe.each(CHUNKINGS)("$id", (chunking) => {
  it("covers a file in order, within its size, with the text and the lines of each span", () => {
    fc.assert(
      fc.property(code, (text) => {
        const chunks = chunkFile({ path: "A.java", text }, chunking);
        let covered = 0;
        for (const { start, end, lines, text: content } of chunks) {
          expect(start).toBeLessThanOrEqual(covered);
          expect(end).toBeGreaterThan(covered);
          // One more at most, where an edge would have parted a surrogate pair.
          expect(end - start).toBeLessThanOrEqual(chunking.size + 1);
          expect(content).toBe(text.slice(start, end));
          expect(content).not.toMatch(LONE_SURROGATE);
          expect(lines).toEqual([lineOf(text, start), lineOf(text, end - 1)]);
          covered = end;
        }
        expect(covered).toBe(text.length);
      }),
      { numRuns: 60 },
    );
  });
});

/** Line of a character by its definition: line ends before it, plus one. */
const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

describe("chunkCorpus", () => {
  it("numbers chunks within their file and keeps the files' order", () => {
    const files = [
      { path: "b", text: "b".repeat(600) },
      { path: "a", text: "a" },
      { path: "empty", text: "" },
    ];
    const chunks = chunkCorpus(files, chunkingById("c500-o100"));
    expect(chunks.map(({ path, index }) => [path, index])).toEqual([
      ["b", 0],
      ["b", 1],
      ["a", 0],
    ]);
  });
});

describe.skipIf(!hasCorpus())(`over Kafka (skipped until \`${IMPORT_COMMAND}\` brings it)`, () => {
  const files = hasCorpus() ? readCorpus() : [];
  const lines = new Map(readManifest().files.map((entry) => [entry.path, entry.lines]));

  // The first and the third were counted independently, from the file sizes alone.
  it.each([
    ["c500-o100", 15_964],
    ["c750-o100", 9_954],
    ["c1500-o200", 5_087],
    ["c3000-o300", 2_607],
    ["c6000-o500", 1_493],
    ["syntax-1500", 5_920],
  ])("%s makes %i chunks, whose last reaches each file's last line", (id, expected) => {
    const chunks = chunkCorpus(files, chunkingById(id));
    expect(chunks).toHaveLength(expected);
    const last = new Map(chunks.map((chunk) => [chunk.path, chunk.lines[1]]));
    expect(last).toEqual(lines);
  });
});

describe("countLines", () => {
  it("counts as editors do: a last line end begins no further line", () => {
    expect(["", "a", "a\n", "a\nb", "\n\n"].map(countLines)).toEqual([0, 1, 1, 2, 2]);
  });
});
