import { describe, expect, it } from "vitest";
import { expectedSeconds, LONG_FIGURES } from "./expected-seconds.ts";
import type { Figure } from "./figure.ts";
import { FIGURES } from "./index.ts";
import { batchesOf, workersFor } from "./schedule.ts";

const figure = (id: Figure["id"], source: string) => ({ id, source });

const IMPORTS: Record<string, string[]> = {
  "claims.ts": ["claims.ts", "deception.ts", "round.ts"],
  "deception.ts": ["deception.ts", "round.ts"],
  "density.ts": ["density.ts", "round.ts"],
};
const modulesOf = (source: string): string[] => IMPORTS[source] ?? [source];

describe("batchesOf", () => {
  it("keeps a module's figures together, with those that compute from their rows, in their order", () => {
    const figures = [
      figure("a/deception", "deception.ts"),
      figure("a/density", "density.ts"),
      figure("a/density-costs", "density.ts"),
      figure("a/claims", "claims.ts"),
    ];
    expect(batchesOf(figures, modulesOf, () => 1).map((batch) => batch.figures)).toEqual([
      ["a/deception", "a/claims"],
      ["a/density", "a/density-costs"],
    ]);
  });

  it("separates them where the module in common has no stale figure", () => {
    const figures = [figure("a/density", "density.ts"), figure("a/claims", "claims.ts")];
    expect(batchesOf(figures, modulesOf, () => 1)).toHaveLength(2);
  });

  it("puts the longest batch first and every figure in exactly one", () => {
    const seconds: Record<string, number> = { "a/1": 1, "a/2": 5, "a/3": 3 };
    const figures = Object.keys(seconds).map((id) => figure(id as Figure["id"], `${id}.ts`));
    const batches = batchesOf(figures, modulesOf, (id) => seconds[id]!);
    expect(batches.map((batch) => batch.seconds)).toEqual([5, 3, 1]);
    const all = batchesOf(FIGURES, modulesOf).flatMap((batch) => batch.figures);
    expect(all.toSorted()).toEqual(FIGURES.map(({ id }) => id).toSorted());
  });
});

describe("workersFor", () => {
  const batches = (...seconds: number[]) => seconds.map((each) => ({ figures: [], seconds: each }));

  it("starts no second thread for little work, nor more than there are batches, cores or four", () => {
    expect(workersFor(batches(1, 1, 1), 8)).toBe(1);
    expect(workersFor(batches(1000), 8)).toBe(1);
    expect(workersFor(batches(40, 40, 40), 2)).toBe(2);
    expect(workersFor(batches(...new Array<number>(20).fill(40)), 64)).toBe(4);
  });
});

describe("expectedSeconds", () => {
  it("knows only figures that there are", () => {
    const ids = FIGURES.map(({ id }) => id as string);
    expect(LONG_FIGURES.filter((id) => !ids.includes(id))).toEqual([]);
    expect(expectedSeconds("no/such")).toBeLessThan(1);
  });
});
