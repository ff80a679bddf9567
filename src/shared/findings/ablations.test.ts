import { describe, expect, it } from "vitest";
import type {
  ControlCostRow,
  DtypeNoiseRow,
  DtypeRow,
  OverlapEditRow,
  OverlapRow,
} from "../ablation-rows.ts";
import { controlsFinding } from "./ablation-controls.ts";
import { discordanceSentence, dtypeFinding } from "./ablation-dtype.ts";
import { overlapFinding } from "./ablation-overlap.ts";
import { ALL_FAMILIES } from "../vocabulary.ts";

const cost = (name: string, k: number, value: number): ControlCostRow => ({
  dataset: "d",
  system: ALL_FAMILIES,
  cost: name,
  k,
  value,
  low: value - 0.01,
  high: value + 0.01,
  n: 100,
});

const change = (k: number, delta: number): DtypeRow =>
  ({
    dataset: "d",
    family: "m",
    k,
    fp32: 0.1,
    int8: 0.1 + delta,
    delta,
    low: delta - 0.02,
    high: delta + 0.02,
    fp32_only: 3,
    int8_only: 9,
    p: 0.1,
    n: 100,
  }) as DtypeRow;

const noise = (beyond: number): DtypeNoiseRow =>
  ({
    dataset: "d",
    family: "m",
    gap: "all",
    beyond_noise: beyond,
    beyond_low: beyond - 0.02,
    beyond_high: beyond + 0.02,
  }) as DtypeNoiseRow;

const rho = (outcome: string, value: number): OverlapRow => ({
  dataset: "d",
  system: ALL_FAMILIES,
  measure: "containment",
  outcome,
  rho: value,
  low: value - 0.05,
  high: value + 0.05,
  n: 100,
});

describe("findings of the ablations", () => {
  it("say whose near-clones cost rank 1, whichever it is", () => {
    const rows = (own: number, others: number) => [
      cost("own", 1, own),
      cost("others", 1, others),
      cost("random", 1, 0),
      cost("own", 10, 0.01),
      cost("others", 10, 0.1),
    ];
    expect(controlsFinding(rows(0.7, 0.01), "d")).toMatch(
      /own near-clones, not a larger pool.*the other way round/,
    );
    expect(controlsFinding(rows(0.01, 0.7), "d")).toMatch(/near-clones of other tasks more/);
    expect(controlsFinding(rows(0.1, 0.1), "d")).toMatch(/about alike/);
    expect(controlsFinding([], "d")).toMatch(/No dense system/);
  });

  it("credit noise only where int8 is not told from it", () => {
    expect(dtypeFinding([change(1, 0.1)], [noise(0)], "d")).toMatch(
      /random noise of the same size does as much/,
    );
    expect(dtypeFinding([change(1, 0.1)], [noise(0.1)], "d")).toMatch(/something else than random noise/);
    expect(dtypeFinding([change(1, 0)], [noise(0)], "d")).toMatch(/not told apart/);
    expect(dtypeFinding([], [], "d")).toMatch(/No model/);
    expect(discordanceSentence([change(1, 0.1), change(3, -0.1)], "d", "m")).toMatch(/sign turns.*k = 3/);
    expect(discordanceSentence([change(1, 0.1), change(3, 0.1)], "d", "m")).not.toMatch(/sign turns/);
  });

  it("tell finding the place from choosing among near-clones", () => {
    const edits = [
      { dataset: "d", bug_type: "all", same_words: 0.8, words_low: 0.7, words_high: 0.9 } as OverlapEditRow,
    ];
    const of = (place: number, choice: number) =>
      overlapFinding([rho("alone1", place), rho("deception", choice)], edits, "d");
    expect(of(0.4, 0)).toMatch(/does not hang on them/);
    expect(of(0.4, -0.3)).toMatch(/bear on which near-clone/);
    expect(of(0, 0)).toMatch(/not seen to decide/);
    expect(overlapFinding([], [], "d")).toMatch(/not been measured/);
  });
});
