import { readFileSync } from "node:fs";
import { InputError, type Violation } from "../errors.ts";
import { fromRoot, repositoryPath } from "../paths.ts";
import { type PlacedQuestion, questionViolations, repeatedViolations } from "./gold-rules.ts";
import { goldFileSchema, goldRemedy, type Question, questionSchema } from "./gold-schema.ts";
import { type LocatedYaml, locateYaml, schemaViolations, valueAt, type YamlPath } from "./gold-yaml.ts";
import { type Manifest, readManifest } from "./manifest.ts";

export const QUESTIONS_FILE = "data/kafka/gold.yaml";

/** A YAML text and the name that messages show. */
export interface NamedText {
  file: string;
  text: string;
}

/** What was read of gold files: every well-formed question, and every violation. */
export interface GoldCheck {
  questions: Question[];
  violations: Violation[];
}

/**
 * Checks gold files, ids and texts over all of them. A file is `{version, corpus, questions}` or, for a part that is
 * still being written, the bare list of questions.
 */
export function checkGold(files: readonly NamedText[], manifest: Manifest = readManifest()): GoldCheck {
  const read = files.map((file) => readQuestions(file, manifest.corpus));
  const placed = read.flatMap(({ questions }) => questions);
  const violations = [
    ...read.flatMap((part) => part.violations),
    ...placed.flatMap((question) => questionViolations(question, manifest)),
    ...repeatedViolations(placed),
  ];
  const order = new Map(files.map(({ file }, index) => [file, index]));
  violations.sort((a, b) => order.get(a.file)! - order.get(b.file)! || a.line - b.line);
  return { questions: placed.map(({ question }) => question), violations };
}

/**
 * A code base's questions in their order, Kafka's unless told.
 * @param path of the file
 * @throws InputError that names file, line, question, layer and remedy of each violation
 */
export function readGold(
  manifest: Manifest = readManifest(),
  path: string = fromRoot(QUESTIONS_FILE),
  file: string = repositoryPath(path),
): Question[] {
  const text = readFileSync(path, "utf8");
  const { questions, violations } = checkGold([{ file, text }], manifest);
  if (violations.length > 0) throw new InputError(violations);
  return questions;
}

function readQuestions(
  { file, text }: NamedText,
  corpus: string,
): { questions: PlacedQuestion[]; violations: Violation[] } {
  const { located: yaml, violations } = locateYaml(text, file);
  if (violations.length > 0) return { questions: [], violations };
  const list = Array.isArray(yaml.value) && file !== QUESTIONS_FILE;
  if (!list) {
    const outer = goldFileSchema(corpus).safeParse(yaml.value);
    const remedyOf = (field: string): string =>
      field === "corpus"
        ? `Write \`corpus: ${corpus}\`, which is the code base's id.`
        : "Write `{ version, corpus, questions }`, or a bare list of questions.";
    if (!outer.success) {
      violations.push(...schemaViolations(outer.error.issues, { yaml, at: [], item: "(file)", remedyOf }));
    }
  }
  const items = valueAt(yaml.value, list ? [] : ["questions"]);
  const questions = (Array.isArray(items) ? (items as unknown[]) : []).flatMap((item, index) => {
    const at: YamlPath = list ? [index] : ["questions", index];
    const parsed = questionSchema(corpus).safeParse(item);
    if (parsed.success) return [{ question: parsed.data, yaml, at }];
    violations.push(...schemaViolations(parsed.error.issues, placeOf(yaml, at, index, corpus)));
    return [];
  });
  return { questions, violations };
}

function placeOf(yaml: LocatedYaml, at: YamlPath, index: number, corpus: string) {
  const id = valueAt(yaml.value, [...at, "id"]);
  const item = typeof id === "string" ? id : `question ${index + 1}`;
  return { yaml, at, item, remedyOf: (field: string) => goldRemedy(field, corpus) };
}
