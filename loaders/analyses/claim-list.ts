import * as measure from "./claim-measures.ts";
import { above, below, type Estimate, negligible, notToldApart, type Rule, within } from "./claim-rules.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { economicsClaims } from "./claim-economics.ts";
import { stackedClaims } from "./claim-stacked.ts";
import type { Published } from "./published.ts";

/**
 * A published claim and how our data is asked about it. Rules are written before the numbers are looked at and
 * change only with a note in the history; where systems or tasks differ, a rule asks for the direction or the band.
 */
export interface Claim {
  id: string;
  text: string;
  page: string;
  published: string;
  unit: "rate" | "difference" | "rho";
  systems: string;
  rule: Rule;
  ours: (evaluation: Evaluation) => Estimate | Promise<Estimate>;
  note: string;
}

const BEST = "the dense system that is best at rank 1";
const ALL_DENSE = "all dense systems, pooled";
const OTHERS = "other systems than the paper's: small local models";

const only = (record: Record<string, number>): [string, number] => Object.entries(record)[0]!;
const bandText = ([low, high]: readonly [number, number]): string => `${low} to ${high}`;

function rankClaims(p: Published): Claim[] {
  const { leaderboard: board } = p;
  const best = board["Gemini Embedding 2"];
  return [
    {
      id: "rank-1-is-hard",
      text: "Even the best embedding puts code that works first in fewer than half of the queries.",
      page: "leaderboard",
      published: `${best["exec@1"]} (${bandText(best["exec@1_ci95"])})`,
      unit: "rate",
      systems: BEST,
      rule: below(0.5),
      ours: (e) => measure.bestDense(e, (system) => measure.valuesOf(e, system, "exec", 1)),
      note: OTHERS,
    },
    {
      id: "top-10-saturates",
      text: "The top 10 of the leading embeddings nearly always holds code that works.",
      page: "leaderboard",
      published: `at least ${p.leading_four["exec@10_at_least"]} for the leading four`,
      unit: "rate",
      systems: BEST,
      rule: above(0.9),
      ours: (e) => measure.bestDense(e, (system) => measure.valuesOf(e, system, "exec", 10)),
      note: OTHERS,
    },
    {
      id: "lexical-at-1",
      text: "A lexical system rarely puts code that works first.",
      page: "leaderboard",
      published: String(board.BM25["exec@1"]),
      unit: "rate",
      systems: "BM25",
      rule: below(0.15),
      ours: (e) => measure.lexical(e, 1),
      note: "our tokens keep operators, so that fewer near-clones tie",
    },
    {
      id: "lexical-below-dense",
      text: "At rank 10 a lexical system is below the worst dense one.",
      page: "leaderboard",
      published: `${board.BM25["exec@10"]} against ${board["paraphrase-MiniLM"]["exec@10"]}`,
      unit: "difference",
      systems: "worst dense system minus BM25, exec@10",
      rule: above(0),
      ours: measure.worstDenseMinusLexical,
      note: OTHERS,
    },
    {
      id: "misses-are-own",
      text: "A miss at rank 1 is almost always one of the query's own near-clones.",
      page: "misses",
      published: bandText(p.miss_at_1_is_own_distractor.leading_four_band),
      unit: "rate",
      systems: BEST,
      rule: above(0.9),
      ours: measure.ownDistractorShare,
      note: "the published band is of the leading four; weaker systems also miss the topic",
    },
    {
      id: "numeric-type",
      text: "The numeric type of a model's weights does not show at rank 1.",
      page: "paired",
      published: "p = 0.456 (bf16 against fp16)",
      unit: "difference",
      systems: "fp32 minus int8, the family with the largest difference",
      rule: notToldApart,
      ours: measure.numericTypes,
      note: "int8 is a coarser type than the paper's pair",
    },
  ];
}

function densityClaims(p: Published): Claim[] {
  const {
    strongest,
    d0_all_23_dense_band: zero,
    relative_drop_at_d1_band_23_dense: drop,
  } = p["density_exec@1"];
  return [
    {
      id: "no-near-clone",
      text: "Without near-clones the strongest embedding nearly solves rank 1.",
      page: "density",
      published: `${strongest.d0} (all dense: ${bandText(zero)})`,
      unit: "rate",
      systems: "the dense system that is best without near-clones",
      rule: within(zero[0], zero[1]),
      ours: (e) => measure.densestAt(e, 0),
      note: OTHERS,
    },
    {
      id: "one-is-enough",
      text: "One near-clone a query costs every embedding a quarter to a half of its rank-1 success.",
      page: "density",
      published: bandText(drop),
      unit: "rate",
      systems: "mean over dense systems of the relative loss",
      rule: within(drop[0], drop[1]),
      ours: measure.relativeDrop,
      note: OTHERS,
    },
    {
      id: "below-a-distractor",
      text: "In most queries the canonical scores below at least one of its near-clones.",
      page: "gap",
      published: `${p.canonical_below_a_distractor["Gemini Embedding 2"]} and ${p.canonical_below_a_distractor["Qwen3-Embedding-8B"]}`,
      unit: "rate",
      systems: BEST,
      rule: above(0.5),
      ours: measure.belowADistractor,
      note: OTHERS,
    },
  ];
}

function deceptionClaims(p: Published): Claim[] {
  const [least, leastRate] = only(p.deception.least);
  const [most, mostRate] = only(p.deception.most);
  const [lowest, highest] = p.deception.by_bug_type_band;
  return [
    {
      id: "deception-overall",
      text: "A single near-clone is at least as similar as the canonical in somewhat fewer than half of the pairs.",
      page: "deception",
      published: String(p.deception.overall),
      unit: "rate",
      systems: ALL_DENSE,
      rule: below(0.5),
      ours: (e) => measure.deceptionOf(e, "all"),
      note: "a model that cannot see the edit at all would be near one half",
    },
    {
      id: "least-deceptive",
      text: `Removed guards (${least}) deceive least.`,
      page: "deception",
      published: String(leastRate),
      unit: "difference",
      systems: `${ALL_DENSE}: this type minus the other five`,
      rule: below(0),
      ours: (e) => measure.deceptionAgainstRest(e, least),
      note: "the paper's labels come from a language model, ours from rules",
    },
    {
      id: "most-deceptive",
      text: `Swapped comparisons (${most}) deceive most.`,
      page: "deception",
      published: String(mostRate),
      unit: "difference",
      systems: `${ALL_DENSE}: this type minus the other five`,
      rule: above(0),
      ours: (e) => measure.deceptionAgainstRest(e, most),
      note: "above the rest is weaker than above each",
    },
    ...[
      "off_by_one",
      "off_by_one_boundary",
      "wrong_operator",
      "wrong_comparison",
      "swap_arguments",
      least,
    ].map((bugType): Claim => ({
      id: `deception-${bugType.replaceAll("_", "-")}`,
      text: `Every bug type deceives about two times in five: ${bugType}.`,
      page: "deception",
      published: bandText([lowest, highest]),
      unit: "rate",
      systems: ALL_DENSE,
      rule: within(lowest, highest),
      ours: (e) => measure.deceptionOf(e, bugType),
      note: "the paper's labels come from a language model, ours from rules",
    })),
  ];
}

function sizeClaims(p: Published): Claim[] {
  const { spearman_relative: relative, spearman_absolute: absolute, bucket_band: band } = p.edit_size;
  return [
    {
      id: "size-absolute",
      text: "Deception does not depend on how many characters the edit changes.",
      page: "edit-size",
      published: String(absolute),
      unit: "rho",
      systems: "share of dense families deceived",
      rule: negligible(0.1),
      ours: (e) => measure.sizeCorrelation(e, "absolute"),
      note: "",
    },
    {
      id: "size-relative",
      text: "Nor on how large the edit is relative to the function.",
      page: "edit-size",
      published: String(relative),
      unit: "rho",
      systems: "share of dense families deceived",
      rule: negligible(0.1),
      ours: (e) => measure.sizeCorrelation(e, "relative"),
      note: "",
    },
    {
      id: "size-buckets",
      text: "Deception is flat over the size buckets.",
      page: "edit-size",
      published: bandText(band),
      unit: "rate",
      systems: "the bucket farthest from the band's middle",
      rule: within(band[0], band[1]),
      ours: (e) => measure.farthestBucket(e, band),
      note: "the largest bucket is mostly removed guards, in the paper as here",
    },
  ];
}

function difficultyClaims(p: Published): Claim[] {
  const [domain, rate] = only(p.difficulty.hardest_domain);
  const none = p.difficulty.solved_by_none / p.queries;
  return [
    {
      id: "few-solve-a-query",
      text: "At rank 1 the median query is solved by few systems: at most a quarter of them.",
      page: "difficulty",
      published: `${p.difficulty.median_systems_solving} of 24`,
      unit: "rate",
      systems: "share of queries solved by at most a quarter of the dense and lexical systems",
      rule: above(0.5),
      ours: (e) => measure.solvedBy(e, (solving, systems) => solving <= systems / 4),
      note: OTHERS,
    },
    {
      id: "some-by-none",
      text: "Some queries are solved by no system at rank 1.",
      page: "difficulty",
      published: `${Math.round(none * 1000) / 1000} (${p.difficulty.solved_by_none} of ${p.queries})`,
      unit: "rate",
      systems: "dense and lexical systems",
      rule: above(0.05),
      ours: (e) => measure.solvedBy(e, (solving) => solving === 0),
      note: "fewer systems solve fewer queries: the direction compares, the value does not",
    },
    {
      id: "hardest-domain",
      text: `${domain} is the hardest domain.`,
      page: "difficulty",
      published: String(rate),
      unit: "difference",
      systems: "mean over dense and lexical systems, this domain minus all others, exec@1",
      rule: below(0),
      ours: (e) => measure.domainAgainstRest(e, domain),
      note: "below the rest is weaker than below each",
    },
  ];
}

/** Every claim, in the order of the argument. */
export const claimsOf = (published: Published): Claim[] => [
  ...rankClaims(published),
  ...densityClaims(published),
  ...deceptionClaims(published),
  ...sizeClaims(published),
  ...stackedClaims(published),
  ...difficultyClaims(published),
  ...economicsClaims(published),
];
