/** Rows of the page of gold questions, by the rules of `rows.ts`. No text of the corpus is in them. */

/** `kafka/gold-questions.parquet`: one row a question, its files apart. */
export interface GoldQuestionRow {
  question: string;
  area: string;
  human: string;
  ai_optimized: string;
  keyword: string;
  wrong_terminology: string;
  /** Stands in `wrong_terminology` where `right_term` is correct. */
  wrong_term: string;
  right_term: string;
  /** Empty for a question that stays within one module. */
  cross_module: string;
  owner: string;
  reason: string;
  /** Why the neighbor is not the answer. */
  boundary: string;
  /** Metric families that matter, with spaces between. */
  metrics: string;
  /** The file that the second annotator named; empty where nobody has, as are the next two. */
  second_choice: string;
  /** `low`, `medium` or `high`. */
  second_confidence: string;
  second_note: string;
  /** Whether the two named the same file, before anything was decided between them. */
  agrees: boolean;
  /** `first`, `second` or `both`, and why; empty where nothing had to be decided. */
  decision: string;
  decision_why: string;
}

/** `kafka/gold-files.parquet`: one row a file that a question labels, in the order of the layers. */
export interface GoldFileRow {
  question: string;
  /** `primary`, `secondary` or `adversarial`. */
  role: string;
  /** In Kafka's repository at tag 4.0.0. */
  path: string;
  /** The owner's lines, both included; 0 for other roles. */
  line_from: number;
  line_to: number;
  /** What a secondary file helps to explain; empty for other roles. */
  why: string;
  /** Empty unless adversarial, as are the next two. */
  relation: string;
  strength: string;
  confusion: string;
}

/** `kafka/gold-agreement.parquet`: one row a coefficient of agreement of the two annotators. */
export interface GoldAgreementRow {
  /** `observed`, `uniform_kappa` or `cohen_kappa`. */
  coefficient: string;
  value: number;
  low: number;
  high: number;
  /** `bootstrap`, or `exact` where no resample differs and a bootstrap would claim certainty. */
  interval: string;
  /** Agreement that chance alone would give; 0 for the observed agreement. */
  expected: number;
  agreed: number;
  /** Questions that both judged. */
  n: number;
}
