import { describe, expect, it } from "vitest";
import { formatViolation } from "../errors.ts";
import { checkGold, QUESTIONS_FILE } from "./gold.ts";
import { FILE, QUESTION, SECOND } from "./gold-example.ts";
import { formTexts } from "./gold-schema.ts";

const printed = (text: string, file = "gold.yaml"): string[] =>
  checkGold([{ file, text }]).violations.map(formatViolation);

describe("checkGold", () => {
  it("accepts two different questions, as a file or as a bare list", () => {
    expect(printed(FILE + SECOND)).toEqual([]);
    expect(printed(QUESTION + SECOND)).toEqual([]);
    expect(printed(QUESTION, QUESTIONS_FILE)).toEqual([
      expect.stringMatching(/^data\/kafka\/gold\.yaml:1 \(file\) .*expected object/),
    ]);
  });

  it("accepts questions without secondary files or a form from another module", () => {
    const bare = FILE.replace(/ {6}secondary:\n.*\n/, "").replace(/ {6}cross_module.*\n/, "");
    expect(printed(bare)).toEqual([]);
    expect(printed(FILE.replace(/(secondary:)\n.*\n/, "$1\n"))).toEqual([]);
  });

  it("reads a text over several lines as one", () => {
    const folded = FILE.replace("human: When does", "human:\n        When\n        does");
    const { questions } = checkGold([{ file: "gold.yaml", text: folded }]);
    expect(formTexts(questions[0]!)[0]).toEqual({
      form: "human",
      text: "When does a follower stop copying because it has used up its bandwidth?",
    });
  });

  it("prints an id that another file has, and every text of it", () => {
    const { violations } = checkGold([
      { file: "a.yaml", text: QUESTION },
      { file: "b.yaml", text: QUESTION },
    ]);
    expect(violations.map(formatViolation).slice(0, 2)).toEqual([
      "b.yaml:1 follower-throttle [id] is the id of the question at a.yaml:1, too. Remedy: Give each question its own id.",
      "b.yaml:9 follower-throttle [cognitive.human] has the words of follower-throttle human. Remedy: Ask in other words.",
    ]);
    expect(violations).toHaveLength(6);
  });

  it("prints a list item that is no question at all", () => {
    expect(printed(`${FILE}  - just a note\n`)).toEqual([
      expect.stringMatching(/^gold\.yaml:28 question 2 \[\(item\)\] .*Remedy: Write a mapping with id, area/),
    ]);
  });

  it("goes on after a broken question, and prints in the order of the lines", () => {
    const text = FILE.replace("area: quotas", "area: none") + SECOND.replace("[81, 92]", "[92, 81]");
    expect(printed(text)).toEqual([
      expect.stringMatching(/^gold\.yaml:5 follower-throttle \[area\]/),
      expect.stringMatching(/^gold\.yaml:32 second \[retrieval\.primary\[0\]\.lines\]/),
    ]);
  });
});
