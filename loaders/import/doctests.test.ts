import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExecutionPool } from "../execution/pool.ts";
import type { PlacedTask } from "../tasks/read-tasks.ts";
import { nameOfPackage, readDoctests, withPackage } from "./doctests.ts";
import type { ReadTasks } from "./rows.ts";

/** A package with one function for each thing that an import has to get right. Importing it would fail. */
const SHAPES = `
"""Module text."""
import math
import os.path as path
from datetime import date
from itertools import chain, islice
import numpy
from ._sibling import clamp
raise RuntimeError("nobody may import this module")

__all__ = ["area", "joined", "halves", "spaced", "shown", "checked", "grown", "limited", "rows", "plain", "silent", "counted", "stamped"]
SCALE = 2

def _scaled(x):
    "Helper text."
    return SCALE * x

def area(radius):
    """Area of a circle of twice
    the given radius.

    Further words.

    >>> round(area(1), 3)
    12.566
    >>> area(0)
    0.0
    """
    return math.pi * _scaled(radius) ** 2

def joined(*lists):
    """All lists one after the other.

    >>> first = [1]
    >>> unused = 5
    >>> joined(first, [2])
    [1, 2]
    >>> first.append(9)
    >>> joined(first)
    [1, 9]
    """
    return list(chain(*lists))

def halves(n):
    """Half of an even number, as an integer.

    >>> halves(4)
    2
    >>> halves(3)
    Traceback (most recent call last):
        ...
    ValueError: 3 is odd
    """
    if n % 2:
        raise ValueError(f"{n} is odd")
    return n // 2

def spaced(n, start=SCALE - 2):
    """The first integers as one list.

    >>> spaced(4) # doctest: +NORMALIZE_WHITESPACE
    [0,   1,
     2, 3]
    >>> spaced(30) # doctest: +ELLIPSIS
    [0, 1, ..., 29]
    >>> spaced(10 ** 9) # doctest: +SKIP
    [0]
    >>> spaced(2) # doctest: +REPORT_NDIFF
    [0, 1]
    """
    return list(islice(range(start, n), n))

def shown(n):
    """Prints a number of stars, line by line.

    >>> for i in range(2):
    ...     print(shown(i), end="|")
    |*|
    >>> print(shown(1) + "\\\\n\\\\n" + shown(2))
    *
    <BLANKLINE>
    **
    """
    return "*" * n

def checked(x):
    """Whether numpy thinks that it is finite.

    >>> checked(1.0)
    True
    """
    return numpy.isfinite(x)

def grown(x):
    """Grow a value by one step of the sibling.

    >>> from shapes import grown
    >>> grown(9)
    10
    """
    return clamp(x + 1)

def limited(x): "On one line with its body."; return x

def stamped(day):
    """A day as the year and the day in it.

    >>> stamped(date(2024, 2, 1))
    '2024-032'
    """
    return day.strftime("%Y-%j")

def plain(x):
    return x

def silent(x):
    """Gives back what it is given, without a word.

    >>> y = silent(1)
    """
    return x

def counted(n):
    """
    >>> counted(1)
    1
    """
    return n

def rows(text):
    """What rows() gives for a text.

    >>> rows("a")
    ['a']
    """
    return text.split()

def _private(x):
    """Not for others to use.

    >>> _private(1)
    1
    """
    return x

def unlisted(x):
    """Not in the list of all.

    >>> unlisted(1)
    1
    """
    return x
`;
const SIBLING = `
LIMIT = 10

def clamp(x):
    """Clamped."""
    return min(x, LIMIT)
`;

let folder: string;
let read: ReadTasks & { licence: string };
const task = (name: string): PlacedTask => read.tasks.find((found) => found.function_name === name)!;
const reasons = (name: string): string[] =>
  read.dropped.filter(({ detail }) => detail.includes(` ${name} `)).map(({ reason }) => reason);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "doctests-test-"));
  mkdirSync(join(folder, "shapes", "tests"), { recursive: true });
  writeFileSync(join(folder, "shapes", "__init__.py"), SHAPES);
  writeFileSync(join(folder, "shapes", "_sibling.py"), SIBLING);
  writeFileSync(join(folder, "shapes", "broken.py"), "def f(:\n");
  writeFileSync(join(folder, "shapes", "tests", "test_x.py"), SHAPES);
  writeFileSync(
    join(folder, "PKG-INFO"),
    "Metadata-Version: 2.1\nName: shapes\nClassifier: License :: OSI Approved :: MIT License\n",
  );
  read = readDoctests({ path: folder, name: "shapes", source: "shapes" });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("functions with doctest examples", () => {
  it("become tasks without anybody importing their module; tests, private and unlisted functions do not", () => {
    expect(read.licence).toBe("MIT License");
    expect(read.violations).toEqual([]);
    expect(read.tasks.map(({ id }) => id).toSorted()).toEqual(
      ["area", "grown", "halves", "joined", "shown", "spaced", "stamped"].map((name) => `shapes/${name}`),
    );
  });

  it("bring what they need of their module and of its siblings, and no docstring", () => {
    expect(task("area").query).toBe("Area of a circle of twice the given radius.");
    expect(task("area").canonical).toBe(
      "import math\n\n\ndef area(radius):\n    return math.pi * _scaled(radius) ** 2\n\n\n" +
        "SCALE = 2\n\n\ndef _scaled(x):\n    return SCALE * x\n",
    );
    expect(task("grown").canonical).toMatch(
      /^def grown\(x\):\n[^]*LIMIT = 10\n\n\ndef clamp\(x\):\n {4}return min/,
    );
  });

  it("come first, where a model that cuts texts sees them, unless their definition needs something before", () => {
    expect(task("area").canonical.indexOf("def area")).toBeLessThan(
      task("area").canonical.indexOf("SCALE = 2"),
    );
    expect(task("spaced").canonical).toMatch(/^from itertools import islice\n\n\nSCALE = 2\n\n\ndef spaced/);
  });

  it("repeat in each test only the earlier examples that it builds on", () => {
    expect(task("joined").tests).toEqual([
      "first = [1]\nassert repr(joined(first, [2])) == '[1, 2]'",
      "first = [1]\njoined(first, [2])\nfirst.append(9)\nassert repr(joined(first)) == '[1, 9]'",
    ]);
  });

  it("do not import the package, whose function stands beside them", () => {
    expect(task("grown").tests).toEqual(["assert repr(grown(9)) == '10'"]);
  });

  it("import what the example took from its module", () => {
    expect(task("stamped").tests[0]).toMatch(/^from datetime import date\nassert repr\(/);
  });

  it("compare exceptions, printed text and directives as doctest does", () => {
    expect(task("halves").tests[1]).toBe(
      "with pytest.raises(ValueError) as caught:\n    halves(3)\nassert str(caught.value) == '3 is odd'",
    );
    expect(task("spaced").tests).toHaveLength(3);
    expect(reasons("spaced")).toEqual(["example: marked to be skipped"]);
  });

  it("all hold in the executor, on the function cut out", async () => {
    const pool = await ExecutionPool.open({ cacheDir: null });
    const requests = read.tasks.map(({ id, canonical: code, tests }) => ({ id, code, tests }));
    const results = await pool.run(requests);
    await pool.close();
    const failing = [...results].filter(([, { outcomes }]) => outcomes.some((outcome) => outcome !== "pass"));
    expect(failing).toEqual([]);
  });

  it("or are left out for a reason that can be counted", () => {
    expect(reasons("checked")).toEqual(["function: needs numpy, which the standard library does not have"]);
    expect(reasons("plain")).toEqual(["function: has no examples in its docstring"]);
    expect(reasons("silent")).toEqual(["function: has no example with an output to compare"]);
    expect(reasons("counted")).toEqual(["function: has no description before its examples"]);
    expect(reasons("rows")).toEqual(["function: is named in its own description"]);
    expect(read.dropped.find(({ detail }) => detail.includes("broken.py"))?.reason).toMatch(
      /cannot be parsed/,
    );
  });
});

describe("a package's name", () => {
  it("is a folder's, a project's, and becomes an id", async () => {
    await expect(withPackage(`${folder}/shapes`, ({ name }) => Promise.resolve(name))).resolves.toBe(
      "shapes",
    );
    expect(nameOfPackage("More_Itertools")).toBe("more-itertools");
  });

  it("that is a path which does not exist is refused before pip is asked", async () => {
    await expect(withPackage("./no-such-folder", () => Promise.resolve())).rejects.toThrow(/does not exist/);
  });
});
