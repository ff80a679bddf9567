import type { KafkaMetricRow } from "../../src/shared/kafka-rows.ts";
import {
  displacementAt,
  type LabelledRanks,
  primaryShareAt,
  quorumAt,
  rankGap,
  recallAt,
  reciprocalRank,
  spanHitAt,
} from "../../src/shared/file-metrics.ts";
import {
  differenceOverQuestions,
  type Estimate,
  gapsOverQuestions,
  meansOverQuestions,
  rateOverQuestions,
} from "../../src/shared/question-bootstrap.ts";
import { CUTOFFS } from "../../src/shared/vocabulary.ts";
import { round6 } from "../analyses/round.ts";
import { SHARED_FORMS } from "./claim-measures.ts";
import { FORMS, type Form } from "./gold-schema.ts";
import { type Protocol, PROTOCOLS, type QuestionFacts, type RankedList } from "./question-facts.ts";

type Named = Pick<KafkaMetricRow, "form" | "metric" | "k"> & { estimate: Estimate };

const flag = (is: boolean): number => (is ? 1 : 0);

const factsOf = (list: RankedList, form: Form): QuestionFacts[] =>
  (list.facts.get(form) ?? []).filter((facts) => facts !== undefined);

/** Metrics of one form, whose means are taken together. */
function formMetrics(form: Form, facts: readonly QuestionFacts[], protocol: Protocol): Named[] {
  const ranks = facts.map((one) => one[protocol]);
  const columns: { metric: string; k: number; values: number[] }[] = CUTOFFS.flatMap((k) => {
    const displaced = ranks.map((one) => displacementAt(one, k));
    return [
      { metric: "recall", k, values: ranks.map((one) => recallAt(one, k)) },
      { metric: "primary_share", k, values: ranks.map((one) => primaryShareAt(one, k)) },
      { metric: "displacement", k, values: displaced.map((is) => flag(is !== null)) },
      {
        metric: "displacement_primary_lower",
        k,
        values: displaced.map((is) => flag(is === "primary_lower")),
      },
      { metric: "displacement_no_primary", k, values: displaced.map((is) => flag(is === "no_primary")) },
      ...(protocol === "complete"
        ? [{ metric: "span_hit", k, values: facts.map((one) => spanHitAt(one.complete, one.spanHits, k)) }]
        : []),
    ];
  });
  columns.push({ metric: "mrr", k: 0, values: ranks.map(reciprocalRank) });
  const estimates = meansOverQuestions(columns.map(({ values }) => values));
  const gaps = gapsOverQuestions(ranks.map(rankGap));
  return [
    ...columns.map(({ metric, k }, index) => ({ form, metric, k, estimate: estimates[index]! })),
    { form, metric: "rank_gap_mean", k: 0, estimate: gaps.mean },
    { form, metric: "rank_gap_median", k: 0, estimate: gaps.median },
  ];
}

/** Displacement pooled over every form of each question. */
function pooledDisplacement(list: RankedList, protocol: Protocol): Named[] {
  const questions = list.facts
    .get("human")!
    .map((_, question) => FORMS.flatMap((form) => list.facts.get(form)?.[question]?.[protocol] ?? []));
  const totals = questions.map((forms) => forms.length);
  return CUTOFFS.flatMap((k) => {
    const rate = (metric: string, is: (ranks: LabelledRanks) => boolean): Named => {
      const counts = questions.map((forms) => forms.filter(is).length);
      return { form: "all", metric, k, estimate: rateOverQuestions(counts, totals) };
    };
    return [
      rate("displacement", (ranks) => displacementAt(ranks, k) !== null),
      rate("displacement_primary_lower", (ranks) => displacementAt(ranks, k) === "primary_lower"),
      rate("displacement_no_primary", (ranks) => displacementAt(ranks, k) === "no_primary"),
    ];
  });
}

/** Recall of the human form minus that of another, over the questions that have both. */
function recallLost(list: RankedList, form: Form, protocol: Protocol): Named[] {
  const pairs = list.facts.get("human")!.flatMap((human, question) => {
    const other = list.facts.get(form)?.[question];
    return human && other ? [[human[protocol], other[protocol]] as const] : [];
  });
  if (pairs.length === 0) return [];
  const columns = CUTOFFS.map((k) => pairs.map(([human, other]) => recallAt(human, k) - recallAt(other, k)));
  const estimates = meansOverQuestions(columns);
  return CUTOFFS.map((k, i) => ({ form, metric: "recall_lost", k, estimate: estimates[i]! }));
}

/** Metrics that need several forms of a question. */
function acrossForms(list: RankedList, protocol: Protocol): Named[] {
  const byForm = SHARED_FORMS.map((form) => factsOf(list, form).map((facts) => facts[protocol]));
  const quorum = (need: "any" | "all"): Named[] => {
    const columns = CUTOFFS.map(
      (k) =>
      byForm[0]!.map((_, question) => quorumAt(byForm.map((ranks) => ranks[question]!), k, need)), // prettier-ignore
    );
    const estimates = meansOverQuestions(columns);
    return CUTOFFS.map((k, i) => ({ form: "all", metric: `quorum_${need}`, k, estimate: estimates[i]! }));
  };
  const recalls = (form: Form): number[] =>
    byForm[SHARED_FORMS.indexOf(form)]!.map((ranks) => recallAt(ranks, 10));
  const drop = differenceOverQuestions(recalls("human"), recalls("wrong_terminology"));
  return [
    ...quorum("any"),
    ...quorum("all"),
    { form: "all", metric: "paraphrase_drop", k: 10, estimate: drop },
    ...pooledDisplacement(list, protocol),
  ];
}

/** Every metric of one list, by both protocols. */
export function metricRows(list: RankedList): KafkaMetricRow[] {
  const { system, chunking, mode } = list;
  return PROTOCOLS.flatMap((protocol) => {
    const forms = FORMS.map((form) => ({ form, facts: factsOf(list, form) }));
    const named = [
      ...forms.flatMap(({ form, facts }) => (facts.length > 0 ? formMetrics(form, facts, protocol) : [])),
      ...FORMS.filter((form) => form !== "human").flatMap((form) => recallLost(list, form, protocol)),
      ...acrossForms(list, protocol),
    ];
    return named.map(({ form, metric, k, estimate: { value, low, high, n } }) => ({
      system,
      chunking,
      mode,
      protocol,
      form,
      metric,
      k,
      value: round6(value),
      low: round6(low),
      high: round6(high),
      n,
    }));
  });
}
