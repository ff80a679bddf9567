import { afterAll, describe, expect, test } from "vitest";
import { ExecutionPool } from "./pool.ts";
import type { SealRequest } from "./types.ts";

const pool = await ExecutionPool.open({ cacheDir: null });
afterAll(() => pool.close());

async function sealOf(code: string, tests: string[], extra: Partial<SealRequest> = {}) {
  const verdicts = await pool.confirmPasses([{ id: "it", code, tests, ...extra }]);
  const { seal, reason } = verdicts.get("it")!;
  return reason ? `${seal}: ${reason}` : seal;
}

describe("a suite that can be sealed", () => {
  test("values of every plain type cross unchanged, with their exact type", async () => {
    const tests = [
      `import datetime as d, math
from collections import Counter, OrderedDict, defaultdict, deque
from decimal import Decimal
from fractions import Fraction
zone = d.timezone(d.timedelta(hours=5, minutes=30))
values = [None, True, 0, -1, 10**40, -10**40, 1.5, -0.0, float("inf"), "é", "\\ud800", "", b"\\x00", bytearray(b"x"), 2j,
    [], [1, [2]], (), (1, (2,)), {1: {2: 3}}, {1, 2}, frozenset({3}), range(0, 9, 2), slice(1, None), deque([1, 2], 3),
    OrderedDict(b=1, a=2), Counter("aab"), defaultdict(list, {1: [2]}), Decimal("1.10"), Fraction(1, 3),
    d.date(2020, 2, 29), d.time(1, 2, 3, 4), d.datetime(2020, 2, 29, 1, 2, 3, 4, zone), d.timedelta(1, 2, 3), int, len, ...]
for value in values:
    got = same(value)
    assert got == value and type(got) is type(value) and repr(got) == repr(value), value
assert math.isnan(same(float("nan")))`,
    ];
    expect(await sealOf("def same(x):\n    return x", tests)).toBe("sealed");
  });

  test("changes made in place, shared and cyclic containers arrive in the test's own objects", async () => {
    const tests = [
      "grid = [[0], [0]]\ninner = grid[1]\nassert change(grid) is grid\nassert inner == [0, 7] and grid[1] is inner",
      "row = [0]\ngrid = [row, row]\nchange(grid)\nassert row == [0, 7] and grid[0] is grid[1]",
      "loop = [0]\nloop.append(loop)\nchange(loop)\nassert loop[1] is loop and loop[2] == 7",
    ];
    expect(await sealOf("def change(grid):\n    grid[1].append(7)\n    return grid", tests)).toBe("sealed");
  });

  test("exceptions arrive as the builtin class they are or derive from, with their arguments", async () => {
    const code =
      "class Negative(ValueError): pass\ndef root(x):\n    if x < 0: raise Negative('below', x)\n    return [][x]";
    const tests = [
      "with pytest.raises(ValueError, match='below') as caught:\n    root(-1)\nassert caught.value.args == ('below', -1)",
      "try:\n    root(3)\nexcept LookupError as error:\n    assert type(error) is IndexError\nelse:\n    assert False",
    ];
    expect(await sealOf(code, tests)).toBe("sealed");
  });

  test("the judge repeats the candidate's imports that a test uses", async () => {
    const code = "import math\nfrom collections import Counter as Bag\ndef half(x):\n    return x / 2";
    expect(await sealOf(code, ["assert math.isclose(half(1), 0.5) and Bag('a')['a'] == 1"])).toBe("sealed");
  });

  test("a candidate that is simply wrong is refuted with its outcome", async () => {
    expect(await sealOf("def f(x):\n    return 0", ["assert f(1) == 1"])).toBe("refuted: FAIL");
    expect(await sealOf("def f(x): return", ["assert f(1) == 1"], { capMs: 100 })).toBe("refuted: FAIL");
    expect(await sealOf("import os\ndef f(x): os._exit(0)", ["assert f(1) == 1"])).toBe(
      "refuted: ERROR:ProcessDied",
    );
    expect(await sealOf("def f(x:", ["assert f(1) == 1"])).toBe("refuted: ERROR:SyntaxError");
    expect(await sealOf("1 / 0\ndef f(x): return 1", ["assert True or f(1)"])).toBe(
      "refuted: ERROR:ZeroDivisionError",
    );
  });

  test("each test calls a freshly loaded candidate", async () => {
    const code = "calls = []\ndef count():\n    calls.append(1)\n    return len(calls)";
    expect(await sealOf(code, ["assert count() == 1\nassert count() == 2", "assert count() == 1"])).toBe(
      "sealed",
    );
  });
});

describe("a suite that cannot be sealed says why", () => {
  test.each([
    [
      "a callable argument",
      "def f(g):\n    return g(1)",
      "assert f(lambda x: x) == 1",
      "an argument is a callable",
    ],
    ["a generator", "def f(x):\n    yield x", "assert list(f(1)) == [1]", "the result is a generator"],
    [
      "a class",
      "class f:\n    def __init__(self, x): self.x = x",
      "assert f(1).x == 1",
      "the tests use a class of the candidate",
    ],
    [
      "helpers",
      "def g(x): return x\ndef f(x): return x",
      "assert g(f(1)) == 1",
      "the tests use helpers of the candidate: g",
    ],
    [
      "an object",
      "class P: x = 1\ndef f(x): return P()",
      "assert f(1).x == 1",
      "the result is an object of class P",
    ],
    [
      "shared random state",
      "import random\ndef f(x): return random.random()",
      "import random\nrandom.seed(1)\na = f(1)\nrandom.seed(1)\nassert f(1) == a",
      "the reference gets FAIL when sealed",
    ],
  ])("%s", async (_, code, source, reason) => {
    const verdict = await sealOf(code, [source], { reference: code, entryPoint: "f" });
    expect(verdict).toBe(`unsealable: ${reason}`);
  });

  test("but only when the reference cannot be sealed either: a forger cannot make its suite unsealable", async () => {
    const reference = "def f(x):\n    return x";
    const tests = ["assert f(1) == 1"];
    const forgeries = [
      "class Any:\n    def __eq__(self, other): return True\ndef f(x): return Any()",
      "class f:\n    def __new__(cls, x): return x",
      "def f(x):\n    yield x",
    ];
    for (const code of forgeries) {
      expect(await sealOf(code, tests, { reference, entryPoint: "f" })).toMatch(/^refuted: /);
    }
  });
});

test("a candidate cannot find the expected value in its process's memory", async () => {
  const code = `import gc, sys
def secret(x):
    seen = [object for object in gc.get_objects() if "expected-7f3a" in repr(object)[:10000]]
    frame = sys._getframe()
    while frame:
        seen += [constant for constant in frame.f_code.co_consts if "expected-7f3a" in repr(constant) and constant != "expected-7f3a"]
        frame = frame.f_back
    return "found" if len(seen) > 3 else "nothing"`;
  expect(await sealOf(code, ["assert secret(1) == 'nothing', 'expected-7f3a'"])).toBe("sealed");
});
