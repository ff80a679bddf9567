import type { KafkaQuestionRow, OfStudy } from "../../src/shared/kafka-rows.ts";
import { firstRank } from "../../src/shared/file-metrics.ts";
import type { Figure } from "../figures/figure.ts";
import { ASKED, LIST } from "./columns.ts";
import { FORMS, type Form } from "./gold-schema.ts";
import { STUDY_INPUTS, type Study } from "./load-study.ts";
import type { QuestionFacts, RankedList } from "./question-facts.ts";
import { columnsOfStudy, forEveryStudy } from "./studies.ts";

/** 0 where there is none. */
const shown = (rank: number): number => (Number.isFinite(rank) ? rank : 0);

function row(list: RankedList, question: string, form: Form, facts: QuestionFacts): KafkaQuestionRow {
  const { complete, top_10_chunks: listed, spanHits, listedFiles } = facts;
  const within = (k: number): number => complete.primaries.filter((rank) => rank <= k).length;
  return {
    system: list.system,
    chunking: list.chunking,
    mode: list.mode,
    question,
    form,
    first_primary: shown(firstRank(complete.primaries)),
    first_adversarial: shown(firstRank(complete.adversarials)),
    first_span: shown(firstRank(complete.primaries.filter((_, primary) => spanHits[primary]))),
    primaries: complete.primaries.length,
    primaries_1: within(1),
    primaries_3: within(3),
    primaries_5: within(5),
    primaries_10: within(10),
    listed_files: listedFiles,
    listed_primary: shown(firstRank(listed.primaries)),
    listed_adversarial: shown(firstRank(listed.adversarials)),
    listed_primaries: listed.primaries.filter(Number.isFinite).length,
  };
}

export const questionRows = ({ questions, lists }: Pick<Study, "questions" | "lists">): KafkaQuestionRow[] =>
  lists.flatMap((list) =>
    FORMS.flatMap((form) =>
      questions.flatMap(({ id }, index) => {
        const facts = list.facts.get(form)?.[index];
        return facts ? [row(list, id, form, facts)] : [];
      }),
    ),
  );

const RANK = "rank, halves for ties, 0 for none";

export const kafkaPerQuestion: Figure<OfStudy<KafkaQuestionRow>> = {
  id: "kafka/per-question",
  title: "Where each question's labelled files stand in every ranking",
  source: "loaders/kafka/figure-per-question.ts",
  inputs: STUDY_INPUTS,
  columns: columnsOfStudy<KafkaQuestionRow>({
    ...LIST,
    ...ASKED,
    first_primary: ["float64", RANK, "first primary in the complete ranking"],
    first_adversarial: ["float64", RANK, "first adversarial file in the complete ranking"],
    first_span: ["float64", RANK, "first primary whose best chunk overlaps the owner's lines"],
    primaries: ["int32", "count", "primaries of the question"],
    primaries_1: ["int32", "count", "of them at rank 1"],
    primaries_3: ["int32", "count", "of them in the top 3"],
    primaries_5: ["int32", "count", "of them in the top 5"],
    primaries_10: ["int32", "count", "of them in the top 10"],
    listed_files: ["int32", "count", "files of the ten best chunks"],
    listed_primary: ["float64", RANK, "first primary among them"],
    listed_adversarial: ["float64", RANK, "first adversarial file among them"],
    listed_primaries: ["int32", "count", "primaries among them"],
  }),
  compute: forEveryStudy(questionRows),
};
