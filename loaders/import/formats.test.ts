import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exportDataset } from "../export/export-files.ts";
import { datasetById } from "../tasks/datasets.ts";
import { readTasks } from "../tasks/read-tasks.ts";
import { detectFormat, readFormat } from "./formats.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "formats-test-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes one object a line and returns the path. */
function lines(name: string, ...rows: (object | string)[]): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(
    path,
    rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row)) + "\n").join(""),
  );
  return path;
}

const MBPP = {
  task_id: 11,
  text: "Write a python function to remove first and last occurrence of a given character.",
  code: 'def helper(s):\r\n    return s\r\ndef remove_Occ(s, ch):\r\n    return helper(s.replace(ch, "", 1))\r\n',
  test_list: ['assert remove_Occ("hello","l") == "helo"'],
  test_setup_code: "import math",
  challenge_test_list: ['assert remove_Occ("", "a") == ""'],
};
const HUMANEVAL = {
  task_id: "HumanEval/7",
  prompt: 'def twice(x):\n    """Double a number.\n    >>> twice(2)\n    4\n    """\n',
  canonical_solution: "    return 2 * x\n",
  test: "def check(candidate):\n    assert candidate(2) == 4\n    assert candidate(0) == 0\n",
  entry_point: "twice",
};
const OURS = {
  function_name: "triple",
  query: "Three times a number.",
  canonical: "def triple(x):\n    return 3 * x\n",
  tests: ["assert triple(1) == 3"],
};

describe("formats of tasks", () => {
  it.each([
    ["mbpp", MBPP],
    ["humaneval", HUMANEVAL],
    ["jsonl", OURS],
  ])("%s is known by its fields", (format, row) => {
    expect(detectFormat(lines("x.jsonl", row))).toBe(format);
  });

  it("names the fields of a file that is none of them", () => {
    expect(() => detectFormat(lines("x.jsonl", { question: "?", answer: 1 }))).toThrow(
      /fields question, answer/,
    );
  });

  it("an MBPP row keeps its challenge tests and the setup that each test needs; the asserts name the target", () => {
    const { tasks, violations } = readFormat(lines("m.jsonl", MBPP), "mbpp", "mine");
    expect(violations).toEqual([]);
    expect(tasks).toMatchObject([
      {
        id: "mine/0011",
        function_name: "remove_Occ",
        tests: [
          'import math\nassert remove_Occ("hello","l") == "helo"',
          'import math\nassert remove_Occ("", "a") == ""',
        ],
      },
    ]);
    expect(tasks[0]!.canonical).not.toContain("\r");
  });

  it("the sanitized half of MBPP, one JSON array with `prompt` and `test_imports`, is read too", () => {
    const { text: prompt, ...row } = MBPP;
    const path = lines(
      "m.json",
      JSON.stringify([{ ...row, test_setup_code: "", prompt, test_imports: ["import re"] }]),
    );
    expect(readFormat(path, detectFormat(path), "mine").tasks[0]!.tests[0]).toMatch(/^import re\nassert /);
  });

  it("a HumanEval row loses its docstring to the question and its check to single tests", () => {
    expect(readFormat(lines("h.jsonl", HUMANEVAL), "humaneval", "mine").tasks).toMatchObject([
      {
        id: "mine/007",
        query: "Double a number.",
        canonical: "def twice(x):\n    return 2 * x\n",
        tests: ["assert twice(2) == 4", "assert twice(0) == 0"],
      },
    ]);
  });

  it("each bad row is named with file, line, field and remedy, and the others are read", () => {
    const path = lines("m.jsonl", MBPP, { ...MBPP, task_id: 12, code: undefined }, "{", {
      ...MBPP,
      task_id: 13,
      code: "def other():\n    pass\n",
    });
    const { tasks, violations } = readFormat(path, "mbpp", "mine");
    expect(tasks).toHaveLength(1);
    expect(violations.map(({ line, item, rule }) => [line, item, rule])).toEqual([
      [3, "-", "json"],
      [2, "12", "field code"],
      [4, "13", "row"],
    ]);
    expect(violations.at(-1)!.message).toBe("defines no function that every test calls.");
    expect(violations.every(({ file, remedy }) => file === path && remedy !== "")).toBe(true);
  });
});

describe("a BEIR folder", () => {
  it("as our export writes it gives back every task to the letter", async () => {
    for (const [name, content] of Object.entries(await exportDataset("near-miss", "beir"))) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const path = join(folder, "near-miss");
    expect(detectFormat(path)).toBe("beir");
    const { tasks, violations } = readFormat(path, "beir", "again");
    expect(violations).toEqual([]);
    const bare = (list: typeof tasks) => list.map((task) => ({ ...task, file: "", line: 0 }));
    expect(bare(tasks)).toEqual(bare(readTasks(datasetById("near-miss"))));
  }, 120_000);

  it("of another house takes the best answer, its own ids and the function that the tests call", () => {
    lines(
      "corpus.jsonl",
      { _id: "d1", title: "", text: "def f(x):\n    return x\n" },
      { _id: "d2", title: "", text: "def f(x):\n    return x + 1\n" },
    );
    lines("queries.jsonl", { _id: "q 1", text: "Add one.", metadata: { tests: ["assert f(1) == 2"] } });
    lines("qrels/test.tsv", "query-id\tcorpus-id\tscore", "q 1\td1\t1", "q 1\td2\t2");
    const { tasks } = readFormat(folder, "beir", "mine");
    expect(tasks).toMatchObject([
      { id: "mine/q-1", function_name: "f", canonical: "def f(x):\n    return x + 1\n" },
    ]);
  });

  it("says which line, query or file does not fit", () => {
    lines("corpus.jsonl", { _id: "d1", title: "", text: "def f(x):\n    return x\n" });
    lines(
      "queries.jsonl",
      { _id: "q1", text: "?", metadata: { tests: ["assert f(1) == 1"] } },
      { _id: "q2", text: "No tests.", metadata: {} },
      { _id: "q3", text: "Answered elsewhere.", metadata: { tests: ["assert f(1) == 1"] } },
    );
    expect(() => readFormat(folder, "beir", "mine")).toThrow(/qrels holds no \.tsv file/);
    lines("qrels/test.tsv", "q1 d1 1", "q3\tgone\t1");
    const { tasks, violations } = readFormat(folder, "beir", "mine");
    expect(tasks).toEqual([]);
    expect(violations.map(({ line, item, rule, message }) => `${line} ${item} ${rule} ${message}`)).toEqual([
      "2 q2 field metadata.tests Invalid input: expected array, received undefined.",
      "1 q1 d1 1 qrels is not `query-id<TAB>corpus-id<TAB>score`.",
      "1 q1 row has no document with a score above 0 in qrels.",
      "3 q3 row is answered by gone, which corpus.jsonl lacks.",
    ]);
  });
});
