import { describe, expect, it } from "vitest";
import type { HostileRow, LayerRow, LedgerRow, RunRow } from "../rows.ts";
import { hostileSentence, layersSentence, ledgerCounts, ledgerSentence, sealSentence } from "./execution.ts";

const layer = (name: string, active: boolean, detail = "does it"): LayerRow => ({
  layer: name,
  active,
  detail,
});

const hostile = (name: string, expected: string, outcome = expected): HostileRow => ({
  case: name,
  expected,
  outcome,
  elapsed_ms: 1,
});

const run = (canonicals: number, sealed: number, unsealable: number): RunRow => ({
  dataset: "d",
  python: "3.11.7",
  suites: canonicals,
  canonicals,
  distractors: 0,
  sampled_pool: 0,
  sealed,
  unsealable,
  median_ms: 1,
  p99_ms: 1,
});

const entry = (kind: string, item = "t"): LedgerRow => ({ dataset: "d", kind, item, detail: "" });

describe("layers", () => {
  it("says “every one” only when none is missing, and gives the reason for each that is", () => {
    expect(layersSentence([layer("a", true), layer("b", true)])).toContain(
      "Every one of the 2 layers is active",
    );
    const text = layersSentence([
      layer("a", true),
      layer("pid-namespace", false, "needs root"),
      layer("seccomp", false, "Linux"),
    ]);
    expect(text).toContain("1 of 3 layers are active");
    expect(text).toContain("Missing are pid namespace (needs root) and seccomp (Linux).");
  });

  it("does not praise a build that asked about none", () => {
    expect(layersSentence([])).not.toMatch(/every|all/i);
  });
});

describe("hostile candidates", () => {
  const fine = [hostile("loop", "TIMEOUT"), hostile("frame walk", "refuted")];

  it("counts forgeries apart where all end as they must", () => {
    const text = hostileSentence(fine);
    expect(text).toContain("two candidates that mean harm, and every one ends as it must");
    expect(text).toContain("One of them forges a pass");
  });

  it("names a case that ends otherwise and claims nothing about the rest", () => {
    const text = hostileSentence([...fine, hostile("equal to all", "refuted", "sealed")]);
    expect(text).toContain("one of them does not end as it must: “equal to all” (sealed instead of refuted)");
    expect(text).not.toContain("every one");
    expect(text).not.toContain("refutes");
  });

  it("neither counts as met nor as failed what was not run", () => {
    const text = hostileSentence([...fine, hostile("fork bomb", "FAIL", "not run")]);
    expect(text).toContain("two candidates that mean harm, and every one ends as it must");
    expect(text).toContain("One case was not run");
    expect(hostileSentence([hostile("fork bomb", "FAIL", "not run")])).toContain(
      "executed no candidate that means harm",
    );
    expect(hostileSentence([])).toBe("This build executed no candidate that means harm.");
  });
});

describe("the sealed judge", () => {
  it("says “every” only when every pass was confirmed", () => {
    expect(sealSentence(run(10, 10, 0), "D")).toBe(
      "The sealed judge confirmed the pass of every canonical of D, 10 in all.",
    );
    const some = sealSentence(run(10, 9, 1), "D");
    expect(some).toContain("9 of 10 canonicals");
    expect(some).toContain("One suite cannot be sealed");
    expect(some).toContain("rests on the isolated run alone");
  });

  it("holds when nothing could be sealed, was asked or was run", () => {
    expect(sealSentence(run(3, 0, 3), "D")).toContain("0 of 3 canonicals");
    expect(sealSentence(run(3, 1, 0), "D")).toContain("It was not asked about two.");
    expect(sealSentence(undefined, "D")).toContain("executed no canonical of D");
    expect(sealSentence(run(0, 0, 0), "D")).not.toContain("every");
  });
});

describe("the ledger", () => {
  it("counts by kind, most first, and keeps a kind that nobody foresaw", () => {
    const rows = [entry("timeout"), entry("survivor"), entry("survivor"), entry("odd-thing")];
    expect(ledgerCounts(rows).map(({ name, entries }) => [name, entries])).toEqual([
      ["survivors", 2],
      ["odd thing", 1],
      ["timeout", 1],
    ]);
    expect(ledgerCounts([])).toEqual([]);
  });

  it("denies faults only where something was executed and none was met", () => {
    const rows = [entry("survivor")];
    expect(ledgerSentence(rows, run(1, 1, 0), "D")).toBe(
      "The ledger of D holds 1 survivor. The last start met no fault of the machine.",
    );
    const faulty = ledgerSentence([...rows, entry("environment-fault")], run(1, 1, 0), "D");
    expect(faulty).toContain("1 environment fault");
    expect(faulty).not.toContain("no fault");
    expect(ledgerSentence(rows, undefined, "D")).toContain("no fault of the machine could be noted");
    expect(ledgerSentence([], run(1, 1, 0), "D")).toContain("The ledger of D is empty.");
  });
});
