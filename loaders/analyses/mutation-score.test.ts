import { describe, expect, it } from "vitest";
import type { EquivalentRow, Verdict } from "../mutation/equivalents-file.ts";
import type { Corpus, Snippet, SnippetKind } from "../tasks/corpus.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { mutationScores } from "./mutation-score.ts";

let made = 0;
function snippet(taskId: string, kind: SnippetKind, bugType = ""): Snippet {
  const sizes = { editCharacters: 1, editRelative: 0, editLines: 1, blockFrom: 1, blockTo: 1, editOffset: 0 };
  const id = (++made).toString(16).padStart(12, "0");
  const text = { reason: "", rule: "", description: "", code: null, codeCharacters: 1, codeLines: 1 };
  return { id, taskId, kind, bugType, outcomes: [], ...sizes, ...text };
}

/** Two tasks of two domains: 8 mutants, of which 4 survive. */
function corpus(dataset = DATASETS[0]!): Corpus {
  const task = (id: string, domain: string) => ({
    id,
    domain,
    functionName: "f",
    query: "",
    tests: [],
    testCount: 7,
  });
  return {
    dataset,
    digest: "",
    hasText: true,
    tasks: [task("a/f", "a"), task("b/f", "b")],
    snippets: [
      snippet("a/f", "canonical"),
      snippet("a/f", "distractor", "off_by_one"),
      snippet("b/f", "canonical"),
      snippet("b/f", "distractor", "wrong_operator"),
    ],
    pool: [snippet("a/f", "pool", "off_by_one")],
    rejected: [
      snippet("a/f", "killed_not_valid", "off_by_one"),
      ...["a/f", "a/f", "a/f", "b/f"].map((id) => snippet(id, "survivor", "off_by_one")),
    ],
  };
}

function rowsOf({ snippets, rejected }: Corpus, verdicts: Verdict[]): EquivalentRow[] {
  const survivors = rejected.filter(({ kind }) => kind === "survivor");
  return verdicts.map((verdict, at) => {
    const { id, taskId } = survivors[at]!;
    const canonical = snippets.find((other) => other.kind === "canonical" && other.taskId === taskId)!.id;
    const text = { description: "", before: "", after: "", digest: "" };
    const counts = { asked: 2000, tried: 2000, agreed: 2000, raised: 0 };
    return {
      task: taskId,
      mutant: id,
      canonical,
      bug_type: "off_by_one" as const,
      ...text,
      ...counts,
      verdict,
    };
  });
}

describe("mutationScores", () => {
  it("leaves equivalent and out-of-contract survivors out of the score, and counts the undecided against it", () => {
    const own = corpus();
    const rows = mutationScores(own, rowsOf(own, ["equivalent", "out_of_contract", "distinguished"]));
    const find = (domain: string, bugType: string) =>
      rows.find((row) => row.domain === domain && row.bug_type === bugType)!;
    expect(find("all", "all")).toMatchObject({ mutants: 8, killed: 4, survivors: 4, raw_rate: 0.5 });
    expect(find("all", "all")).toMatchObject({
      equivalent: 1,
      out_of_contract: 1,
      distinguished: 1,
      undecided: 1,
    });
    expect(find("all", "all").score).toBeCloseTo(4 / 6);
    expect(find("a", "all")).toMatchObject({ mutants: 6, killed: 3, undecided: 0, score: 3 / 4 });
    expect(find("b", "all")).toMatchObject({ mutants: 2, killed: 1, undecided: 1, score: 1 / 2 });
    expect(find("all", "wrong_operator")).toMatchObject({ mutants: 1, score: 1, score_high: 1 });
    expect(find("all", "wrong_operator").score_low).toBeCloseTo(0.025);
    expect(rows).toHaveLength(1 + 2 + 6);
  });

  it("counts a survivor of another canonical as undecided", () => {
    const own = corpus();
    const rows = rowsOf(own, ["equivalent"]).map((row) => ({ ...row, canonical: "ffffffffffff" }));
    expect(mutationScores(own, rows)[0]).toMatchObject({ equivalent: 0, undecided: 4 });
  });

  it("shows the raw rate alone where survivors are not searched", () => {
    const [row] = mutationScores(corpus(DATASETS[1]), null);
    expect(row).toMatchObject({
      dataset: "humaneval",
      searched: false,
      raw_rate: 0.5,
      score: NaN,
      undecided: 4,
    });
  });
});
