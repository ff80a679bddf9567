import { above, below, notToldApart, type Rule, within } from "../analyses/claim-rules.ts";
import type { Estimate } from "../../src/shared/question-bootstrap.ts";
import * as measure from "./claim-measures.ts";
import type { Asked } from "./claim-measures.ts";
import type { PublishedKafka } from "./published.ts";

/**
 * A published claim of the Kafka study and how our questions and systems are asked about it. Rules are committed before
 * any system ranks a file for a gold question, and change only with a note in the history. Our systems are small local
 * models and the study's were commercial ones, and the questions are others: rules ask for the direction, and for a band
 * only where systems do not matter.
 */
export interface KafkaClaim {
  id: string;
  text: string;
  page: string;
  published: string;
  unit: "rate" | "difference" | "half_width";
  systems: string;
  rule: Rule;
  ours: (asked: Asked) => Estimate;
  note: string;
}

const LEADER = "the dense system with the best recall@10 (human form, 1500/200)";
const POOLED = "mean over dense systems at 1500/200";
const OTHERS = "other systems than the study's: small local models; other questions over the same files";

const bandText = ([low, high]: readonly [number, number]): string => `${low} to ${high}`;

function phrasingClaims(p: PublishedKafka): KafkaClaim[] {
  const gain = Math.round((p.early_top1.any_form - p.early_top1.human) * 1000) / 1000;
  return [
    {
      id: "one-phrasing-hides",
      text: "One phrasing does not represent a question: at rank 1 some form solves many questions that the human form does not.",
      page: "paraphrases",
      published: `${p.early_top1.any_form} against ${p.early_top1.human}, a gain of ${gain}`,
      unit: "difference",
      systems: `${POOLED}: any of four forms minus the human one, rank 1`,
      rule: above(0.1),
      ours: measure.anyFormMinusHuman,
      note: "some form is never worse than one, so that the rule asks for a tenth of the questions; the study had other forms then",
    },
    {
      id: "some-form-solves-all",
      text: "For (nearly) every question at least one form has a primary in the top 10.",
      page: "paraphrases",
      published: String(p["quorum_any_recall@10_all_nine_commercial"]),
      unit: "rate",
      systems: LEADER,
      rule: above(0.95),
      ours: measure.leaderQuorumAny,
      note: OTHERS,
    },
    {
      id: "ai-optimized-saturates",
      text: "The ai_optimized form finds a primary in the top 10 for (nearly) every question.",
      page: "paraphrases",
      published: String(p["ai_optimized_recall@10_all_nine_commercial"]),
      unit: "rate",
      systems: LEADER,
      rule: above(0.95),
      ours: (asked) => measure.leaderRecall(asked, "ai_optimized"),
      note: OTHERS,
    },
    {
      id: "ai-optimized-is-easier",
      text: "The ai_optimized form is easier than the human one.",
      page: "paraphrases",
      published: `${p["ai_optimized_recall@10_all_nine_commercial"]} against at most 0.9`,
      unit: "difference",
      systems: `${POOLED}: recall@10, ai_optimized minus human`,
      rule: above(0),
      ours: (asked) => measure.formDifference(asked, "ai_optimized", "human"),
      note: OTHERS,
    },
    {
      id: "wrong-term-costs",
      text: "One wrong term costs recall.",
      page: "paraphrases",
      published: bandText(p.paraphrase_drop_band),
      unit: "difference",
      systems: `${POOLED}: recall@10, human minus wrong_terminology`,
      rule: above(0),
      ours: (asked) => measure.formDifference(asked, "human", "wrong_terminology"),
      note: OTHERS,
    },
    {
      id: "code-models-no-safer",
      text: "Models specialized in code are no more robust to a wrong term: the smallest and the largest drop are general-purpose models'.",
      page: "paraphrases",
      published: "both extremes general-purpose",
      unit: "difference",
      systems: "none: no model specialized in code is among our systems",
      rule: notToldApart,
      ours: () => measure.UNANSWERED,
      note: "add such a model to data/models.yaml to ask",
    },
  ];
}

function interferenceClaims(): KafkaClaim[] {
  return [
    {
      id: "recall-hides-displacement",
      text: "A hit in the top 10 often has a plausible but wrong file above it.",
      page: "interference",
      published: "no number",
      unit: "rate",
      systems: `${LEADER}: of forms with a primary in the top 10, those with an adversarial file above it`,
      rule: above(0.1),
      ours: measure.hiddenDisplacement,
      note: "the article tells it of single questions; the rule asks for a tenth",
    },
    {
      id: "ai-optimized-brings-neighbors",
      text: "The ai_optimized form brings adversarial files into the top 10 more often than the human one.",
      page: "interference",
      published: "one question",
      unit: "difference",
      systems: `${POOLED}: an adversarial file in the top 10, ai_optimized minus human`,
      rule: above(0),
      ours: (asked) => measure.adversarialDifference(asked, "ai_optimized", "human"),
      note: OTHERS,
    },
  ];
}

const OTHER_EARLY = ["c750-o100", "c1500-o200", "c6000-o500"];
const ALL_BUT_SMALLEST = ["c750-o100", "c1500-o200", "c3000-o300", "c6000-o500"];

function chunkingClaims(p: PublishedKafka): KafkaClaim[] {
  const early = p["nomic_embed_text_recall@10"];
  const [preferring, models] = p.local_models_preferring_c500_o100;
  return [
    {
      id: "pilot-chunking-is-worst",
      text: "The pilot's choice, 3000/300, does worse than the other early chunkings.",
      page: "chunking",
      published: `${early["3000/300"]} against ${early.others}`,
      unit: "difference",
      systems:
        "dense systems ranked with all four: recall@10, 3000/300 minus the mean of 750/100, 1500/200 and 6000/500",
      rule: below(0),
      ours: (asked) => measure.chunkingDifference(asked, "c3000-o300", OTHER_EARLY),
      note: "the study's window is recursive, ours is plain; token limits cut long windows",
    },
    {
      id: "small-chunks-win",
      text: "Local models do best with the smallest chunks, 500/100.",
      page: "chunking",
      published: `${preferring} of ${models} models`,
      unit: "difference",
      systems: "dense systems ranked with all five: recall@10, 500/100 minus the mean of the others",
      rule: above(0),
      ours: (asked) => measure.chunkingDifference(asked, "c500-o100", ALL_BUT_SMALLEST),
      note: "above the mean of the others is weaker than above each",
    },
  ];
}

function certaintyClaims(p: PublishedKafka): KafkaClaim[] {
  const [low, high] = p.ci_half_width_band;
  const values = Object.values(p["commercial_recall@10"]).map(({ value }) => value);
  return [
    {
      id: "leader-not-told-apart",
      text: "The leader cannot be told from the next system.",
      page: "bootstrap",
      published: `difference ${bandText(p.leader_minus_next_ci95)}`,
      unit: "difference",
      systems: "the two best dense systems at 1500/200: recall@10 of the human form",
      rule: notToldApart,
      ours: measure.leaderMinusSecond,
      note: OTHERS,
    },
    {
      id: "cluster-fails-alike",
      text: "Systems of the top cluster solve and miss nearly the same questions.",
      page: "bootstrap",
      published: `four systems at ${Math.min(...values)} alike, the leader other on one question of ${p.questions}`,
      unit: "rate",
      systems:
        "dense systems at 1500/200 not told apart from the leader: share of questions on which all agree",
      rule: above(0.9),
      ours: measure.clusterAgreement,
      note: OTHERS,
    },
    {
      id: "thirty-are-coarse",
      text: `With ${p.questions} questions an interval reaches a tenth or more to either side.`,
      page: "bootstrap",
      published: bandText(p.ci_half_width_band),
      unit: "half_width",
      systems: `${LEADER}: half-width of the interval over ${p.questions} of our questions, mean over subsets`,
      rule: within(low, high),
      ours: (asked) => measure.halfWidthAt(asked, p.questions),
      note: "the range holds 95 % of the subsets",
    },
    {
      id: "leaders-still-miss",
      text: "The best system still misses a tenth of the questions in the top 10.",
      page: "bootstrap",
      published: `${Math.max(...values)} (${bandText(p["commercial_recall@10"]["mistral/codestral-embed"]!.ci95)})`,
      unit: "rate",
      systems: LEADER,
      rule: below(0.95),
      ours: (asked) => measure.leaderRecall(asked, "human"),
      note: OTHERS,
    },
  ];
}

/** Every claim, in the order of the argument. */
export const kafkaClaims = (published: PublishedKafka): KafkaClaim[] => [
  ...phrasingClaims(published),
  ...interferenceClaims(),
  ...chunkingClaims(published),
  ...certaintyClaims(published),
];
