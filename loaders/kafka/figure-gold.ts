import { existsSync, readFileSync } from "node:fs";
import type { GoldAgreementRow, GoldFileRow, GoldQuestionRow } from "../../src/shared/gold-rows.ts";
import type { OfStudy } from "../../src/shared/kafka-rows.ts";
import { exactProportion } from "../../src/shared/binomial-interval.ts";
import { round6 } from "../analyses/round.ts";
import { InputError } from "../errors.ts";
import type { Figure } from "../figures/figure.ts";
import { fromRoot } from "../paths.ts";
import { agreement, type Estimate, type Judgement } from "./agreement.ts";
import { ANNOTATIONS_PATH, type Annotations, checkAnnotations, judgementsOf } from "./annotation.ts";
import { ASKED, QUESTIONS } from "./columns.ts";
import type { Question } from "./gold-schema.ts";
import { STUDY_INPUTS, type Study } from "./load-study.ts";
import { KAFKA } from "./manifest.ts";
import { columnsOfStudy, forEveryStudy } from "./studies.ts";

const SOURCE = "loaders/kafka/figure-gold.ts";
const INPUTS = [...STUDY_INPUTS, ANNOTATIONS_PATH];

/**
 * The committed second annotation, which is of Kafka's questions; an empty one where there is none.
 * @throws InputError that names file, line, question and remedy of each violation
 */
function readAnnotations({ id, questions }: Study): Annotations {
  const path = fromRoot(ANNOTATIONS_PATH);
  if (id !== KAFKA.corpus || !existsSync(path)) return { annotations: [], adjudications: [] };
  const named = { file: ANNOTATIONS_PATH, text: readFileSync(path, "utf8") };
  const { annotations, violations } = checkAnnotations(named, questions);
  if (violations.length > 0 || annotations === null) throw new InputError(violations);
  return annotations;
}

const agrees = ({ first, second }: Judgement): boolean => first === second;

/** Questions with their texts, in the order of the file. */
export function goldQuestionRows(
  questions: readonly Question[],
  { annotations, adjudications }: Annotations,
): GoldQuestionRow[] {
  const seconds = new Map(annotations.map((annotation) => [annotation.question, annotation]));
  const decisions = new Map(adjudications.map((decision) => [decision.question, decision]));
  const judgements = judgementsOf(questions, { annotations, adjudications });
  const agreed = new Set(judgements.filter(agrees).map(({ question }) => question));
  return questions.map(({ id, area, cognitive, rationale, evaluation }) => {
    const { text, wrong_term, right_term } = cognitive.wrong_terminology;
    const second = seconds.get(id);
    const decision = decisions.get(id);
    return {
      question: id,
      area,
      human: cognitive.human,
      ai_optimized: cognitive.ai_optimized,
      keyword: cognitive.keyword,
      wrong_terminology: text,
      wrong_term,
      right_term,
      cross_module: cognitive.cross_module ?? "",
      ...rationale,
      metrics: evaluation.metrics.join(" "),
      second_choice: second?.choice ?? "",
      second_confidence: second?.confidence ?? "",
      second_note: second?.note ?? "",
      agrees: agreed.has(id),
      decision: decision?.kept ?? "",
      decision_why: decision?.why ?? "",
    };
  });
}

/** Every file that a question labels. */
export function goldFileRows(questions: readonly Question[]): GoldFileRow[] {
  const none = { line_from: 0, line_to: 0, why: "", relation: "", strength: "", confusion: "" };
  return questions.flatMap(({ id: question, retrieval, interference }) => [
    ...retrieval.primary.map(({ path, lines: [line_from, line_to] }) => {
      return { ...none, question, role: "primary", path, line_from, line_to };
    }),
    ...retrieval.secondary.map((file) => ({ ...none, question, role: "secondary", ...file })),
    ...interference.map((file) => ({ ...none, question, role: "adversarial", ...file })),
  ]);
}

/**
 * Agreement, and how much of it chance would give. Where both always or never chose alike, every resample says the same:
 * then the bounds are those of an exact binomial interval, and kappa's follow from them with chance taken as it is.
 */
export function goldAgreementRows(judgements: readonly Judgement[]): GoldAgreementRow[] {
  if (judgements.length === 0) return [];
  const { observed, uniform, cohen, questions: n } = agreement(judgements);
  const agreed = judgements.filter(agrees).length;
  const exact = exactProportion(agreed, n);
  const degenerate = agreed === 0 || agreed === n;
  const row = (coefficient: string, { value, low, high }: Estimate, expected: number): GoldAgreementRow => {
    const above = (share: number): number => (share - expected) / (1 - expected);
    const [from, to] = degenerate ? [above(exact.low), above(exact.high)] : [low, high];
    const interval = degenerate ? "exact" : "bootstrap";
    const rounded = { value: round6(value), low: round6(from), high: round6(to), expected: round6(expected) };
    return { coefficient, ...rounded, interval, agreed, n };
  };
  return [
    row("observed", observed, 0),
    row("uniform_kappa", uniform, uniform.expected),
    row("cohen_kappa", cohen, cohen.expected),
  ];
}

const questions: Figure<OfStudy<GoldQuestionRow>> = {
  id: "kafka/gold-questions",
  title: "Gold questions: forms, rationale, evaluation, second annotation",
  source: SOURCE,
  inputs: INPUTS,
  columns: columnsOfStudy<GoldQuestionRow>({
    question: ASKED.question,
    area: ["utf8", "", "part of the code base"],
    human: ["utf8", "", "as a developer asks"],
    ai_optimized: ["utf8", "", "in the code's own terms"],
    keyword: ["utf8", "", "as a few search words"],
    wrong_terminology: ["utf8", "", "as a developer asks, with one wrong term"],
    wrong_term: ["utf8", "", "the wrong term"],
    right_term: ["utf8", "", "the right one"],
    cross_module: ["utf8", "", "from another module's view; empty where there is none"],
    owner: ["utf8", "", "what owns the behavior"],
    reason: ["utf8", "", "how it does it"],
    boundary: ["utf8", "", "why the neighbor is not the answer"],
    metrics: ["utf8", "", "metric families that matter, with spaces between"],
    second_choice: ["utf8", "", "file that the second annotator named"],
    second_confidence: ["utf8", "", "low, medium or high"],
    second_note: ["utf8", "", "the second annotator's note"],
    agrees: ["bool", "", "whether both named the same file, before adjudication"],
    decision: ["utf8", "", "first, second or both; empty where nothing had to be decided"],
    decision_why: ["utf8", "", "why"],
  }),
  compute: forEveryStudy((study) => goldQuestionRows(study.questions, readAnnotations(study))),
};

const files: Figure<OfStudy<GoldFileRow>> = {
  id: "kafka/gold-files",
  title: "Files that the gold questions label",
  source: SOURCE,
  inputs: INPUTS,
  columns: columnsOfStudy<GoldFileRow>({
    question: ASKED.question,
    role: ["utf8", "", "primary, secondary or adversarial"],
    path: ["utf8", "", "path in the code base"],
    line_from: ["int32", "line", "first line of the owner; 0 for other roles"],
    line_to: ["int32", "line", "last line of the owner; 0 for other roles"],
    why: ["utf8", "", "what a secondary file helps to explain"],
    relation: ["utf8", "", "what an adversarial file is to the owner"],
    strength: ["utf8", "", "weak, medium or strong"],
    confusion: ["utf8", "", "why it is taken for the owner"],
  }),
  compute: forEveryStudy(({ questions: gold }) => goldFileRows(gold)),
};

const agreements: Figure<OfStudy<GoldAgreementRow>> = {
  id: "kafka/gold-agreement",
  title: "Agreement of the second annotator of the gold questions",
  source: SOURCE,
  inputs: INPUTS,
  columns: columnsOfStudy<GoldAgreementRow>({
    coefficient: ["utf8", "", "observed, uniform_kappa or cohen_kappa"],
    value: ["float64", "-1..1", "the coefficient"],
    low: ["float64", "-1..1", "2.5 % bound"],
    high: ["float64", "-1..1", "97.5 % bound"],
    interval: ["utf8", "", "bootstrap over questions, or exact where no resample differs"],
    expected: ["float64", "rate 0..1", "agreement by chance alone"],
    agreed: ["int32", "count", "questions on which both named the same file"],
    n: QUESTIONS,
  }),
  compute: forEveryStudy((study) => goldAgreementRows(judgementsOf(study.questions, readAnnotations(study)))),
};

export const kafkaGold: Figure[] = [questions, files, agreements];
