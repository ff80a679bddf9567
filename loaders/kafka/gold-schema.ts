import { z } from "zod";
import { KAFKA } from "./manifest.ts";

/** Parts of the broker that questions are spread over. */
export const AREAS = [
  "network",
  "requests",
  "replication",
  "log",
  "controller",
  "kraft",
  "metadata",
  "group-coordination",
  "transactions",
  "share-groups",
  "quotas",
  "security",
  "configuration",
  "metrics",
  "tiered-storage",
] as const;

/** What an adversarial file is to the primary one. */
export const RELATIONS = [
  "caller",
  "callee",
  "sibling",
  "interface",
  "implementation",
  "base_class",
  "subclass",
  "configuration",
  "data_holder",
  "metrics",
  "predecessor",
] as const;

/** How likely an adversarial file is to be taken for the primary one. */
export const STRENGTHS = ["weak", "medium", "strong"] as const;

/** Why an adversarial file is taken for the primary one. */
export const CONFUSIONS = [
  "shared_vocabulary",
  "similar_name",
  "caller_vs_owner",
  "interface_vs_behavior",
  "config_vs_behavior",
  "data_vs_logic",
  "sibling_mechanism",
  "old_vs_new",
] as const;

/** Metric families that a question may say matter for it. */
export const METRIC_FAMILIES = [
  "recall",
  "mrr",
  "displacement",
  "rank_gap",
  "quorum",
  "paraphrase_drop",
  "span_hit",
] as const;

/** The forms of one question; every question has the first four. */
export const FORMS = ["human", "ai_optimized", "keyword", "wrong_terminology", "cross_module"] as const;
export type Form = (typeof FORMS)[number];

// Line ends within a text are the file's layout, not the question's.
const text = z
  .string()
  .transform((value) => value.replace(/\s+/g, " ").trim())
  .refine((value) => value !== "", "must not be empty");
const path = z.string().min(1, "must not be empty");
const lineNumber = z.int("must be a line number").min(1, "must be a line number from 1");

const primary = z.strictObject({
  path,
  /** The owner's span, both ends included. */
  lines: z.tuple([lineNumber, lineNumber], "must be [from, to]"),
});
const secondary = z.strictObject({ path, why: text });
const adversarial = z.strictObject({
  path,
  relation: z.enum(RELATIONS),
  strength: z.enum(STRENGTHS),
  confusion: z.enum(CONFUSIONS),
});

const hyphened = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens");

/** A question with its five layers, as it is written about any code base: areas are its own. */
const QUESTION = z.strictObject({
  id: hyphened,
  area: hyphened,
  retrieval: z.strictObject({
    /** Files that own the behavior. */
    primary: z.array(primary).min(1, "needs at least one file"),
    /** Files that help to explain it; often none. */
    secondary: z
      .array(secondary)
      .nullish()
      .transform((files) => files ?? []),
  }),
  cognitive: z.strictObject({
    human: text,
    ai_optimized: text,
    keyword: text,
    /** A human form with exactly one wrong term. */
    wrong_terminology: z.strictObject({ text, wrong_term: text, right_term: text }),
    cross_module: text.optional(),
  }),
  interference: z.array(adversarial).min(2, "needs 2 to 5 files").max(5, "needs 2 to 5 files"),
  rationale: z.strictObject({ owner: text, reason: text, boundary: text }),
  evaluation: z.strictObject({
    metrics: z
      .array(z.enum(METRIC_FAMILIES))
      .min(1, "needs at least one metric family")
      .refine((metrics) => new Set(metrics).size === metrics.length, "names a metric family twice"),
  }),
});
export type Question = z.infer<typeof QUESTION>;

const KAFKA_QUESTION = QUESTION.extend({ area: z.enum(AREAS) });

/** What a question about a code base has to be: Kafka's areas are fixed. */
export const questionSchema = (corpus: string): z.ZodType<Question> =>
  corpus === KAFKA.corpus ? KAFKA_QUESTION : QUESTION;

/** The gold file around its questions, which are checked one by one. */
export const goldFileSchema = (corpus: string) =>
  z.strictObject({
    version: z.int().positive(),
    corpus: z.literal(corpus),
    questions: z.array(z.unknown()).min(1, "needs at least one question"),
  });

/** What to do about a violation in each layer. */
const REMEDIES: Record<string, string> = {
  id: "Give the question an id like `quota-throttle-time`.",
  area: `Choose one of ${AREAS.join(", ")}.`,
  "retrieval.primary": "Write each primary as `{ path: ..., lines: [from, to] }`.",
  "retrieval.secondary": "Write each secondary as `{ path: ..., why: ... }`.",
  retrieval: "Give the layer its `primary` and `secondary` files.",
  "cognitive.wrong_terminology": "Write `{ text: ..., wrong_term: ..., right_term: ... }`.",
  cognitive: "Give each form (human, ai_optimized, keyword, wrong_terminology) its text.",
  interference:
    "List 2 to 5 adversarial files, each as `{ path: ..., relation: ..., strength: ..., confusion: ... }`.",
  rationale: "Say the owner, the reason and the boundary: why the neighbor is not the answer.",
  evaluation: `List the metric families that matter: ${METRIC_FAMILIES.join(", ")}.`,
};

/** The remedy of the longest field name that this one begins with. */
export function goldRemedy(field: string, corpus: string = KAFKA.corpus): string {
  if (field === "area" && corpus !== KAFKA.corpus) {
    return "Name the part of the code base in lower-case words joined by hyphens, as in `error-handling`.";
  }
  const prefixes = Object.keys(REMEDIES).filter((prefix) => field.startsWith(prefix));
  const longest = prefixes.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? "Write a mapping with id, area and the five layers." : REMEDIES[longest]!;
}

/** Texts of a question by form, in the order of `FORMS`. */
export function formTexts({ cognitive }: Question): { form: Form; text: string }[] {
  return FORMS.flatMap((form) => {
    const value = cognitive[form];
    if (value === undefined) return [];
    return [{ form, text: typeof value === "string" ? value : value.text }];
  });
}
