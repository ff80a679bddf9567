import { describe, expect, it } from "vitest";
import type { DensityRow, SystemRow } from "../rows.ts";
import {
  costSentence,
  crowdSentence,
  curvePaths,
  depthSentence,
  drawCounts,
  missingPool,
} from "./density-pool.ts";
import { chanceSentence, densityFinding, densityPaths, homeFinding } from "./density.ts";

const systems = ["a", "b", "random"].map((system): SystemRow => ({
  system,
  label: system.toUpperCase(),
  class: system === "random" ? "baseline" : "local_dense",
  family: system,
  dtype: "fp32",
  dimensions: 8,
  token_limit: 8,
}));

const density = (id: string, values: readonly number[]): DensityRow[] =>
  values.map((value, d) => ({
    dataset: "d",
    system: id,
    k: 1,
    d,
    value,
    low: value - 0.05,
    high: value + 0.05,
    cost: d === 0 ? Number.NaN : values[d - 1]! - value,
    cost_low: d === 0 ? Number.NaN : values[d - 1]! - value - 0.02,
    cost_high: d === 0 ? Number.NaN : values[d - 1]! - value + 0.02,
    n: 100,
    full: 100,
    chance: 1 / (d + 1),
    source: "selected",
  }));
const pathsOf = (rows: DensityRow[]) =>
  densityPaths(rows, systems, { dataset: "d", k: 1, source: "selected" });

describe("pool density", () => {
  it("says that one is enough only where success falls", () => {
    const falling = pathsOf([...density("a", [0.8, 0.5, 0.4]), ...density("b", [0.7, 0.5, 0.2])]);
    expect(densityFinding(falling)).toContain("A falls from 80.0% to 50.0%");
    expect(densityFinding(falling)).toContain("for one of two systems");
    const flat = pathsOf(density("a", [0.8, 0.8, 0.8]));
    expect(densityFinding(flat)).toContain("lowers no system’s success");
    expect(homeFinding(flat, [], "d")).toContain("does not hurt here");
  });

  it("counts systems above and below a coin by their whole interval", () => {
    const paths = pathsOf([...density("a", [0.9, 0.8]), ...density("b", [0.9, 0.3])]);
    expect(chanceSentence(paths)).toContain(
      "one of two systems is above that with the whole interval, one below it",
    );
  });
});

describe("a crowd of near-clones", () => {
  const matched = (rows: DensityRow[]): DensityRow[] =>
    rows.map((row) => ({ ...row, source: "pool_matched" as const }));

  it("is told at the largest number, by the best system and by those with nothing left", () => {
    const rows = matched([...density("a", [0.8, 0.3, 0.1]), ...density("b", [0.9, 0.2, 0])]);
    expect(crowdSentence(rows, systems, "d")).toBe(
      "With two near-clones of its own beside it, code that works comes first for at best 10.0% (5.0–15.0%) of 100 questions that have so many, " +
        "with A; a random order of these candidates would put it first for 33.3%. One of two systems puts it first for none.",
    );
  });

  it("is silent where no pool was drawn, and names nobody who has something left", () => {
    expect(crowdSentence(density("a", [0.8, 0.3]), systems, "d")).toBe("");
    expect(crowdSentence(matched(density("a", [0.8, 0.3])), systems, "d")).toMatch(/50\.0%\.$/);
  });
});

describe("the pool of valid mutants", () => {
  const where = { dataset: "d", k: 1, source: "pool_all" as const };
  const pool = (rows: DensityRow[], extra: Partial<DensityRow> = {}): DensityRow[] =>
    rows.map((row) => ({ ...row, source: "pool_all" as const, ...extra }));

  it("keeps a system without drawn mutants at its selected path, and says what would embed them", () => {
    const rows = [
      ...density("a", [0.8, 0.5]),
      ...density("b", [0.7, 0.6]),
      ...pool(density("a", [0.8, 0.4])),
    ];
    const paths = curvePaths(rows, systems, where);
    expect(paths.map(({ label, standIn }) => [label, standIn])).toEqual([
      ["A", false],
      ["B *", true],
    ]);
    const missing = missingPool(paths, systems, "d")!;
    expect(missing.sentence).toContain("B has no similarities");
    expect(missing.command).toBe("npm run embed -- --pool --model b --dataset d");
    expect(missingPool(curvePaths(rows, systems, { ...where, source: "selected" }), systems, "d")).toBeNull();
  });

  it("counts a query's mutants from the queries that still have one more", () => {
    const rows = pool(density("a", [0.8, 0.5, 0.4])).map((row) => ({ ...row, full: [100, 90, 60][row.d]! }));
    expect(drawCounts(rows, "d")).toEqual({ drawn: 150, queries: 100, matched: 60 });
    expect(drawCounts(rows, "elsewhere")).toBeNull();
  });

  it("names the costliest near-clone where it is, not where it was expected", () => {
    const paths = (...all: DensityRow[][]) =>
      curvePaths(all.flat(), systems, { ...where, source: "selected" as const });
    expect(costSentence(paths(density("a", [0.8, 0.5, 0.4]), density("b", [0.7, 0.6, 0.55])), 1)).toBe(
      "At rank 1, the first near-clone costs both systems most: 30.0 points for A, 10.0 points for B.",
    );
    expect(costSentence(paths(density("a", [0.8, 0.7, 0.4]), density("b", [0.7, 0.6, 0.55])), 5)).toBe(
      "Within the first five results, the near-clone that costs most is the first for one system and the second for one system; the largest cost is 30.0 points, for A.",
    );
    expect(costSentence(paths(density("a", [0.8, 0.8])), 1)).toContain("no near-clone costs any system");
  });

  it("says how the costliest moves with depth, and where none is noticed", () => {
    const at = (k: number, values: number[]) => density("a", values).map((row) => ({ ...row, k }));
    const rows = [
      at(1, [0.8, 0.5, 0.4]),
      at(3, [0.9, 0.88, 0.8]),
      at(5, [0.9, 0.9, 0.9]),
      at(10, [0.9, 0.9, 0.9]),
    ];
    expect(depthSentence(rows.flat(), systems, { dataset: "d", source: "selected" }, "a")).toBe(
      "For A, the costliest is the first at k = 1 (30.0 points) and the second at k = 3 (8.0 points, the last that was kept). At k = 5 and 10, none of the first two costs half a point.",
    );
  });
});
