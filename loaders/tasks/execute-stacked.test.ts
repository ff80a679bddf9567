import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExecutionPool } from "../execution/pool.ts";
import type { Outcome } from "../execution/types.ts";
import { snippetId } from "../store/digest.ts";
import type { Corpus, Snippet, SnippetKind } from "./corpus.ts";
import { datasetById } from "./datasets.ts";
import { executeVariants, stackOutcome, variantsToEmbed } from "./execute-stacked.ts";
import type { StackedRow } from "./stacked-file.ts";

const CANONICAL = "def f(n):\n    a = n + 1\n    b = a - 1\n    return b\n";
/** Two edits that undo each other, and one that takes away what the others compute. */
const UP = CANONICAL.replace("n + 1", "n + 2");
const DOWN = CANONICAL.replace("a - 1", "a - 2");
const NOTHING = CANONICAL.replace("return b", "return b.n");
const TESTS = ["assert f(1) == 1", "assert f(2) == 2"];

function snippet(code: string, kind: SnippetKind, line: number, outcomes: Outcome[]): Snippet {
  return {
    id: snippetId(code),
    taskId: "t/f",
    kind,
    reason: "",
    bugType: "off_by_one",
    rule: "",
    description: "",
    code,
    outcomes,
    editCharacters: 1,
    editRelative: 0.1,
    editLines: 1,
    blockFrom: line,
    blockTo: line,
    editOffset: 0,
    codeCharacters: code.length,
    codeLines: 4,
  };
}

const failing: Outcome[] = ["FAIL", "FAIL"];
const corpus: Corpus = {
  dataset: datasetById("near-miss"),
  digest: "",
  hasText: true,
  tasks: [{ id: "t/f", domain: "t", functionName: "f", query: "", tests: TESTS, testCount: 2 }],
  snippets: [
    snippet(CANONICAL, "canonical", 0, ["pass", "pass"]),
    snippet(UP, "distractor", 2, failing),
    snippet(DOWN, "distractor", 3, failing),
  ],
  pool: [snippet(NOTHING, "pool", 4, failing)],
  rejected: [],
};

let pool: ExecutionPool;
let rows: StackedRow[];
beforeAll(async () => {
  pool = await ExecutionPool.open({ cacheDir: null, workers: 1 });
  rows = await executeVariants(corpus, [], { openPool: () => Promise.resolve(pool) });
});
afterAll(() => pool.close());

const outcomeOf = (...codes: string[]): string | undefined => {
  const members = codes.map(snippetId).sort().join(",");
  return rows.find((row) => row.source === "pool" && row.members === members)?.outcome;
};

describe("executeVariants", () => {
  it("finds what passes because its bugs cancel out, what gives wrong output and what crashes", () => {
    expect(outcomeOf(UP, DOWN)).toBe("passes");
    expect(outcomeOf(UP, NOTHING)).toBe("crashes");
    expect(outcomeOf(UP)).toBe("wrong_output");
    expect(rows.filter(({ source }) => source === "selected").map(({ count }) => count)).toEqual([1, 1, 2]);
  });

  it("does not execute again what is frozen under the same suite", async () => {
    const openPool = () => Promise.reject(new Error("nothing is to be executed"));
    expect(await executeVariants(corpus, rows, { openPool })).toEqual(rows);
    const stale = rows.map((row) => ({ ...row, suite: "another" }));
    await expect(executeVariants(corpus, stale, { openPool })).rejects.toThrow("nothing is to be executed");
  });

  it("names every class of outcomes", () => {
    expect(stackOutcome(["pass", "FAIL:ValueError"])).toBe("raises");
    expect(stackOutcome(["FAIL", "TIMEOUT"])).toBe("times_out");
  });
});

describe("variantsToEmbed", () => {
  it("are the failing ones and the single mutants outside the search pool, each once", () => {
    const ids = variantsToEmbed(corpus, rows).map(({ id }) => id);
    const failed = rows.filter(({ count, outcome }) => count > 1 && outcome !== "passes");
    expect(new Set(ids)).toEqual(new Set([...failed.map(({ variant }) => variant), snippetId(NOTHING)]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("are refused where the mutants are others than those that were combined", () => {
    expect(() => variantsToEmbed({ ...corpus, pool: [] }, rows)).toThrow(/made from other mutants/);
    expect(() => variantsToEmbed(corpus, [])).toThrow(/No stacked variants of near-miss/);
  });
});
