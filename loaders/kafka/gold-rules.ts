import { posix } from "node:path";
import type { Violation } from "../errors.ts";
import { formTexts, type Question } from "./gold-schema.ts";
import { fieldName, type LocatedYaml, type YamlPath } from "./gold-yaml.ts";
import { KAFKA, type Manifest, MANIFEST_FILE } from "./manifest.ts";

/** A question with the place it was read from. */
export interface PlacedQuestion {
  question: Question;
  yaml: LocatedYaml;
  /** Path of the question in its file. */
  at: YamlPath;
}

/** A violation at a field of a question. */
function violationAt(placed: PlacedQuestion, field: YamlPath, message: string, remedy: string): Violation {
  const { question, yaml, at } = placed;
  const line = yaml.lineOf([...at, ...field]);
  return { file: yaml.file, line, item: question.id, rule: fieldName(field), message, remedy };
}

/** A labelled file of a question and where it is written. */
interface Labelled {
  path: string;
  role: "primary" | "secondary" | "adversarial";
  field: YamlPath;
}

/** Every file that a question labels, in the order of its layers. */
export function labelledFiles({ retrieval, interference }: Question): Labelled[] {
  const of = (files: readonly { path: string }[], role: Labelled["role"], layer: YamlPath): Labelled[] =>
    files.map(({ path }, index) => ({ path, role, field: [...layer, index, "path"] }));
  return [
    ...of(retrieval.primary, "primary", ["retrieval", "primary"]),
    ...of(retrieval.secondary, "secondary", ["retrieval", "secondary"]),
    ...of(interference, "adversarial", ["interference"]),
  ];
}

/** Rules that a single question can break although its fields are well formed. */
export function questionViolations(placed: PlacedQuestion, manifest: Manifest): Violation[] {
  const unwritten = starterTexts(placed);
  return [
    ...unknownFiles(placed, manifest),
    ...wrongSpans(placed, manifest),
    ...secondRoles(placed),
    ...unwritten,
    ...(unwritten.length > 0 ? [] : [...namedClass(placed), ...wrongTerms(placed)]),
  ];
}

function unknownFiles(placed: PlacedQuestion, { corpus, files }: Manifest): Violation[] {
  const known = new Set(files.map(({ path }) => path));
  return labelledFiles(placed.question)
    .filter(({ path }) => !known.has(path))
    .map(({ path, field }) => {
      const namesakes = files.filter((file) => posix.basename(file.path) === posix.basename(path));
      const remedy =
        namesakes.length > 0
          ? `Is ${namesakes.map((file) => file.path).join(" or ")} meant?`
          : corpus === KAFKA.corpus
            ? `Take a path of ${MANIFEST_FILE}.`
            : `Write the path from the code base's folder, as in ${files[0]?.path ?? "src/a.py"}; files that were left out have no path.`;
      return violationAt(placed, field, `${path} is not in the corpus.`, remedy);
    });
}

function wrongSpans(placed: PlacedQuestion, { corpus, files }: Manifest): Violation[] {
  const where = corpus === KAFKA.corpus ? " at tag 4.0.0" : "";
  const lengths = new Map(files.map(({ path, lines }) => [path, lines]));
  return placed.question.retrieval.primary.flatMap(({ path, lines: [from, to] }, index) => {
    const field = ["retrieval", "primary", index, "lines"];
    const length = lengths.get(path);
    if (from > to) {
      return violationAt(placed, field, `[${from}, ${to}] ends before it begins.`, "Write [from, to].");
    }
    if (length === undefined || to <= length) return [];
    const message = `[${from}, ${to}] is outside of ${posix.basename(path)}, which has ${length} lines.`;
    return violationAt(placed, field, message, `Open the file${where} and take the owner's lines.`);
  });
}

function secondRoles(placed: PlacedQuestion): Violation[] {
  const roles = new Map<string, Labelled["role"]>();
  return labelledFiles(placed.question).flatMap(({ path, role, field }) => {
    const first = roles.get(path);
    if (first === undefined) {
      roles.set(path, role);
      return [];
    }
    const message =
      first === role ? `lists ${path} twice.` : `${path} is ${role} here and ${first} in the same question.`;
    return violationAt(placed, field, message, "Give each file one role, once.");
  });
}

/** Words of a class name: `KRaftMetadataCache` has `K`, `Raft`, `Metadata`, `Cache`. */
const nameWords = (stem: string): string[] => stem.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+/g) ?? [];

/** Finds a class name in prose: in any case, its words joined or apart, one or several of it. */
function classNamePattern(stem: string): RegExp {
  const words = nameWords(stem);
  return new RegExp(`\\b${words.join("[\\s_-]*")}${words.length > 1 ? "s?" : ""}\\b`, "i");
}

/** What a starter gold file has where a text belongs, before it says which. */
export const STARTER_TEXT = "<write:";

/** Texts that a starter file came with are no questions. */
function starterTexts(placed: PlacedQuestion): Violation[] {
  const { cognitive, rationale } = placed.question;
  const texts = [
    ...formTexts(placed.question).map(({ form, text }) => [["cognitive", form] as YamlPath, text] as const),
    ...Object.entries(rationale).map(([name, text]) => [["rationale", name] as YamlPath, text] as const),
    ...(["wrong_term", "right_term"] as const).map(
      (name) =>
        [["cognitive", "wrong_terminology", name] as YamlPath, cognitive.wrong_terminology[name]] as const,
    ),
  ];
  return texts
    .filter(([, text]) => text.startsWith(STARTER_TEXT))
    .map(([field]) => violationAt(placed, field, "still holds the starter's text.", "Write your own text."));
}

/** An ordinary word is no name of a class: a human may ask about errors although the file is `errors.ts`. */
const isOrdinaryWord = (stem: string): boolean => /^[a-z0-9]*$/.test(stem);

function namedClass(placed: PlacedQuestion): Violation[] {
  const { human } = placed.question.cognitive;
  return placed.question.retrieval.primary.flatMap(({ path }) => {
    const stem = posix.basename(path).replace(/\.\w+$/, "");
    if (isOrdinaryWord(stem) || nameWords(stem).length === 0) return [];
    const found = classNamePattern(stem).exec(human)?.[0];
    if (found === undefined) return [];
    const message = `says "${found}", which names the class ${stem} that it asks for.`;
    return violationAt(placed, ["cognitive", "human"], message, "Ask for what it does, in everyday words.");
  });
}

function wrongTerms(placed: PlacedQuestion): Violation[] {
  const { text, wrong_term, right_term } = placed.question.cognitive.wrong_terminology;
  const has = (term: string): boolean => text.toLowerCase().includes(term.toLowerCase());
  const field = (name: string): YamlPath => ["cognitive", "wrong_terminology", name];
  const violations: Violation[] = [];
  if (!has(wrong_term)) {
    const message = `"${wrong_term}" is not in the text.`;
    violations.push(violationAt(placed, field("wrong_term"), message, "Use the wrong term in the text."));
  }
  if (has(right_term)) {
    const message = `"${right_term}" is in the text, which shall have the wrong term only.`;
    violations.push(
      violationAt(placed, field("right_term"), message, "Take the right term out of the text."),
    );
  }
  return violations;
}

/** Ids and texts that occur twice over all questions. Texts are compared by their words. */
export function repeatedViolations(questions: readonly PlacedQuestion[]): Violation[] {
  const ids = new Map<string, PlacedQuestion>();
  const texts = new Map<string, string>();
  return questions.flatMap((placed) => {
    const { question } = placed;
    const violations: Violation[] = [];
    const earlier = ids.get(question.id);
    if (earlier) {
      const place = `${earlier.yaml.file}:${earlier.yaml.lineOf([...earlier.at, "id"])}`;
      const message = `is the id of the question at ${place}, too.`;
      violations.push(violationAt(placed, ["id"], message, "Give each question its own id."));
    } else ids.set(question.id, placed);
    for (const { form, text } of formTexts(question)) {
      const words =
        text
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu)
          ?.join(" ") ?? "";
      const other = texts.get(words);
      if (other !== undefined) {
        const message = `has the words of ${other}.`;
        violations.push(violationAt(placed, ["cognitive", form], message, "Ask in other words."));
      } else texts.set(words, `${question.id} ${form}`);
    }
    return violations;
  });
}
