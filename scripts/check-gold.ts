import { existsSync, readFileSync } from "node:fs";
import { Command } from "commander";
import { formatViolation, UserError } from "../loaders/errors.ts";
import { agreement, type Estimate } from "../loaders/kafka/agreement.ts";
import { ANNOTATIONS_PATH, checkAnnotations, judgementsOf } from "../loaders/kafka/annotation.ts";
import { checkGold, type NamedText, QUESTIONS_FILE } from "../loaders/kafka/gold.ts";
import { AREAS, type Question } from "../loaders/kafka/gold-schema.ts";
import { fromRoot } from "../loaders/paths.ts";
import { runCommandLine } from "./command-line.ts";

function read(file: string, path = file): NamedText {
  if (!existsSync(path)) throw new UserError(`${file} does not exist.`, "Pass the path of a gold file.", 2);
  return { file, text: readFileSync(path, "utf8") };
}

function printQuestions(questions: readonly Question[], files: readonly NamedText[]): void {
  const counts = AREAS.map((area) => [area, questions.filter((question) => question.area === area).length]);
  const present = counts.filter(([, count]) => count !== 0).map(([area, count]) => `${area} ${count}`);
  console.log(`${files.map(({ file }) => file).join(", ")}: ${questions.length} well-formed questions`);
  if (present.length > 0) console.log(`  areas: ${present.join(", ")}`);
}

const estimate = ({ value, low, high }: Estimate): string =>
  `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;

/** Checks the second annotation and prints the agreement. @returns the number of violations */
function checkSecond(named: NamedText, questions: readonly Question[]): number {
  const { annotations, violations } = checkAnnotations(named, questions);
  violations.forEach((violation) => console.error(formatViolation(violation)));
  if (!annotations) return violations.length;
  const judgements = judgementsOf(questions, annotations);
  console.log(`${named.file}: ${annotations.annotations.length} annotations`);
  if (judgements.length > 0) {
    const { observed, cohen, uniform } = agreement(judgements);
    console.log(`  agreement ${estimate(observed)} (n = ${judgements.length}), before adjudication`);
    console.log(`  kappa ${estimate(uniform)} against a guess among a question's files`);
    console.log(`  Cohen's kappa ${estimate(cohen)} against the annotators' shares of each file`);
  }
  return violations.length;
}

const program = new Command("check:gold")
  .description("Checks gold questions over Kafka, and the second annotation of them.")
  .argument("[files...]", `gold files, or parts of one: bare lists of questions (default: ${QUESTIONS_FILE})`)
  .option("--annotations <file>", `the second annotation (default, without files: ${ANNOTATIONS_PATH})`)
  .action((paths: string[], { annotations }: { annotations?: string }) => {
    const whole = paths.length === 0;
    const files = whole ? [read(QUESTIONS_FILE, fromRoot(QUESTIONS_FILE))] : paths.map((path) => read(path));
    const { questions, violations } = checkGold(files);
    violations.forEach((violation) => console.error(formatViolation(violation)));
    printQuestions(questions, files);
    let count = violations.length;
    if (annotations !== undefined) count += checkSecond(read(annotations), questions);
    else if (whole && existsSync(fromRoot(ANNOTATIONS_PATH))) {
      count += checkSecond(read(ANNOTATIONS_PATH, fromRoot(ANNOTATIONS_PATH)), questions);
    }
    console.log(`violations: ${count}`);
    if (count > 0) process.exitCode = 1;
  });

await runCommandLine(program);
