import { describe, expect, it } from "vitest";
import type { ChunkingDifferenceRow, ChunkingRow, PublishedRecallRow } from "../kafka-chunking-rows.ts";
import type { KafkaCellRow, KafkaMetricRow } from "../kafka-rows.ts";
import {
  chunkingFinding,
  countsSentence,
  protocolSentence,
  syntaxSentence,
  truncationSentence,
} from "./kafka-chunking.ts";

const at = { metric: "recall", form: "human", protocol: "complete", k: 10, mode: "bm25", n: 128 };
const metric = (system: string, chunking: string, value: number, more = {}): KafkaMetricRow => ({ ...at, system, chunking, value, low: value - 0.08, high: value + 0.08, ...more }); // prettier-ignore
const change = (system: string, chunking: string, value: number, half: number): ChunkingDifferenceRow => ({ ...at, system, chunking, value, low: value - half, high: value + half }); // prettier-ignore
const name = ({ system }: { system: string }): string => system;
const usual = "c1500-o200";

describe("the finding on chunking", () => {
  const rows = [metric("A", "c500-o100", 0.34), metric("A", usual, 0.38), metric("A", "c6000-o500", 0.41)];

  it("sets the spread over chunkings beside the interval of one value, and counts paired differences", () => {
    const differences = [change("A", "c500-o100", -0.04, 0.06), change("A", "c6000-o500", 0.03, 0.01)];
    expect(chunkingFinding(rows, differences, { usual, name })).toBe(
      "From its worst to its best way of cutting files, recall@10 of A moves by 7.0 points (500/100: 34.0%, 6000/500: 41.0%); the interval of a single value reaches 8.0 points to either side (n = 128). " +
        "Of differences to 1500/200, paired by question, one of two is more than chance would give (one better, none worse).",
    );
    expect(chunkingFinding(rows, differences.slice(0, 1), { usual, name })).toContain(
      "the only one is no more than",
    );
  });

  it("needs a system with two chunkings, and says which of several moves most", () => {
    const other = metric("B", usual, 0.9);
    expect(chunkingFinding([other], [], { usual, name })).toContain("No system has been ranked over two");
    expect(chunkingFinding([...rows, other], [], { usual, name })).toContain("recall@10 of A moves");
    const two = [...rows, other, metric("B", "c500-o100", 0.7)];
    expect(chunkingFinding(two, [], { usual, name })).toContain("moves most for B: by 20.0 points");
  });

  it("names what boundaries do only where the syntax splitter was ranked", () => {
    expect(syntaxSentence([change("A", "syntax-1500", -0.01, 0.05)], usual, name)).toContain(
      "A −1.0 points (−6.0 to +4.0)",
    );
    expect(syntaxSentence([change("A", "c500-o100", -0.01, 0.05)], usual, name)).toBe("");
  });
});

describe("what stands beside it", () => {
  it("compares protocols list by list, and says how published values were read", () => {
    const rows = [
      metric("A", usual, 0.4),
      metric("A", usual, 0.34, { protocol: "top_10_chunks" }),
      metric("B", usual, 0.5),
      metric("B", usual, 0.49, { protocol: "top_10_chunks" }),
      metric("C", usual, 0.9), // read in one way only
    ];
    const published: PublishedRecallRow = { label: "X", chunking: "", protocol: "top_10_chunks", k: 10, value: 0.9, low: 0.8, high: 1, n: 30 }; // prettier-ignore
    expect(protocolSentence(rows, [published])).toMatch(
      /by −6\.0 to −1\.0 points over two rankings\. The published values were read that way, over 30 other questions: 90\.0%/,
    );
    expect(protocolSentence(rows, [])).not.toContain("published");
    expect(protocolSentence(rows.slice(4), [])).toBe("");
  });

  it("speaks of truncation only where tokens were counted, and of chunk counts where both are known", () => {
    const cell = {
      label: "A",
      chunking: usual,
      token_limit: 256,
      truncated: 0.9,
      tokens_seen: 0.7,
    } as KafkaCellRow;
    expect(truncationSentence([cell])).toContain(
      "A, which reads 256 tokens a chunk, sees 70.0% of all tokens",
    );
    expect(truncationSentence([{ ...cell, tokens_seen: NaN }])).toContain(
      "is counted when they are embedded",
    );
    const counts = [
      { chunking: usual, chunks: 5087, published_chunks: 5463 },
      { chunking: "syntax-1500", chunks: 5920, published_chunks: 0 },
    ] as ChunkingRow[];
    expect(countsSentence(counts)).toMatch(/: 5,087 against 5,463 at 1500\/200\.$/);
  });
});
