import { mean, percentileInterval } from "../../src/shared/bootstrap.ts";
import {
  displacementAt,
  firstRank,
  type LabelledRanks,
  quorumAt,
  recallAt,
} from "../../src/shared/file-metrics.ts";
import {
  differenceOverQuestions,
  type Estimate,
  meansOverQuestions,
  questionResamples,
  rateOverQuestions,
  standings,
} from "../../src/shared/question-bootstrap.ts";
import { resampleIndices } from "../../src/shared/resample.ts";
import { DEFAULT_CHUNKING } from "./chunkings.ts";
import type { Form } from "./gold-schema.ts";
import type { Protocol, RankedList } from "./question-facts.ts";

/** What claims are asked of: the vector lists of all dense systems that are ranked, read by one protocol. */
export interface Asked {
  lists: readonly RankedList[];
  protocol: Protocol;
}

/** What no list can answer: the verdict is then `cannot_tell`. */
export const UNANSWERED: Estimate = { value: NaN, low: NaN, high: NaN, n: 0 };

/** The forms that every question has. */
export const SHARED_FORMS: readonly Form[] = ["human", "ai_optimized", "keyword", "wrong_terminology"];

const TOP = 10;

/** Ranks of every question's labelled files by one form. */
const ranksOf = (list: RankedList, form: Form, protocol: Protocol): LabelledRanks[] =>
  (list.facts.get(form) ?? []).flatMap((facts) => facts?.[protocol] ?? []);

const recalls = (list: RankedList, form: Form, protocol: Protocol, k = TOP): number[] =>
  ranksOf(list, form, protocol).map((ranks) => recallAt(ranks, k));

/** Mean over lists, question by question. */
const averaged = (columns: readonly number[][]): number[] =>
  (columns[0] ?? []).map((_, question) => mean(columns.map((column) => column[question]!)));

const atDefault = ({ lists }: Asked): RankedList[] =>
  lists.filter(({ chunking }) => chunking === DEFAULT_CHUNKING);

/** Lists at the default chunking, the best recall@10 of the human form first. */
function ordered(asked: Asked): RankedList[] {
  const score = (list: RankedList): number => mean(recalls(list, "human", asked.protocol));
  return atDefault(asked).sort((a, b) => score(b) - score(a));
}

function ofLeader(asked: Asked, valuesOf: (leader: RankedList) => number[]): Estimate {
  const leader = ordered(asked)[0];
  return leader ? meansOverQuestions([valuesOf(leader)])[0]! : UNANSWERED;
}

/** Leader's recall@10 by one form. */
export const leaderRecall = (asked: Asked, form: Form): Estimate =>
  ofLeader(asked, (leader) => recalls(leader, form, asked.protocol));

/** Leader's share of questions that some form solves. */
export const leaderQuorumAny = (asked: Asked): Estimate =>
  ofLeader(asked, (leader) => anyForm(leader, asked.protocol, TOP));

function anyForm(list: RankedList, protocol: Protocol, k: number): number[] {
  const forms = SHARED_FORMS.map((form) => ranksOf(list, form, protocol));
  return forms[0]!.map((_, question) =>
    quorumAt(
      forms.map((ranks) => ranks[question]!),
      k,
      "any",
    ),
  );
}

/** Share of questions that some form puts first, minus the human form's, over systems at the default chunking. */
export function anyFormMinusHuman(asked: Asked): Estimate {
  const lists = atDefault(asked);
  if (lists.length === 0) return UNANSWERED;
  return differenceOverQuestions(
    averaged(lists.map((list) => anyForm(list, asked.protocol, 1))),
    averaged(lists.map((list) => recalls(list, "human", asked.protocol, 1))),
  );
}

/** recall@10 of one form minus another's, over systems at the default chunking. */
export function formDifference(asked: Asked, one: Form, other: Form): Estimate {
  const lists = atDefault(asked);
  if (lists.length === 0) return UNANSWERED;
  const of = (form: Form) => averaged(lists.map((list) => recalls(list, form, asked.protocol)));
  return differenceOverQuestions(of(one), of(other));
}

/** Share of forms with an adversarial file in the top 10: one form minus another, over systems at the default chunking. */
export function adversarialDifference(asked: Asked, one: Form, other: Form): Estimate {
  const lists = atDefault(asked);
  if (lists.length === 0) return UNANSWERED;
  const of = (form: Form) =>
    averaged(
      lists.map((list) =>
        ranksOf(list, form, asked.protocol).map(({ adversarials }) =>
          firstRank(adversarials) <= TOP ? 1 : 0,
        ),
      ),
    );
  return differenceOverQuestions(of(one), of(other));
}

/** Of the leader's forms with a primary in the top 10: share with an adversarial file above it. */
export function hiddenDisplacement(asked: Asked): Estimate {
  const leader = ordered(asked)[0];
  if (!leader) return UNANSWERED;
  const forms = SHARED_FORMS.map((form) => ranksOf(leader, form, asked.protocol));
  const countBy = (is: (ranks: LabelledRanks) => boolean): number[] =>
    forms[0]!.map((_, question) => forms.filter((ranks) => is(ranks[question]!)).length);
  return rateOverQuestions(
    countBy((ranks) => displacementAt(ranks, TOP) === "primary_lower"),
    countBy((ranks) => recallAt(ranks, TOP) === 1),
  );
}

/** recall@10 of one chunking minus the mean of others, over systems that are ranked with all of them. */
export function chunkingDifference(asked: Asked, one: string, others: readonly string[]): Estimate {
  const listOf = (system: string, chunking: string): RankedList | undefined =>
    asked.lists.find((list) => list.system === system && list.chunking === chunking);
  const systems = [...new Set(asked.lists.map(({ system }) => system))].filter((system) =>
    [one, ...others].every((chunking) => listOf(system, chunking)),
  );
  if (systems.length === 0) return UNANSWERED;
  const of = (chunking: string) =>
    averaged(systems.map((system) => recalls(listOf(system, chunking)!, "human", asked.protocol)));
  return differenceOverQuestions(of(one), averaged(others.map(of)));
}

/** Leader minus the second, recall@10 of the human form. */
export function leaderMinusSecond(asked: Asked): Estimate {
  const [leader, second] = ordered(asked);
  if (!leader || !second) return UNANSWERED;
  return differenceOverQuestions(
    recalls(leader, "human", asked.protocol),
    recalls(second, "human", asked.protocol),
  );
}

/** Share of questions on which all systems that cannot be told from the leader agree, the leader included. */
export function clusterAgreement(asked: Asked): Estimate {
  const columns = ordered(asked).map((list) => recalls(list, "human", asked.protocol));
  if (columns.length < 2) return UNANSWERED;
  const standing = standings(columns);
  const cluster = columns.filter((_, system) => standing[system]!.top_cluster);
  if (cluster.length < 2) return UNANSWERED;
  const agree = cluster[0]!.map((value, question) =>
    cluster.every((column) => column[question] === value) ? 1 : 0,
  );
  return meansOverQuestions([agree])[0]!;
}

const SUBSETS = 400;

/**
 * Half-width of the interval of the leader's recall@10 from as many questions as the study had: mean over random subsets
 * of our questions, and the range that holds 95 % of them.
 */
export function halfWidthAt(asked: Asked, questions: number): Estimate {
  const leader = ordered(asked)[0];
  if (!leader) return UNANSWERED;
  const values = recalls(leader, "human", asked.protocol);
  if (values.length < questions) return UNANSWERED;
  const widths = Float64Array.from({ length: SUBSETS }, (_, seed) => {
    const drawn = subset(values, questions, seed + 1);
    const draws = questionResamples(questions);
    const means = Float64Array.from({ length: draws.length / questions }, (_, replicate) => {
      let sum = 0;
      for (let i = 0; i < questions; i++) sum += drawn[draws[replicate * questions + i]!]!;
      return sum / questions;
    });
    const { low, high } = percentileInterval(means);
    return (high - low) / 2;
  });
  return { value: mean(widths), n: values.length, ...percentileInterval(widths) };
}

/** Values of distinct questions, drawn by a partial shuffle. */
function subset(values: readonly number[], size: number, seed: number): number[] {
  const left = [...values];
  const draws = resampleIndices(2 ** 16, 1, seed);
  return Array.from({ length: size }, (_, i) => {
    const place = i + (draws[i]! % (left.length - i));
    [left[i], left[place]] = [left[place]!, left[i]!];
    return left[i]!;
  });
}
