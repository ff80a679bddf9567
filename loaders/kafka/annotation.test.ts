import { describe, expect, it } from "vitest";
import { formatViolation } from "../errors.ts";
import { agreement } from "./agreement.ts";
import { checkAnnotations, judgementsOf } from "./annotation.ts";
import { checkGold } from "./gold.ts";
import { FILE, SECOND } from "./gold-example.ts";

const OWNER = "core/src/main/java/kafka/server/ReplicationQuotaManager.java";
const SECONDARY = "core/src/main/java/kafka/server/ReplicaQuota.java";
const NEIGHBOR = "core/src/main/scala/kafka/server/ReplicaManager.scala";
const ELSEWHERE = "core/src/main/scala/kafka/Kafka.scala";

const gold = (text: string) => checkGold([{ file: "gold.yaml", text }]).questions;
const QUESTIONS = gold(FILE + SECOND);

const check = (text: string, questions = QUESTIONS) =>
  checkAnnotations({ file: "annotations.yaml", text }, questions);
const printed = (text: string, questions = QUESTIONS) =>
  check(text, questions).violations.map(formatViolation);

/** Both questions annotated: the first as the gold label, the second otherwise, which was decided. */
const ANNOTATIONS = `annotations:
  - question: follower-throttle
    choice: ${OWNER}
    confidence: high
    note: sure
  - question: second
    choice: ${NEIGHBOR}
    confidence: low
adjudications:
  - question: second
    first: ${OWNER}
    kept: first
    why: The replica manager only asks.
`;

const edited = (from: string, to: string): string => {
  expect(ANNOTATIONS).toContain(from);
  return ANNOTATIONS.replace(from, to);
};

describe("checkAnnotations", () => {
  it("accepts a decided disagreement, and a file without any", () => {
    expect(printed(ANNOTATIONS)).toEqual([]);
    expect(printed(ANNOTATIONS.slice(0, ANNOTATIONS.indexOf("  - question: second")))).toEqual([]);
  });

  it.each<[string, string, string, RegExp]>([
    [
      "YAML syntax",
      "note: sure",
      "note: sure: yes",
      /^annotations\.yaml:5 \(file\) \[yaml\] Nested mappings/,
    ],
    [
      "no list",
      "annotations:",
      "annotation:",
      /^annotations\.yaml:1 \(file\) \[annotations\] is missing\. Remedy: Write `\{ question, choice/,
    ],
    [
      "a missing field",
      "    confidence: high\n",
      "",
      /^annotations\.yaml:2 follower-throttle \[confidence\] is missing\./,
    ],
    [
      "an unknown confidence",
      "confidence: low",
      "confidence: 3",
      /^annotations\.yaml:8 second \[confidence\] Invalid option/,
    ],
    [
      "an unknown field",
      "    note: sure",
      "    notes: sure",
      /^annotations\.yaml:5 follower-throttle \[notes\] is no known field/,
    ],
    [
      "a decision without its reason",
      "    why: The replica manager only asks.\n",
      "",
      /^annotations\.yaml:10 second \[why\] is missing\. Remedy: Write `\{ question, first: path, kept/,
    ],
    [
      "a question that is none",
      "question: follower-throttle",
      "question: third",
      /^annotations\.yaml:2 third \[annotations\.question\] is no gold question\./,
    ],
    [
      "a question twice",
      "question: follower-throttle",
      "question: second",
      /^annotations\.yaml:6 second \[annotations\.question\] stands here twice\./,
    ],
    [
      "a file that is none",
      `choice: ${OWNER}`,
      "choice: Quota.java",
      /^annotations\.yaml:3 follower-throttle \[annotations\.choice\] Quota\.java is not in the corpus\./,
    ],
    [
      "a disagreement that nobody decided",
      `choice: ${OWNER}`,
      `choice: ${SECONDARY}`,
      /^annotations\.yaml:3 follower-throttle .*ReplicaQuota\.java is not the gold label, and nobody has decided between the two\. Remedy: Add the question/,
    ],
    [
      "a decision that the labels do not show",
      "kept: first",
      "kept: second",
      /^annotations\.yaml:12 second \[adjudications\.kept\] says "second", but the gold primaries are .*ReplicationQuotaManager\.java\./,
    ],
    [
      "a decision where both say the same",
      `first: ${OWNER}`,
      `first: ${NEIGHBOR}`,
      /^annotations\.yaml:11 second \[adjudications\.first\] is what the second chose, too\./,
    ],
    [
      "a decision without an annotation",
      ANNOTATIONS.slice(ANNOTATIONS.indexOf("  - question: second"), ANNOTATIONS.indexOf("adjud")),
      "",
      /^annotations\.yaml:7 second \[adjudications\.question\] was not annotated\./,
    ],
  ])("prints %s", (_, from, to, line) => {
    expect(printed(edited(from, to))).toContainEqual(expect.stringMatching(line));
  });

  it("wants both files as primaries where both were kept", () => {
    const both = ANNOTATIONS.replace("kept: first", "kept: both");
    expect(printed(both)).toHaveLength(1);
    const relabelled = SECOND.replace(
      /( +- \{ path: core.*)\n/,
      `$1\n        - { path: ${NEIGHBOR}, lines: [1, 9] }\n`,
    ).replace(`      - { path: ${NEIGHBOR}, relation`, `      - { path: ${ELSEWHERE}, relation`);
    expect(printed(both, gold(FILE + relabelled))).toEqual([]);
  });
});

describe("judgementsOf", () => {
  const judge = (text: string, questions = QUESTIONS) =>
    judgementsOf(questions, check(text, questions).annotations!);

  it("offers the labelled files of each question, and takes the rest as other", () => {
    const [agreed, decided] = judge(ANNOTATIONS);
    expect(agreed).toMatchObject({ first: OWNER, second: OWNER });
    expect(agreed!.categories).toHaveLength(4);
    expect(decided).toMatchObject({ question: "second", first: OWNER, second: NEIGHBOR });
    expect(judge(edited(NEIGHBOR, ELSEWHERE))[1]!.second).toBeNull();
  });

  it("takes several primaries as one answer", () => {
    const two = gold(
      FILE.replace(/( +- \{ path: core.*)\n/, `$1\n        - { path: ${ELSEWHERE}, lines: [1, 9] }\n`),
    );
    const [judgement] = judge(edited(OWNER, ELSEWHERE), two);
    expect(judgement).toMatchObject({ first: OWNER, second: OWNER });
    expect(judgement!.categories).toHaveLength(4);
  });

  it("counts a disagreement although the labels follow the second annotator since", () => {
    const swapped = SECOND.replace(OWNER, "X").replace(NEIGHBOR, OWNER).replace("X", NEIGHBOR);
    const questions = gold(FILE + swapped);
    const text = ANNOTATIONS.replace("kept: first", "kept: second");
    expect(printed(text, questions)).toEqual([]);
    expect(agreement(judge(text, questions)).observed.value).toBe(0.5);
  });
});
