import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { crossCanonicalSweep } from "./cross-canonical.ts";
import { ExecutionPool } from "./pool.ts";
import type { SweepPlan } from "./sweep.ts";
import type { Task } from "../tasks/types.ts";

const folder = mkdtempSync(join(tmpdir(), "near-miss-sweep-"));
const pool = await ExecutionPool.open({ cacheDir: null });
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

/** Every candidate meets every suite; all speak of `f`. */
function planOf(codes: Record<string, string>, suites: Record<string, string[]>): SweepPlan {
  const all = Object.keys(suites).map((_, index) => index);
  return {
    candidates: Object.entries(codes).map(([id, code]) => ({ id, code })),
    suites: Object.entries(suites).map(([id, tests]) => ({ id, tests })),
    suitesFor: () => all,
  };
}

const SUITES = {
  doubles: ["assert f(2) == 4", "assert f(3) == 6"],
  squares: ["assert f(2) == 4", "assert f(3) == 9"],
  raises: ["with pytest.raises(ValueError):\n    f('x')"],
};

describe("a sweep", () => {
  test("confirms passes in isolation and counts each pair by what decided it", async () => {
    const plan = planOf(
      { double: "def f(x):\n    return 2 * x", parse: "def f(x):\n    return int(x) ** 2" },
      SUITES,
    );
    const report = await pool.sweep(plan, { auditShare: 1 });
    expect(report.counts).toEqual({ pass: 3, FAIL: 3 });
    expect(report.passes).toEqual([
      { candidate: 0, suite: 0 },
      { candidate: 1, suite: 1 },
      { candidate: 1, suite: 2 },
    ]);
    expect(report).toMatchObject({ pairs: 6, rerun: 3, audit: { sampled: 3, differences: [] } });
  });

  test("a candidate that dies or hangs costs its own pair only", async () => {
    const plan = planOf(
      {
        dies: "import os\ndef f(x):\n    if x == 'x': os._exit(0)\n    return 2 * x",
        hangs: "def f(x):\n    while x == 3: pass\n    return 2 * x",
        hangsFirst: "def f(x):\n    while x == 2: pass\n    return 0",
      },
      SUITES,
    );
    const report = await pool.sweep(plan, { capMs: 200 });
    // `hangsFirst` hangs at the first test of a suite, and is decided by the second.
    expect(report.counts).toEqual({ pass: 1, "ERROR:ProcessDied": 1, TIMEOUT: 2, FAIL: 5 });
    expect(report.timeouts.map(({ candidate }) => candidate)).toEqual([1, 1]);
  });

  test("an audit sees what batch mode gets wrong: a candidate whose state leaks from suite to suite", async () => {
    const code = "import math\nmath.calls = getattr(math, 'calls', 0) + 1\ndef f(x):\n    return math.calls";
    const plan = planOf(
      { leaks: code },
      { first: ["assert f(1) == 7"], second: ["assert f(1) == 7, 1", "1 / 0"] },
    );
    const shared = planOf(
      { leaks: code.replace("return math.calls", "return 1 / (math.calls - 2)") },
      {
        first: ["assert f(1) == 7"],
        second: ["assert f(1) == 7"],
      },
    );
    expect((await pool.sweep(plan, { auditShare: 1 })).audit).toEqual({ sampled: 2, differences: [] });
    expect((await pool.sweep(shared, { auditShare: 1 })).audit.differences).toEqual([
      { candidate: 0, suite: 1, batch: "FAIL:ZeroDivisionError", isolated: "FAIL" },
    ]);
  });

  test("without stopAtFirstFailure every test has its outcome, and the first failing one decides", async () => {
    const plan = planOf(
      { zero: "def f(x):\n    return 0" },
      { mixed: ["assert f(0) == 0", "1 / f(0)", "assert f(0)"] },
    );
    const report = await pool.sweep(plan, { stopAtFirstFailure: false, auditShare: 1 });
    expect(report.counts).toEqual({ "FAIL:ZeroDivisionError": 1 });
  });

  test("goes on from its cache, and when a server is killed, without losing or doubling a pair", async () => {
    const codes = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`${n}`, `def f(x):\n    return ${n}`]),
    );
    const plan = planOf(codes, SUITES);
    const first = await ExecutionPool.open({ cacheDir: folder, workers: 1 });
    const enough = new AbortController();
    let seen = 0;
    const aborted = first.sweep(plan, {
      auditShare: 0,
      signal: enough.signal,
      onProgress: (_, done) => {
        seen = done;
        if (done === 15) process.kill(first.serverPids()[0]!, "SIGKILL");
        if (done === 45) enough.abort(new Error("stopped by its user"));
      },
    });
    await expect(aborted).rejects.toThrow("stopped by its user");
    await first.close();

    const second = await ExecutionPool.open({ cacheDir: folder, workers: 1 });
    const report = await second.sweep(plan, { auditShare: 0 });
    expect(seen).toBeGreaterThanOrEqual(45);
    expect(report).toMatchObject({ pairs: 90, counts: { FAIL: 90 } });
    await second.close();

    const third = await ExecutionPool.open({ cacheDir: folder, workers: 1 });
    expect((await third.sweep(plan, { auditShare: 0 })).counts).toEqual({ FAIL: 90 });
    expect(third.serverPids()).toEqual([]); // nothing was left to execute
    await third.close();
  });
});

describe("renaming", () => {
  test.each([
    [
      "calls, recursion and globals",
      "def f(n):\n    global f\n    return f(n - 1)",
      "def g(n):\n    global g\n    return g(n - 1)",
    ],
    [
      "no attribute, keyword or string",
      "def f(x):\n    return x.f(f=1, s='f')",
      "def g(x):\n    return x.f(f=1, s='f')",
    ],
    [
      "no parameter and no local",
      "def f(f):\n    return f\n\ndef h():\n    f = 1\n    return lambda y: f",
      "def g(f):\n    return f\n\ndef h():\n    f = 1\n    return lambda y: f",
    ],
    ["defaults outside, parameters inside", "def f(f=f):\n    return f", "def g(f=g):\n    return f"],
    [
      "a method of that name stays one",
      "class C:\n\n    def f(self):\n        return f(1)",
      "class C:\n\n    def f(self):\n        return g(1)",
    ],
    [
      "room for the new name",
      "def f(x):\n    return g(x)\n\ndef g(x):\n    return x",
      "def g(x):\n    return g_(x)\n\ndef g_(x):\n    return x",
    ],
    ["an import", "from m import f\nfrom n import k as f", "from m import f as g\nfrom n import k as g"],
  ])("%s", async (_, code, expected) => {
    expect(await pool.rename([{ code, from: "f", to: "g" }])).toEqual([expected]);
  });

  test("in an f-string with a backslash, whose codec a child cannot load by itself", async () => {
    const code = 'def f(x):\n    return f"{x}\\.{f(x)}"';
    const [renamed] = (await pool.rename([{ code, from: "f", to: "g" }])) as [string];
    expect(renamed).toContain("{g(x)}");
  });

  test("gives null for what does not parse", async () => {
    expect(await pool.rename([{ code: "def f(", from: "f", to: "g" }])).toEqual([null]);
  });
});

test("the cross-canonical sweep finds tasks that ask for the same function under other names", async () => {
  const task = (id: string, canonical: string, tests: string[]): Task => ({
    id: `math_numerical/${id}`,
    function_name: id,
    domain: "math_numerical",
    query: "",
    canonical,
    tests,
  });
  const tasks = [
    task("factorial", "def factorial(n):\n    return 1 if n < 2 else n * factorial(n - 1)", [
      "assert factorial(5) == 120",
      "assert factorial(0) == 1",
    ]),
    // Its helper has the first task's name: renaming must keep the two apart.
    task(
      "arrangements",
      "def factorial(n, total=1):\n    return total if n < 2 else factorial(n - 1, total * n)\ndef arrangements(items):\n    return factorial(items)",
      ["assert arrangements(3) == 6"],
    ),
    task("identity", "def identity(x, *rest):\n    return x", [
      "assert identity('a') == 'a'",
      "assert identity(1) == 1",
    ]),
    task("power", "def power(base, exponent):\n    return base ** exponent", ["assert power(2, 3) == 8"]),
    task("successor", "def successor(n, step=1):\n    return n + step", ["assert successor(1) == 2"]),
  ];
  const report = await crossCanonicalSweep(pool, tasks, { auditShare: 1 });
  expect(report.passes.map((pass) => [pass.canonicalOf, pass.suiteOf, pass.mutual].join(" "))).toEqual([
    "math_numerical/factorial math_numerical/arrangements true",
    "math_numerical/arrangements math_numerical/factorial true",
  ]);
  // Of the 20 ordered pairs, `power` takes two arguments where factorial and arrangements take one.
  expect(report.pairs).toBe(16);
  expect(report.sweep.audit.differences).toEqual([]);
});
