import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExecutionPool } from "../execution/pool.ts";
import { findPython } from "../execution/python-interpreter.ts";
import { snippetId } from "../store/digest.ts";
import { changedLines, updateEquivalents } from "./equivalents.ts";
import { checkEquivalents } from "./equivalents-check.ts";
import type { EquivalentRow } from "./equivalents-file.ts";
import type { CorpusSurvivor } from "./survivors.ts";

const { executable: python } = findPython();

/** A mutant of `canonical` by one replacement, as the corpus would hold it. */
function survivor(canonical: string, from: string, to: string, tests: string[]): CorpusSurvivor {
  const at = canonical.indexOf(from);
  const code = canonical.replace(from, to);
  return {
    task: { id: "test/f", function_name: "f", canonical, tests },
    mutant: {
      id: snippetId(code),
      taskId: "test/f",
      bugType: "wrong_comparison",
      rule: "comparison",
      description: `Line 2: \`${from}\` became \`${to}\`.`,
      span: { from: at, to: at + from.length },
      replacement: to,
      code,
    },
  };
}

const CLAMP = "def f(n):\n    return n if n < 10 else 10\n";
const CLAMP_TESTS = ["assert f(3) == 3", "assert f(99) == 10"];
const equivalent = survivor(CLAMP, "n < 10", "n <= 10", CLAMP_TESTS);
const planted = survivor(CLAMP, "n < 10", "n < 8", CLAMP_TESTS);

const update = (survivors: CorpusSurvivor[], before: EquivalentRow[] = [], inputs = 2000) =>
  updateEquivalents(survivors, before, { python, inputs });

const rowsOf = async (...args: Parameters<typeof update>) => (await update(...args)).rows;

describe("updateEquivalents", () => {
  let pool: ExecutionPool;
  beforeAll(async () => void (pool = await ExecutionPool.open()));
  afterAll(() => pool.close());

  it("finds a clamp's `<=` equivalent, with the changed lines and the inputs tried", async () => {
    const [row] = await rowsOf([equivalent]);
    expect(row).toMatchObject({ verdict: "equivalent", asked: 2000, tried: 2000, raised: 0 });
    expect(row).toMatchObject({ before: "return n if n < 10 else 10", after: "return n if n <= 10 else 10" });
    expect(row).not.toHaveProperty("input");
  });

  it("tells a planted survivor apart by an assert that it fails and the canonical passes", async () => {
    const [row] = await rowsOf([planted]);
    expect(row).toMatchObject({ verdict: "distinguished", input: "f(8)", expected: "8", got: "10" });
    const requests = [CLAMP, planted.mutant.code].map((code, at) => ({
      id: String(at),
      code,
      tests: [row!.test!],
    }));
    const results = await pool.run(requests);
    expect([...results.values()].map(({ outcomes }) => outcomes)).toEqual([["pass"], ["FAIL"]]);
  });

  it("does not search again what it knows, and keeps a reason by hand", async () => {
    const first = await rowsOf([equivalent]);
    const reasoned = [{ ...first[0]!, reason: "At 10 both branches give 10." }];
    const again = await update([equivalent], reasoned);
    expect(again).toEqual({ rows: reasoned, searched: 0 });
    const more = await update([equivalent], reasoned, 2500);
    expect(more.searched).toBe(1);
    expect(more.rows[0]).toMatchObject({ reason: "At 10 both branches give 10.", tried: 2500 });
  });

  it("searches again under another suite and keeps the reason, under another canonical drops it", async () => {
    const rows = (await rowsOf([equivalent])).map((row) => ({
      ...row,
      reason: "At 10 both branches give 10.",
    }));
    const other = {
      ...equivalent,
      task: { ...equivalent.task, tests: [...CLAMP_TESTS, "assert f(0) == 0"] },
    };
    const renewed = await update([other], rows);
    expect(renewed.searched).toBe(1);
    expect(renewed.rows[0]).toHaveProperty("reason");

    // Another canonical with the same mutant: what was said of the first pair says nothing of this one.
    const changed = {
      ...equivalent,
      task: { ...equivalent.task, canonical: CLAMP.replace("n < 10", "n < 9") },
    };
    const fresh = await update([changed], rows);
    expect(fresh.rows[0]).toMatchObject({ verdict: "distinguished" });
    expect(fresh.rows[0]).not.toHaveProperty("reason");
  });

  it("counts as out of contract what only an input beyond the written contract tells apart", async () => {
    const canonical = "def f(n):\n    return n if n > -1 else 0\n";
    const item = survivor(canonical, "n > -1", "n > -2", ["assert f(4) == 4"]);
    const before = await rowsOf([item]);
    expect(before[0]).toMatchObject({ verdict: "distinguished", input: "f(-1)" });
    const after = await update(
      [item],
      [{ ...before[0]!, contract: "n >= 0", reason: "n counts something." }],
    );
    expect(after.rows[0]).toMatchObject({ verdict: "out_of_contract", input: "f(-1)", got: "-1" });
    expect(after.rows[0]).not.toHaveProperty("test");
    expect(checkEquivalents([item], after.rows)).toEqual([]);
  });
});

describe("checkEquivalents", () => {
  const messages = (survivors: CorpusSurvivor[], rows: EquivalentRow[]) =>
    checkEquivalents(survivors, rows).map(({ message, remedy }) => `${message} ${remedy}`);

  it("wants a row with a reason for every survivor, and says what to do", async () => {
    const rows = await rowsOf([equivalent, planted]);
    const [clean, told] = rows as [EquivalentRow, EquivalentRow];
    const reasoned = { ...clean, reason: "At 10 both branches give 10." };
    expect(messages([equivalent], [reasoned])).toEqual([]);
    expect(messages([equivalent], [])[0]).toMatch(/never searched .* Run `npm run equivalents`/);
    expect(messages([equivalent], [clean])[0]).toMatch(/no reason/);
    expect(messages([planted], [told])[0]).toMatch(
      /told apart by f\(8\): .* Add to the suite: assert f\(8\) == 8/,
    );
    expect(messages([], [reasoned])[0]).toMatch(/no survivor of the suite/);
    expect(messages([equivalent], [{ ...reasoned, digest: "000000000000" }])[0]).toMatch(/another suite/);
    expect(messages([equivalent], [{ ...reasoned, asked: 100 }])[0]).toMatch(/100 inputs only/);
  });
});

describe("changedLines", () => {
  it("leaves out what is equal at both ends", () => {
    expect(changedLines("a\n  b\nc\n", "a\n  x\nc\n")).toEqual({ before: "b", after: "x" });
    expect(changedLines("a\nb\nb\nc", "a\nb\nc")).toEqual({ before: "b", after: "" });
  });
});
