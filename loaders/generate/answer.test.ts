import { describe, expect, it } from "vitest";
import { answerSchema, readAnswer } from "./answer.ts";

const task = { canonical: "def f(x):\n    return {x: '}'}", tests: ["assert f(1) == {1: '}'}"] };
const json = JSON.stringify(task);
const draft = { canonical: `${task.canonical}\n`, tests: task.tests, bugs: [] };

describe("reading an answer", () => {
  it.each([
    ["as it was asked for", json],
    ["in a fence", `\`\`\`json\n${json}\n\`\`\``],
    ["among words, with braces in its strings", `Sure {ly}: here is ${json}`.replace("{ly}", "ly")],
    ["in a list of one", `[${json}]`],
    ["with fields nobody asked for", JSON.stringify({ ...task, notes: 1 })],
  ])("finds the object %s", (_, text) => {
    expect(readAnswer(text, "rule")).toEqual(draft);
  });

  it.each([
    ["", /it is empty/],
    ["I cannot do that.", /not one JSON object/],
    [json.slice(0, -5), /not one JSON object/],
    ["[1, 2]", /another JSON value/],
    ['{"canonical": "", "tests": []}', /Field canonical: must not be empty/],
    ['{"canonical": "x", "tests": "y"}', /Field tests/],
  ])("says what is wrong with %j", (text, problem) => {
    expect((readAnswer(text, "rule") as { findings: string[] }).findings.join()).toMatch(problem);
  });

  it("wants bugs only where the model writes them, as the schema says", () => {
    expect(readAnswer(json, "model")).toHaveProperty("findings");
    const bugs = [{ code: "def f(x):\n    return x", bug_type: "other", description: "d" }];
    expect(readAnswer(JSON.stringify({ ...task, bugs }), "model")).toHaveProperty("bugs.length", 1);
    expect(answerSchema("rule").required).toEqual(["canonical", "tests"]);
    expect(answerSchema("model").required).toEqual(["canonical", "tests", "bugs"]);
  });
});
