import { describe, expect, it } from "vitest";
import type { SystemRow } from "../rows.ts";
import type { VariantFlipRow, VariantRow } from "../variant-rows.ts";
import { passageTextFinding, restSentence, smallerTreatments } from "./ablation-passage-text.ts";
import { controlSentence, prefixFinding } from "./ablation-prefix.ts";
import { flipSentence } from "./ablation-variants.ts";

const row = (
  variant: string,
  measure: string,
  value: number,
  delta: readonly [value: number, low: number, high: number] = [0, 0, 0],
  system = "all_families",
): VariantRow => ({
  dataset: "any",
  system,
  variant,
  measure,
  value,
  low: value - 0.05,
  high: value + 0.05,
  delta: delta[0],
  delta_low: delta[1],
  delta_high: delta[2],
  variant_only: 0,
  as_is_only: 0,
  p: Number.NaN,
  detectable: 0.04,
  chance: 0.2,
  n: 200,
});

const rowsWhere = (found: [number, number, number], first: [number, number, number]): VariantRow[] => [
  row("as-is", "exec10", 0.8),
  row("as-is", "canonical_first", 0.2),
  row("neutral-names", "exec10", 0.8 + found[0], found),
  row("neutral-names", "canonical_first", 0.2 + first[0], first),
];

describe("the sentence on names", () => {
  it.each([
    [[-0.4, -0.5, -0.3], [0.01, -0.03, 0.05], /^Names find the neighborhood, they do not choose within it/],
    [[-0.4, -0.5, -0.3], [-0.1, -0.15, -0.05], /^Names help to find the neighborhood and to choose/],
    [[-0.01, -0.05, 0.03], [-0.1, -0.15, -0.05], /^Names help to choose among near-clones, not to find/],
    [[-0.01, -0.05, 0.03], [0.01, -0.03, 0.05], /^Names decide neither/],
  ] as const)("opens as the two changes have it: %j and %j", (found, first, opening) => {
    const text = passageTextFinding(rowsWhere([...found], [...first]), "any");
    expect(text).toMatch(opening);
    expect(text).toContain("over 200");
  });

  it("says the command where nothing was run", () => {
    expect(passageTextFinding([], "near-miss")).toContain("--ablation passage-text --dataset near-miss");
    expect(prefixFinding([], [], "near-miss")).toContain("--ablation prefix --dataset near-miss");
  });

  it("gives the function's name its share of all names, and chance for ten of the pool", () => {
    const rows = [
      row("no-comments", "exec10", 0.8, [0, -0.01, 0.01]),
      row("no-function-name", "exec10", 0.7, [-0.1, -0.15, -0.05]),
      row("neutral-names", "exec10", 0.4, [-0.4, -0.5, -0.3]),
    ];
    const texts = { dataset: "any", snippets: 1000, changed: 90 };
    const flips = ["no-comments", "neutral-names"].map(
      (variant) => ({ ...texts, variant }) as VariantFlipRow,
    );
    const where = { dataset: "any", system: "all_families" };
    expect(smallerTreatments(rows, flips, where)).toContain("25.0% of what all names together are worth");
    expect(restSentence(rows, flips, where)).toContain("in 1.0%.");
  });
});

describe("the sentence on prefixes", () => {
  const systems = [
    { system: "with", label: "With" },
    { system: "none", label: "None" },
  ] as SystemRow[];
  const rows = [
    row("query-off", "exec1", 0.1, [-0.08, -0.12, -0.04], "with"),
    row("query-off", "exec10", 0.8, [0, -0.02, 0.02], "with"),
    row("with-other", "exec1", 0.1, [0.01, -0.02, 0.04], "none"),
  ];

  it("speaks of the systems that have one, the control of those that have none", () => {
    const text = prefixFinding(rows, systems, "any");
    expect(text).toMatch(/^Leaving out a model’s prefixes costs at rank 1: .* for With \(query prefix off\)/);
    expect(text).not.toContain("None");
    expect(controlSentence(rows, systems, "any")).toContain("None is given those of others");
  });
});

describe("the sentence on rank 1", () => {
  it("adds up what moves", () => {
    const flips = {
      lost: 3,
      gained: 2,
      moved: 5,
      n: 20,
      pairs: 80,
      flips_to_canonical: 7,
      flips_to_distractor: 4,
    };
    const text = flipSentence(flips as VariantFlipRow, "A");
    expect(text).toContain("10 of 20 questions");
    expect(text).toContain("Of 80 pairs of canonical and near-clone, 11 change");
  });
});
