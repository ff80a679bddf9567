import { z } from "zod";
import type { Violation } from "../errors.ts";
import type { Judgement } from "./agreement.ts";
import { labelledFiles } from "./gold-rules.ts";
import type { Question } from "./gold-schema.ts";
import {
  fieldName,
  locateYaml,
  schemaViolations,
  valueAt,
  type LocatedYaml,
  type YamlPath,
} from "./gold-yaml.ts";
import type { NamedText } from "./gold.ts";
import { type Manifest, MANIFEST_FILE, readManifest } from "./manifest.ts";

export const ANNOTATIONS_PATH = "data/kafka/annotations.yaml";

const text = z.string().trim().min(1, "must not be empty");

/** The file that a second person names as owner, from the human form alone. */
const ANNOTATION = z.strictObject({
  question: text,
  choice: text,
  confidence: z.enum(["low", "medium", "high"]),
  note: z.string().optional(),
});

/** What was decided where the two disagreed. The gold labels show the decision; `first` keeps what they said before. */
const ADJUDICATION = z.strictObject({
  question: text,
  first: text,
  kept: z.enum(["first", "second", "both"]),
  why: text,
});

const ANNOTATIONS = z.strictObject({
  annotations: z.array(ANNOTATION),
  adjudications: z
    .array(ADJUDICATION)
    .nullish()
    .transform((list) => list ?? []),
});
export type Annotations = z.infer<typeof ANNOTATIONS>;

const LISTS = ["annotations", "adjudications"] as const;
type Report = (
  list: (typeof LISTS)[number],
  index: number,
  field: string,
  message: string,
  remedy: string,
) => void;

/** Checks the second annotation against the gold questions. `annotations` is null when the file's form is broken. */
export function checkAnnotations(
  { file, text: content }: NamedText,
  questions: readonly Question[],
  manifest: Manifest = readManifest(),
): { annotations: Annotations | null; violations: Violation[] } {
  const { located: yaml, violations } = locateYaml(content, file);
  if (violations.length > 0) return { annotations: null, violations };
  const parsed = ANNOTATIONS.safeParse(yaml.value);
  if (!parsed.success) return { annotations: null, violations: formViolations(parsed.error, yaml) };
  const report: Report = (list, index, field, message, remedy) => {
    const item = parsed.data[list][index]!.question;
    const line = yaml.lineOf([list, index, field]);
    violations.push({ file, line, item, rule: `${list}.${field}`, message, remedy });
  };
  checkQuestions(parsed.data, questions, report);
  checkChoices(parsed.data, questions, manifest, report);
  checkDecisions(parsed.data, questions, report);
  violations.sort((a, b) => a.line - b.line);
  return { annotations: parsed.data, violations };
}

function formViolations(error: z.ZodError, yaml: LocatedYaml): Violation[] {
  return error.issues.flatMap((issue) => {
    const [list, index, ...field] = issue.path as YamlPath;
    const isItem = list !== undefined && index !== undefined;
    const at = isItem ? [list, index] : [];
    const named = valueAt(yaml.value, [...at, "question"]);
    const item = typeof named === "string" ? named : isItem ? fieldName([list, index]) : "(file)";
    const remedyOf = (): string =>
      list === "adjudications"
        ? "Write `{ question, first: path, kept: first|second|both, why }`."
        : "Write `{ question, choice: path, confidence: low|medium|high, note }` under `annotations`.";
    const inItem = { ...issue, path: isItem ? field : issue.path };
    return schemaViolations([inItem], { yaml, at, item, remedyOf });
  });
}

function checkQuestions(annotations: Annotations, questions: readonly Question[], report: Report): void {
  const ids = new Set(questions.map(({ id }) => id));
  for (const list of LISTS) {
    const seen = new Set<string>();
    annotations[list].forEach(({ question }, index) => {
      if (!ids.has(question)) report(list, index, "question", "is no gold question.", "Use a question's id.");
      if (seen.has(question)) report(list, index, "question", "stands here twice.", "Keep one of the two.");
      seen.add(question);
    });
  }
}

function checkChoices(
  { annotations, adjudications }: Annotations,
  questions: readonly Question[],
  { files }: Manifest,
  report: Report,
): void {
  const known = new Set(files.map(({ path }) => path));
  const decided = new Set(adjudications.map(({ question }) => question));
  const primaries = primariesOf(questions);
  annotations.forEach(({ question, choice }, index) => {
    if (!known.has(choice)) {
      report(
        "annotations",
        index,
        "choice",
        `${choice} is not in the corpus.`,
        `Take a path of ${MANIFEST_FILE}.`,
      );
    } else if (primaries.has(question) && !primaries.get(question)!.has(choice) && !decided.has(question)) {
      const message = `${choice} is not the gold label, and nobody has decided between the two.`;
      report("annotations", index, "choice", message, "Add the question to `adjudications`.");
    }
  });
}

/** The gold labels must show what an adjudication says. */
function checkDecisions(annotations: Annotations, questions: readonly Question[], report: Report): void {
  const choices = new Map(annotations.annotations.map(({ question, choice }) => [question, choice]));
  const primaries = primariesOf(questions);
  annotations.adjudications.forEach(({ question, first, kept }, index) => {
    const choice = choices.get(question);
    const gold = primaries.get(question);
    if (choice === undefined) {
      report("adjudications", index, "question", "was not annotated.", "Remove it, or add the annotation.");
    } else if (choice === first) {
      report("adjudications", index, "first", "is what the second chose, too.", "Remove the adjudication.");
    } else if (gold && (gold.has(first) !== (kept !== "second") || gold.has(choice) !== (kept !== "first"))) {
      const message = `says "${kept}", but the gold primaries are ${[...gold].join(", ")}.`;
      report("adjudications", index, "kept", message, "Change the gold labels or the decision.");
    }
  });
}

const primariesOf = (questions: readonly Question[]): Map<string, Set<string>> =>
  new Map(questions.map(({ id, retrieval }) => [id, new Set(retrieval.primary.map(({ path }) => path))]));

/**
 * Both annotators' choices on every annotated question, as `agreement` compares them. The first annotator's is the
 * gold primary: several primaries are one category. Where a disagreement was decided, it is what that annotator had
 * said before, so that the decision does not count as agreement.
 */
export function judgementsOf(questions: readonly Question[], annotations: Annotations): Judgement[] {
  const decisions = new Map(annotations.adjudications.map((decision) => [decision.question, decision]));
  const byId = new Map(questions.map((question) => [question.id, question]));
  return annotations.annotations.flatMap(({ question: id, choice }) => {
    const question = byId.get(id);
    if (!question) return [];
    const decision = decisions.get(id);
    const owner = decision?.first ?? question.retrieval.primary[0]!.path;
    const merged = new Map<string, string>([[owner, owner]]);
    for (const { path, role } of labelledFiles(question)) {
      merged.set(path, role === "primary" && !decision ? owner : path);
    }
    const categories = [...new Set(merged.values())];
    return [{ question: id, categories, first: owner, second: merged.get(choice) ?? null }];
  });
}
