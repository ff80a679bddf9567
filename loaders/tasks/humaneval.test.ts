import { describe, expect, it } from "vitest";
import {
  convertProblem,
  describe as describeProblem,
  readWheel,
  splitCheck,
  stripDocstring,
} from "./humaneval.ts";

// The shapes below are ours; the wheel's text is never committed.
const PROMPT = `from typing import List


def helper(x):
    """ Helps. """
    return x


def tally_words(words: List[str]) -> int:
    """ Count the words
    that are not empty.
    >>> tally_words(["a", ""])
    1
    """
`;

describe("importing HumanEval", () => {
  it("takes the description without its examples as the query", () => {
    expect(describeProblem(PROMPT, "tally_words")).toBe("Count the words that are not empty.");
  });

  it("strips the target's docstring and nothing else", () => {
    const code = stripDocstring(`${PROMPT}    return sum(1 for w in words if w)\n`, "tally_words");
    expect(code).toContain('""" Helps. """');
    expect(code).not.toContain("Count the words");
    expect(code.endsWith("-> int:\n    return sum(1 for w in words if w)\n")).toBe(true);
  });

  it("splits a check into single asserts on the entry point", () => {
    const check = `def check(candidate):\n    assert candidate([]) == 0\n    assert candidate(["a",\n        "b"]) == 2, "two"\n    assert True\n`;
    expect(splitCheck(check, "tally_words")).toEqual([
      "assert tally_words([]) == 0",
      'assert tally_words(["a",\n    "b"]) == 2, "two"',
    ]);
  });

  it("keeps a block whole with what it needs, and seeds its random draws", () => {
    const check = `def check(candidate):\n    import random\n    for _ in range(3):\n        n = random.randint(0, 9)\n        assert candidate([n]) == 1\n`;
    const [test] = splitCheck(check, "tally_words");
    expect(test).toMatch(/^import random\n__import__\('random'\)\.seed\(0\)\nfor _ in range\(3\):\n {4}n = /);
  });

  it("gives a task of ours with a numbered id", () => {
    const task = convertProblem({
      task_id: "HumanEval/7",
      prompt: PROMPT,
      entry_point: "tally_words",
      canonical_solution: "    return len([w for w in words if w])\n",
      test: "def check(candidate):\n    assert candidate([]) == 0\n",
    });
    expect(task).toMatchObject({ id: "humaneval/007", function_name: "tally_words", domain: "humaneval" });
  });

  it("refuses another file than the wheel it was written for", () => {
    expect(() => readWheel(new Uint8Array([1, 2, 3]))).toThrow(/has SHA-256 .*, not b4e2844c/);
  });
});
