import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { findPython } from "../execution/python-interpreter.ts";
import { datasetById } from "../tasks/datasets.ts";
import { readTasks } from "../tasks/read-tasks.ts";
import { neutralNames, originalNames, rename, withoutFunctionName } from "./rename.ts";

const python = findPython().executable;

function run(program: string, input = ""): string {
  const { stdout, stderr } = spawnSync(python, ["-c", program], { input, encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout;
}

const renamed = (source: string): string => rename(source, neutralNames(source)!);

/** Prints what the expression gives, for the source and for its renamed form under the original names. */
function behaviors(source: string, expression: string): [string, string] {
  const renaming = neutralNames(source)!;
  const print = `\nprint(repr(${expression}))\n`;
  return [run(source + print), run(rename(source, renaming) + originalNames(source, renaming) + print)];
}

describe("neutral names", () => {
  it("number functions, classes, parameters and other variables as they first occur", () => {
    expect(
      renamed(
        "def total(xs, scale=1):\n    acc = 0\n    for x in xs:\n        acc += x * scale\n    return acc\n",
      ),
    ).toBe("def f0(a0, a1=1):\n    v0 = 0\n    for v1 in a0:\n        v0 += v1 * a1\n    return v0\n");
  });

  it("keep builtins, imports, attributes, keywords of foreign calls, strings and comments", () => {
    const source = [
      "from math import sqrt as root",
      "import os.path",
      "def f(items, key):",
      "    # items by key",
      "    items.sort(key=key)",
      '    name = "items"',
      "    return sorted(items, key=key), root(len(items)), os.path.join(name, key=1)",
    ].join("\n");
    expect(renamed(source)).toBe(
      [
        "from math import sqrt as root",
        "import os.path",
        "def f0(a0, a1):",
        "    # items by key",
        "    a0.sort(key=a1)",
        '    v0 = "items"',
        "    return sorted(a0, key=a1), root(len(a0)), os.path.join(v0, key=1)",
      ].join("\n"),
    );
  });

  it("never take a name that the source has already", () => {
    expect(renamed("def g(a0, b):\n    return v0(a0, b)\n")).toBe("def f0(a1, a2):\n    return v0(a1, a2)\n");
  });

  it("are refused where the source looks at its names", () => {
    expect(neutralNames("def f(x):\n    return eval('x')\n")).toBeNull();
    expect(neutralNames("def f(eval):\n    return eval('x')\n")).not.toBeNull();
  });
});

/** Each with an expression that tells whether every name still means the same. */
const SCOPES: Record<string, [source: string, expression: string]> = {
  "a comprehension's own variable": [
    "def f(xs):\n    x = 10\n    ys = [x + len(xs) for x in xs if x for xs in [[x]]]\n    return ys, x\n",
    "f([1, 2])",
  ],
  "the first iterable, evaluated outside": [
    "def f(x):\n    return [x for x in x], {x: y for x, y in x.items()} if isinstance(x, dict) else sum(x for x in x)\n",
    "(f([1, 2]), f({3: 4}))",
  ],
  "a walrus that leaves its comprehension": [
    "def f(xs):\n    found = any((hit := x) > 2 for x in xs)\n    return found, hit\n",
    "f([1, 3, 5])",
  ],
  "keyword arguments of an own function": [
    "def outer(limit, step):\n    def walk(start, limit=3, *, by=1):\n        return list(range(start, limit, by))\n    return walk(1, limit=limit, by=step) + walk(start=0)\n",
    "(outer(9, 4), outer(step=2, limit=5))",
  ],
  "keyword arguments through a mapping, a variable and partial": [
    "from functools import partial\ndef f(options):\n    def g(size=0, color=1):\n        return size, color\n    h = g\n    return g(**options), h(size=5), partial(g, color=7)()\n",
    "f({'size': 2})",
  ],
  global: ["calls = 0\ndef f(n):\n    global calls\n    calls += n\n    return calls\n", "(f(2), f(3))"],
  "nonlocal in a closure": [
    "def f(start):\n    count = start\n    def step(by=1):\n        nonlocal count\n        count += by\n        return count\n    step(by=2)\n    return step(), count, [step for step in range(2)]\n",
    "f(4)",
  ],
  "a name that is local here and a builtin there": [
    "def f(xs):\n    def g(max):\n        return max + 1\n    return g(1), max(xs)\n",
    "f([3, 9])",
  ],
  "replacement fields, their formats and quotes": [
    "def f(name, width):\n    rows = {'name': name}\n    return f\"{name!r:>{width}}|{rows['name']}|{{name}}|{name=}|{'name'}\"\n",
    "f('ab', 6)",
  ],
  "class members, methods and their parameters": [
    "class Box:\n    size = 1\n    def __init__(self, width, size=2):\n        self.width = width\n        self.size = size\n    def grown(self, by):\n        area = self.size * by\n        return Box(self.width + by, size=area)\ndef f(width):\n    box = Box(width=width).grown(by=2)\n    return box.width, box.size, Box.size\n",
    "f(3)",
  ],
  "exceptions, with, del, starred and nested targets": [
    "from contextlib import nullcontext\ndef f(rows):\n    total, (first, *rest) = 0, rows\n    with nullcontext(first) as head:\n        total += head\n    try:\n        del first\n        first\n    except NameError as error:\n        total += len(rest)\n    for i, total in enumerate(rest, total):\n        rest[i - i] = total\n    return total, rest\n",
    "f([1, 2, 3])",
  ],
  "lambdas and their defaults": [
    "def f(k):\n    fs = [lambda x, k=k: x + k, lambda *k, **x: (k, x)]\n    return fs[0](1), fs[1](k, x=2)\n",
    "f(5)",
  ],
  "recursion and decorators": [
    "import functools\n@functools.lru_cache(maxsize=None)\ndef fib(n: int) -> int:\n    return n if n < 2 else fib(n - 1) + fib(n=n - 2)\n",
    "fib(20)",
  ],
};

describe("renamed functions behave the same", () => {
  it.each(Object.entries(SCOPES))("%s", (_, [source, expression]) => {
    const [before, after] = behaviors(source, expression);
    expect(before).not.toBe("");
    expect(after).toBe(before);
  });
});

/** Reads [before, after] pairs; prints how many compile to other operations: each name's scope decides its operation. */
const COMPARE = `
import dis, json, sys, types
def operations(code):
    inner = [operations(c) for c in code.co_consts if isinstance(c, types.CodeType)]
    return [i.opname for i in dis.get_instructions(code)], inner
pairs = json.load(sys.stdin)
print(sum(operations(compile(a, "a", "exec")) != operations(compile(b, "b", "exec")) for a, b in pairs))
`;

describe("over a quarter of the tasks", () => {
  const tasks = readTasks(datasetById("near-miss")).filter((_, i) => i % 4 === 0);

  it("each canonical is renamed, and every name is still found in a scope of the same kind", () => {
    const pairs = tasks.map(({ canonical }) => [canonical, renamed(canonical)]);
    expect(pairs.filter(([before, after]) => before === after)).toEqual([]);
    expect(run(COMPARE, JSON.stringify(pairs))).toBe("0\n");
  });

  it("taking the function's name away takes nothing else", () => {
    for (const { canonical, function_name } of tasks) {
      const renaming = withoutFunctionName(canonical, function_name);
      const back = new Map([[renaming.get(function_name)!, function_name]]);
      const without = rename(canonical, renaming);
      expect(without).not.toContain(`def ${function_name}(`);
      expect(rename(without, back)).toBe(canonical);
    }
  });
});
