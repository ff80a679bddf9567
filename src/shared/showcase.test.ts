import { describe, expect, it } from "vitest";
import type { ExplorerRankingRow, ExplorerSnippetRow } from "./rows.ts";
import { chooseShowcase, keepNearClones } from "./showcase.ts";

function ranking(query: string, order: readonly [snippet: string, of: string][]): ExplorerRankingRow[] {
  return order.map(([snippet, of], index) => ({
    dataset: "d",
    system: "s",
    query,
    rank: index + 1,
    snippet,
    similarity: 1 - index / 10,
    passes: snippet === `c-${query}`,
    snippet_query: of,
    kind: snippet.startsWith("c-") ? "canonical" : "distractor",
    bug_type: "",
    unseen: false,
  }));
}

function snippet(id: string, query: string, code: string): ExplorerSnippetRow {
  return {
    dataset: "d",
    snippet: id,
    query,
    kind: id.startsWith("c-") ? "canonical" : "distractor",
    bug_type: "",
    bug_description: "",
    code,
    failing_test: -1,
    failing_input: "",
    failing_expected: "",
    failing_got: "",
    failing_outcome: "",
  };
}

describe("the task on the home page", () => {
  const snippets = ["a", "b", "z"].flatMap((query) => [
    snippet(`c-${query}`, query, query === "z" ? "x" : `long ${query}`),
    snippet(`m-${query}`, query, "y"),
  ]);

  it("is one whose near-clone comes first, even when a solved task is shorter", () => {
    const rows = [
      ...ranking("z", [
        ["c-z", "z"],
        ["m-z", "z"],
      ]),
      ...ranking("b", [
        ["m-b", "b"],
        ["c-b", "b"],
      ]),
      ...ranking("a", [
        ["m-b", "b"],
        ["c-a", "a"],
        ["m-a", "a"],
      ]),
    ];
    expect(chooseShowcase(rows, snippets, [], "s")).toBe("b");
  });

  it("still exists when every task is solved", () => {
    const rows = ranking("z", [
      ["c-z", "z"],
      ["m-z", "z"],
    ]);
    expect(chooseShowcase(rows, snippets, [], "s")).toBe("z");
  });
});

describe("keeping d near-clones", () => {
  const rows = ranking("a", [
    ["m2", "a"],
    ["m1", "a"],
    ["c-a", "a"],
    ["m9", "b"],
  ]);

  it("keeps the first by digest, whatever their rank, and counts ranks anew", () => {
    expect(keepNearClones(rows, 1).map((row) => [row.rank, row.snippet])).toEqual([
      [1, "m1"],
      [2, "c-a"],
      [3, "m9"],
    ]);
  });

  it("never removes what belongs to another task", () => {
    expect(keepNearClones(rows, 0).map((row) => row.snippet)).toEqual(["c-a", "m9"]);
  });
});
