import { group } from "d3-array";
import { bootstrapRatio } from "../../src/shared/bootstrap.ts";
import type { StackedRow } from "../tasks/stacked-file.ts";
import type { Claim } from "./claim-list.ts";
import { NOTHING, rateOf } from "./claim-measures.ts";
import { above, below, type Estimate, negligible, notToldApart } from "./claim-rules.ts";
import type { Evaluation } from "./evaluation-types.ts";
import type { Published } from "./published.ts";
import { loadStacked, stackedRateRows, stackedSelectionRows } from "./stacked.ts";
import { seriesOf } from "./stacked-means.ts";
import { ALL_FAMILIES } from "../../src/shared/vocabulary.ts";

/**
 * Half of the published interval that reaches farthest is about 4 points (49.0 % at one mutation, "even the most
 * pessimistic interval edge leaves deception near 45 %"): what would be called a change must exceed that.
 */
const MARGIN = 0.05;
const COUNTS = [2, 3, 4] as const;
const IN_WORDS = { 2: "Two", 3: "Three", 4: "Four" } as const;

/** Change of deception from one mutation to `count` of the selected distractors, over matched queries and dense families. */
async function change(evaluation: Evaluation, count: number): Promise<Estimate> {
  const row = (await stackedRateRows(evaluation)).find(
    (r) =>
      r.source === "selected" &&
      r.variants === "failing" &&
      r.queries === "matched" &&
      r.system === ALL_FAMILIES &&
      r.count === count,
  );
  return row ? { value: row.delta, low: row.delta_low, high: row.delta_high, n: row.n } : NOTHING;
}

/** The change of the count at which deception is lowest. */
async function lowestChange(evaluation: Evaluation): Promise<Estimate> {
  const changes = await Promise.all(COUNTS.map((count) => change(evaluation, count)));
  return changes.toSorted((a, b) => a.value - b.value)[0]!;
}

/** Variants with two to four of the selected distractors. */
const stacksOf = (rows: readonly StackedRow[]): StackedRow[] =>
  rows.filter(({ source, count }) => source === "selected" && count > 1);

async function passingShare(evaluation: Evaluation): Promise<Estimate> {
  const input = await loadStacked(evaluation);
  if (!input) return NOTHING;
  const byTask = [...group(stacksOf(input.rows), ({ task }) => task).values()];
  const passing = byTask.map((rows) => rows.filter(({ outcome }) => outcome === "passes").length);
  return { ...bootstrapRatio(passing, byTask.map((rows) => rows.length)), n: byTask.length }; // prettier-ignore
}

async function coverage(evaluation: Evaluation): Promise<Estimate> {
  const input = await loadStacked(evaluation);
  if (!input) return NOTHING;
  const failing = stacksOf(input.rows).filter(({ outcome }) => outcome !== "passes");
  const covered = new Set(failing.map(({ task }) => task));
  return rateOf([...input.drawn.selected].map((task) => (covered.has(task) ? 1 : 0)));
}

async function matchedShare(evaluation: Evaluation): Promise<Estimate> {
  const input = await loadStacked(evaluation);
  if (!input) return NOTHING;
  const { matched } = seriesOf({ ...input, systems: [] }, "selected", "failing");
  const tasks = new Set(matched.map((query) => input.tasks[query]!));
  return rateOf([...input.drawn.selected].map((task) => (tasks.has(task) ? 1 : 0)));
}

async function selectionBias(evaluation: Evaluation): Promise<Estimate> {
  const row = (await stackedSelectionRows(evaluation)).find(
    ({ source, system }) => source === "selected" && system === ALL_FAMILIES,
  );
  return row ? { value: row.difference, low: row.low, high: row.high, n: row.n_matched } : NOTHING;
}

const shareText = (part: number, whole: number): string =>
  `${Math.round((part / whole) * 1000) / 1000} (${part} of ${whole})`;

/** What the paper says of two to four mutations in one function (appendix G.2). */
export function stackedClaims({ stacked, queries }: Published): Claim[] {
  const common = { page: "stacked", systems: "mean over dense families, matched queries" };
  const others = `measured there on ${stacked.embedders.length} local embedders, of which ours include all-mpnet-base-v2`;
  const [lowBias, highBias] = stacked.selection_bias_points;
  return [
    ...COUNTS.map((count): Claim => ({
      ...common,
      id: `stacked-${count}`,
      text: `${IN_WORDS[count]} bugs in one function deceive as often as one, give or take five points.`,
      published: `within ${stacked.max_abs_delta_points} points`,
      unit: "difference",
      rule: negligible(MARGIN),
      ours: (e) => change(e, count),
      note: `five points are what the published intervals reach; ${others}`,
    })),
    {
      ...common,
      id: "stacked-no-drop",
      text: "No drop of deception with the number of bugs can be told from zero.",
      published: "none of the three",
      unit: "difference",
      systems: `${common.systems}; the lowest of the three changes`,
      rule: notToldApart,
      ours: lowestChange,
      note: others,
    },
    {
      ...common,
      id: "stacked-still-fail",
      text: "Several bugs in one function almost never cancel out: hardly any combination passes the tests.",
      published: shareText(stacked.discarded_passing, stacked.composed),
      unit: "rate",
      systems: "combinations of two to four selected near-clones",
      rule: below(0.01),
      ours: passingShare,
      note: "a property of tasks and tests, not of systems",
    },
    {
      ...common,
      id: "stacked-coverage",
      text: "Nearly every query has near-clones that can be combined.",
      published: shareText(stacked.queries_covered, queries),
      unit: "rate",
      systems: "queries with at least one failing combination",
      rule: above(0.9),
      ours: coverage,
      note: "short functions leave few disjoint lines",
    },
    {
      ...common,
      id: "stacked-matched",
      text: "Fewer than half of the queries admit two, three and four bugs at once.",
      published: shareText(stacked.matched_queries, queries),
      unit: "rate",
      systems: "queries with a failing combination at every count",
      rule: below(0.5),
      ours: matchedShare,
      note: "four disjoint edits must be among the four selected near-clones",
    },
    {
      ...common,
      id: "stacked-selection",
      text: "Queries that admit all counts are deceived more often by single bugs than queries at large.",
      published: `${lowBias} to ${highBias} points`,
      unit: "difference",
      systems: "mean over dense families, matched queries minus all",
      rule: above(0),
      ours: selectionBias,
      note: others,
    },
  ];
}
