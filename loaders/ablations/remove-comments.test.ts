import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { findPython } from "../execution/python-interpreter.ts";
import { datasetById } from "../tasks/datasets.ts";
import { readTasks } from "../tasks/read-tasks.ts";
import { removeComments } from "./remove-comments.ts";

/** Reads [before, after] pairs; prints how many differ in more than docstrings, and how many still have a comment. */
const COMPARE = `
import ast, io, json, sys, tokenize
def bare(source):
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node, False) is not None:
            node.body = node.body[1:] or ([] if isinstance(node, ast.Module) else [ast.Pass()])
    return ast.dump(tree)
def commented(source):
    return any(t.type == tokenize.COMMENT for t in tokenize.generate_tokens(io.StringIO(source).readline))
pairs = json.load(sys.stdin)
print(sum(bare(a) != bare(b) for a, b in pairs), sum(commented(b) for _, b in pairs))
`;

describe("removing comments and docstrings", () => {
  it("takes whole lines where nothing else stands on them", () => {
    expect(
      removeComments(
        'def f(x):\n    """Adds.\n\n    Really."""\n    # one more\n    y = x + 1  # here\n    return "# not a comment", y\n',
      ),
    ).toBe('def f(x):\n    y = x + 1\n    return "# not a comment", y\n');
  });

  it("leaves a statement where the docstring was the body, or shared its line", () => {
    expect(removeComments('class E(Exception):\n    """Bad."""\n')).toBe("class E(Exception):\n    pass\n");
    expect(removeComments('def f(): "doc"; return 1\n')).toBe("def f(): pass; return 1\n");
  });

  it("keeps strings that are values, and comments inside brackets go", () => {
    expect(removeComments('x = [\n    1,  # one\n    # two\n    2,\n]\n"""after code"""\n')).toBe(
      'x = [\n    1,\n    2,\n]\n"""after code"""\n',
    );
  });

  it("changes nothing of what a canonical does, in all that have any", () => {
    const pairs = readTasks(datasetById("near-miss"))
      .map(({ canonical }) => [canonical, removeComments(canonical)])
      .filter(([before, after]) => before !== after);
    expect(pairs.length).toBeGreaterThan(10);
    const input = JSON.stringify(pairs);
    const { stdout, stderr } = spawnSync(findPython().executable, ["-c", COMPARE], {
      input,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(stdout).toBe("0 0\n");
  });
});
