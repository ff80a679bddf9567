import { describe, expect, it } from "vitest";
import type { Outcome } from "../execution/types.ts";
import { snippetId } from "../store/digest.ts";
import type { Corpus, Snippet } from "./corpus.ts";
import { type Dataset, datasetById } from "./datasets.ts";
import { checkGates } from "./gates.ts";
import type { PlacedTask } from "./read-tasks.ts";

const NAME = "clip_rate";
const TESTS = Array.from({ length: 7 }, (_, i) => `assert clip_rate(${i}) == ${Math.min(i, 3)}`);

function taskOf(change: Partial<PlacedTask> = {}): PlacedTask {
  const canonical = "def clip_rate(x):\n    return min(x, 3)\n";
  const id = `math_numerical/${NAME}`;
  const base = {
    id,
    function_name: NAME,
    domain: "math_numerical",
    query: "Cap a rate at three.",
    canonical,
  };
  return { ...base, tests: TESTS, file: "data/tasks/math_numerical.jsonl", line: 4, ...change };
}

const ALL_PASS: Outcome[] = TESTS.map(() => "pass");
const failingAt = (...tests: number[]): Outcome[] =>
  TESTS.map((_, i) => (tests.includes(i) ? "FAIL" : "pass"));

function snippet(task: PlacedTask, code: string, kind: Snippet["kind"], outcomes: Outcome[]): Snippet {
  const empty = { reason: "", bugType: "", rule: "", description: "", editCharacters: 1, editRelative: 0.1 };
  const sizes = {
    editLines: 1,
    blockFrom: 1,
    blockTo: 1,
    editOffset: 0,
    codeCharacters: code.length,
    codeLines: 2,
  };
  return { id: snippetId(code), taskId: task.id, kind, code, outcomes, ...empty, ...sizes };
}

function corpusOf(
  task: PlacedTask,
  canonical: Outcome[],
  distractors: Outcome[][],
  dataset?: Dataset,
): Corpus {
  const snippets = [
    snippet(task, task.canonical, "canonical", canonical),
    ...distractors.map((outcomes, i) => snippet(task, `${task.canonical}# ${i}`, "distractor", outcomes)),
  ];
  const base = { dataset: dataset ?? datasetById("near-miss"), digest: "", hasText: true };
  return { ...base, tasks: [], snippets, pool: [], rejected: [] };
}

const FOUR = [failingAt(4), failingAt(5), failingAt(6), failingAt(4, 5)];
const rulesOf = (task: PlacedTask, corpus = corpusOf(task, ALL_PASS, FOUR)): string[] =>
  checkGates([task], corpus).violations.map(({ rule, message }) => `${rule}: ${message}`);

describe("checkGates", () => {
  it("lets a sound task through", () => expect(rulesOf(taskOf())).toEqual([]));

  it("gate 1 wants seven to ten distinct tests and an id that says what it is", () => {
    expect(rulesOf(taskOf({ tests: TESTS.slice(1) }))).toEqual(["gate 1: schema: has 6 tests."]);
    expect(rulesOf(taskOf({ tests: [...TESTS.slice(1), TESTS[1]!] }))).toContain(
      "gate 1: schema: repeats a test.",
    );
    expect(rulesOf(taskOf({ id: "math_numerical/other" }))[0]).toMatch(/gate 1/);
  });

  it("gate 2 wants the target defined at top level and called by every test", () => {
    const nested = "def outer():\n    def clip_rate(x):\n        return x\n    return clip_rate\n";
    expect(rulesOf(taskOf({ canonical: nested }))).toContain("gate 2: semantics: does not define clip_rate.");
    const quoted = taskOf({ tests: [...TESTS.slice(1), 'assert "clip_rate(1)" == other(1)'] });
    expect(rulesOf(quoted)).toContain("gate 2: semantics: test 7 does not call clip_rate.");
    const two = taskOf({ tests: [...TESTS.slice(1), "x = 1\nassert clip_rate(x) == 1"] });
    expect(rulesOf(two)).toContain("gate 2: semantics: test 7 is not one assert.");
    const broken = taskOf({ tests: [...TESTS.slice(1), "assert clip_rate(1 == "] });
    expect(rulesOf(broken)).toContain("gate 2: semantics: test 7 does not parse.");
  });

  it("gate 3 names the test that the canonical fails", () => {
    const corpus = corpusOf(taskOf(), failingAt(2), FOUR);
    expect(rulesOf(taskOf(), corpus)).toContain("gate 3: canonical: canonical gives FAIL on test 3.");
  });

  it("gate 4 wants four killed distractors that do not all fail alike", () => {
    expect(rulesOf(taskOf(), corpusOf(taskOf(), ALL_PASS, FOUR.slice(1)))[0]).toMatch(
      /gate 4.*has 3 valid mutants/,
    );
    expect(rulesOf(taskOf(), corpusOf(taskOf(), ALL_PASS, [...FOUR.slice(1), ALL_PASS]))[0]).toMatch(
      /passes every test/,
    );
    const alike = [1, 2, 3, 4].map(() => failingAt(6));
    expect(rulesOf(taskOf(), corpusOf(taskOf(), ALL_PASS, alike))[0]).toMatch(
      /all distractors fail the same tests/,
    );
  });

  it("gate 5 finds repeated names and queries and says where the first one stands", () => {
    const first = taskOf();
    const second = taskOf({
      id: "validation/clip_rate",
      domain: "validation",
      line: 9,
      file: "data/tasks/validation.jsonl",
    });
    const one = corpusOf(first, ALL_PASS, FOUR);
    const renamed = { ...second, canonical: second.canonical + "# another\n" };
    const two = corpusOf(renamed, ALL_PASS, FOUR);
    const both = { ...one, snippets: [...one.snippets, ...two.snippets] };
    const messages = checkGates([first, renamed], both).violations.map(({ message }) => message);
    expect(messages).toContain(
      "has the same function name as math_numerical/clip_rate (data/tasks/math_numerical.jsonl:4).",
    );
    expect(messages.some((message) => message.includes("same query"))).toBe(true);
  });

  it("counts what a dataset's waivers allow instead of failing it", () => {
    const task = taskOf({
      id: "humaneval/000",
      file: "data/imported/humaneval.jsonl",
      tests: TESTS.slice(3),
    });
    const report = checkGates([task], corpusOf(task, ALL_PASS, FOUR.slice(2), datasetById("humaneval")));
    expect(report.violations).toEqual([]);
    expect(Object.fromEntries(report.waived)).toEqual({ suite_size: 1, few_distractors: 1 });
  });
});
