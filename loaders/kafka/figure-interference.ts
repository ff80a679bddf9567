import type { KafkaInterferenceRow, OfStudy } from "../../src/shared/kafka-rows.ts";
import {
  type Displacement,
  displacementAt,
  type LabelledRanks,
  rankGap,
} from "../../src/shared/file-metrics.ts";
import { type Estimate, gapsOverQuestions, rateOverQuestions } from "../../src/shared/question-bootstrap.ts";
import { CUTOFFS } from "../../src/shared/vocabulary.ts";
import { round6 } from "../analyses/round.ts";
import type { Figure } from "../figures/figure.ts";
import { DEFAULT_CHUNKING } from "./chunkings.ts";
import { boundsIn, CUT_OFF, LIST } from "./columns.ts";
import { CONFUSIONS, FORMS, type Question, RELATIONS, STRENGTHS } from "./gold-schema.ts";
import { STUDY_INPUTS, type Study } from "./load-study.ts";
import type { RankedList } from "./question-facts.ts";
import { columnsOfStudy, forEveryStudy } from "./studies.ts";

const GROUPS = { any: ["any"], strength: STRENGTHS, confusion: CONFUSIONS, relation: RELATIONS } as const;
type Group = keyof typeof GROUPS;

/** Ranks by question and form, with adversarial files of one kind only (or any); questions without one are left out. */
function ranksOfKind(
  list: RankedList,
  questions: readonly Question[],
  group: Group,
  kind: string,
): LabelledRanks[][] {
  return questions.flatMap(({ interference }, index) => {
    const ofKind = interference.map((file) => group === "any" || file[group] === kind);
    if (!ofKind.some(Boolean)) return [];
    const forms = FORMS.flatMap((form) => list.facts.get(form)?.[index]?.complete ?? []);
    return [
      forms.map(({ primaries, adversarials }) => ({
        primaries,
        adversarials: adversarials.filter((_, file) => ofKind[file]),
      })),
    ];
  });
}

function kindRows(
  list: RankedList,
  questions: readonly Question[],
  group: Group,
  kind: string,
): KafkaInterferenceRow[] {
  const byQuestion = ranksOfKind(list, questions, group, kind);
  const forms = byQuestion.flat();
  if (forms.length === 0) return [];
  const gaps = gapsOverQuestions(byQuestion.map((ranks) => ranks.map(rankGap)));
  const totals = byQuestion.map((ranks) => ranks.length);
  return CUTOFFS.map((k) => {
    const displaced = byQuestion.map((ranks) => ranks.map((one) => displacementAt(one, k)));
    const rate = (is: (one: Displacement | null) => boolean): Estimate =>
      rateOverQuestions(
        displaced.map((of) => of.filter(is).length),
        totals,
      );
    const all = rate((one) => one !== null);
    const lower = rate((one) => one === "primary_lower");
    const none = rate((one) => one === "no_primary");
    return {
      system: list.system,
      chunking: list.chunking,
      mode: list.mode,
      group,
      kind,
      k,
      value: round6(all.value),
      low: round6(all.low),
      high: round6(all.high),
      primary_lower: round6(lower.value),
      primary_lower_low: round6(lower.low),
      primary_lower_high: round6(lower.high),
      no_primary: round6(none.value),
      no_primary_low: round6(none.low),
      no_primary_high: round6(none.high),
      rank_gap_mean: round6(gaps.mean.value),
      rank_gap_mean_low: round6(gaps.mean.low),
      rank_gap_mean_high: round6(gaps.mean.high),
      rank_gap_median: gaps.median.value,
      rank_gap_median_low: gaps.median.low,
      rank_gap_median_high: gaps.median.high,
      n: all.n,
      forms: forms.length,
    };
  });
}

/**
 * Displacement by each kind of adversarial file, over the default chunking; kinds that no question has are left out.
 * (Displacement by any file over every chunking is in `kafka/metrics`.)
 */
export const interferenceRows = ({
  questions,
  lists,
}: Pick<Study, "questions" | "lists">): KafkaInterferenceRow[] =>
  lists
    .filter(({ chunking }) => chunking === DEFAULT_CHUNKING)
    .flatMap((list) =>
      (Object.keys(GROUPS) as Group[]).flatMap((group) =>
        GROUPS[group].flatMap((kind) => kindRows(list, questions, group, kind)),
      ),
    );

export const kafkaInterference: Figure<OfStudy<KafkaInterferenceRow>> = {
  id: "kafka/interference",
  title: "Displacement and rank gap by strength, confusion and relation of the adversarial file",
  source: "loaders/kafka/figure-interference.ts",
  inputs: STUDY_INPUTS,
  columns: columnsOfStudy<KafkaInterferenceRow>({
    ...LIST,
    group: ["utf8", "", "strength, confusion or relation; any for all adversarial files"],
    kind: ["utf8", "", "value of it"],
    k: CUT_OFF,
    value: ["float64", "rate 0..1", "share of forms displaced by a file of this kind"],
    ...boundsIn("rate 0..1"),
    primary_lower: ["float64", "rate 0..1", "share with a primary lower in the top k"],
    primary_lower_low: ["float64", "rate 0..1", "2.5 % bound"],
    primary_lower_high: ["float64", "rate 0..1", "97.5 % bound"],
    no_primary: ["float64", "rate 0..1", "share with no primary in the top k"],
    no_primary_low: ["float64", "rate 0..1", "2.5 % bound"],
    no_primary_high: ["float64", "rate 0..1", "97.5 % bound"],
    rank_gap_mean: ["float64", "ranks", "first file of this kind minus first primary, mean over forms"],
    rank_gap_mean_low: ["float64", "ranks", "2.5 % bound"],
    rank_gap_mean_high: ["float64", "ranks", "97.5 % bound"],
    rank_gap_median: ["float64", "ranks", "its median"],
    rank_gap_median_low: ["float64", "ranks", "2.5 % bound"],
    rank_gap_median_high: ["float64", "ranks", "97.5 % bound"],
    n: ["int32", "count", "questions with such a file"],
    forms: ["int32", "count", "forms of these questions"],
  }),
  compute: forEveryStudy(interferenceRows),
};
