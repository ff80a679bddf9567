import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, appendFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ExecutionPool } from "./pool.ts";
import type { ExecutionRequest } from "./types.ts";

const folder = mkdtempSync(join(tmpdir(), "near-miss-pool-"));
const pool = await ExecutionPool.open({ cacheDir: null });
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

const tests = [
  "assert increment(1) == 2",
  "import pytest\nwith pytest.raises(ValueError, match='negative') as excinfo:\n    increment(-1)\nassert excinfo.value.args",
  "assert increment(0) == 1",
];
const good = "def increment(x):\n    if x < 0:\n        raise ValueError('negative')\n    return x + 1\n";

async function outcomesOf(code: string, extra: Partial<ExecutionRequest> = {}) {
  const results = await pool.run([{ id: "it", code, tests, ...extra }]);
  return results.get("it")!.outcomes;
}

describe("outcome names", () => {
  test("a right candidate passes every test", async () => {
    expect(await outcomesOf(good)).toEqual(["pass", "pass", "pass"]);
  });

  test("a wrong value is a bare FAIL, an exception is named, a missing exception is a bare FAIL", async () => {
    expect(await outcomesOf("def increment(x):\n    return 7 // x")).toEqual([
      "FAIL",
      "FAIL",
      "FAIL:ZeroDivisionError",
    ]);
    expect(await outcomesOf(good.replace("ValueError", "KeyError"))).toEqual([
      "pass",
      "FAIL:KeyError",
      "pass",
    ]);
    expect(await outcomesOf(good.replace("negative", "below zero"))).toEqual(["pass", "FAIL", "pass"]);
  });

  test("a candidate that does not load is an ERROR of every test", async () => {
    expect(await outcomesOf("def increment(x:")).toEqual(Array(3).fill("ERROR:SyntaxError"));
    expect(await outcomesOf("import no_such_module")).toEqual(Array(3).fill("ERROR:ModuleNotFoundError"));
  });

  test("a candidate without the entry point fails with NameError", async () => {
    expect(await outcomesOf("def decrement(x):\n    return x - 1")).toEqual(Array(3).fill("FAIL:NameError"));
  });

  test("a test that kills its process costs only itself", async () => {
    const code = "import os\ndef increment(x):\n    if x < 0:\n        os._exit(0)\n    return x + 1";
    expect(await outcomesOf(code)).toEqual(["pass", "ERROR:ProcessDied", "pass"]);
  });

  test("after a timeout the remaining tests are TIMEOUT too", async () => {
    const code = "def increment(x):\n    while x < 0:\n        pass\n    return x + 1";
    const results = await pool.run([{ id: "it", code, tests, capMs: 200 }], { confirmTimeouts: false });
    expect(results.get("it")!.outcomes).toEqual(["pass", "TIMEOUT", "TIMEOUT"]);
  });

  test("each test starts from a fresh namespace", async () => {
    const counting = "calls = 0\ndef increment(x):\n    global calls\n    calls += 1\n    return calls";
    const results = await pool.run([
      { id: "it", code: counting, tests: ["assert increment(0) == 1", "assert increment(0) == 1"] },
    ]);
    expect(results.get("it")!.outcomes).toEqual(["pass", "pass"]);
  });

  test("with stopAtFirstFailure nothing follows the first failing test", async () => {
    expect(await outcomesOf(good.replace("ValueError", "KeyError"), { stopAtFirstFailure: true })).toEqual([
      "pass",
      "FAIL:KeyError",
    ]);
  });
});

describe("a run", () => {
  test("a timeout does not count when the suite finishes alone within the definition's five seconds", async () => {
    const code = "import time\ndef increment(x):\n    time.sleep(0.3)\n    return x + 1";
    const [result] = (await pool.run([{ id: "slow", code, tests: tests.slice(0, 1), capMs: 100 }])).values();
    expect(result!.outcomes).toEqual(["pass"]);
    expect(pool.ledger.at(-1)).toMatchObject({ kind: "timeout-not-confirmed", id: "slow" });
  });

  test("keeps the order of the requests and executes equal pairs once", async () => {
    const requests = ["c", "a", "b"].map((id) => ({ id, code: good, tests }));
    const seen: number[] = [];
    const results = await pool.run(requests, { onResult: (_, done, total) => seen.push(done / total) });
    expect([...results.keys()]).toEqual(["c", "a", "b"]);
    expect(seen).toEqual([1 / 3, 2 / 3, 1]);
    expect(new Set([...results.values()].map((result) => result.elapsedMs)).size).toBe(1);
  });

  test("carries on when its server is killed, without losing or doubling a verdict", async () => {
    const own = await ExecutionPool.open({ cacheDir: null, workers: 1 });
    const requests = Array.from({ length: 40 }, (_, n) => ({ id: `${n}`, code: `# ${n}\n${good}`, tests }));
    const seen: string[] = [];
    const results = await own.run(requests, {
      onResult: (result) => {
        if (seen.push(result.id) === 10) process.kill(own.serverPids()[0]!, "SIGKILL");
      },
    });
    expect(seen.sort()).toEqual(requests.map((request) => request.id).sort());
    expect([...results.values()].every((result) => result.outcomes.join() === "pass,pass,pass")).toBe(true);
    expect(own.ledger.map((entry) => entry.kind)).toEqual(["server-restart"]);
    await own.close();
  });

  test("an abort ends it with the signal's reason", async () => {
    const abort = new AbortController();
    const code = "def increment(x):\n    while True: pass";
    const running = pool.run([{ id: "hangs", code, tests }], { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 200);
    await expect(running).rejects.toThrow("enough");
    expect(await outcomesOf(good)).toEqual(["pass", "pass", "pass"]);
  });
});

test.runIf(process.platform === "linux")(
  "a cap counts a candidate's own time, not its wait for a processor",
  async () => {
    const beside = Array.from({ length: 2 * availableParallelism() }, () =>
      spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
    );
    const own = await ExecutionPool.open({ cacheDir: null });
    // 0.2 s of work under a cap of 0.3 s, which such a load would exceed three times over.
    const code =
      "import time\ndef increment(x):\n    while time.process_time() < 0.2: pass\n    return x + 1";
    const requests = [0, 1, 2].map((n) => ({
      id: `${n}`,
      code: `# ${n}\n${code}`,
      tests: tests.slice(0, 1),
      capMs: 300,
    }));
    const results = await own.run(requests);
    for (const process of beside) process.kill("SIGKILL");
    await own.close();
    expect([...results.values()].map((result) => result.outcomes)).toEqual([["pass"], ["pass"], ["pass"]]);
    expect(own.ledger).toEqual([]);
  },
);

describe("the cache", () => {
  async function runCached(cacheDir: string, warnings: string[] = []) {
    const own = await ExecutionPool.open({ cacheDir, workers: 1, warn: (message) => warnings.push(message) });
    const results = await own.run([{ id: "it", code: good, tests }]);
    await own.close();
    return results.get("it")!;
  }

  test("answers the second time with the same outcomes", async () => {
    const cacheDir = join(folder, "twice");
    expect((await runCached(cacheDir)).cached).toBe(false);
    expect(await runCached(cacheDir)).toMatchObject({ cached: true, outcomes: ["pass", "pass", "pass"] });
  });

  test("an unknown outcome, another runner version or a torn line is said once and executed again", async () => {
    const cacheDir = join(folder, "damaged");
    await runCached(cacheDir);
    const file = join(cacheDir, "outcomes.jsonl");
    const line = readFileSync(file, "utf8").trim();
    appendFileSync(file, line.replace('"pass"', '"perhaps"') + "\n");
    rmSync(file);
    appendFileSync(
      file,
      line.replace('"pass"', '"perhaps"') +
        "\n" +
        line.replace('"runner":1', '"runner":0') +
        "\n" +
        line.slice(0, 30),
    );
    const warnings: string[] = [];
    expect(await runCached(cacheDir, warnings)).toMatchObject({
      cached: false,
      outcomes: ["pass", "pass", "pass"],
    });
    expect(warnings.map((warning) => warning.replace(file, "FILE"))).toEqual([
      'FILE: unknown outcome "perhaps" (line 1); what they answered is executed again.',
      "FILE: written by runner version 0, this is 1 (line 2); what they answered is executed again.",
      "FILE: not a complete entry (line 3); what they answered is executed again.",
    ]);
    expect((await runCached(cacheDir)).cached).toBe(true);
  });
});

describe("explain", () => {
  const cases: [string, string, string, string, string][] = [
    ["a comparison", "assert increment(1) == 3", "increment(1)", "3", "2"],
    ["the sides swapped", "assert 3 == increment(1)", "increment(1)", "3", "2"],
    ["a negation", "assert not increment(1)", "increment(1)", "a false value", "2"],
    ["an inequality", "assert increment(1) > 5", "increment(1)", "> 5", "2"],
    ["a call within", "assert abs(increment(1) - 9) < 1", "increment(1)", "abs(increment(1) - 9) < 1", "2"],
    ["an exception", "assert increment(-1) == 0", "increment(-1)", "0", "ValueError: negative"],
    [
      "no exception",
      "with pytest.raises(ValueError):\n    increment(3)",
      "increment(3)",
      "raises ValueError",
      "4",
    ],
    ["the failing part of two", "assert increment(1) == 2 and increment(2) == 4", "increment(2)", "4", "3"],
    [
      "variables by value",
      "for n, m in [(1, 2), (2, 4)]:\n    assert increment(n) == m",
      "increment(2)",
      "4",
      "3",
    ],
    ["a result kept first", "got = increment(1)\nassert got == 3", "increment(1)", "3", "2"],
    ["a timeout", "assert increment(7) == 8", "increment(7)", "8", "no result within 0.3 s"],
  ];

  test.each(cases)("%s", async (_, source, input, expected, got) => {
    const code = good.replace("return", "while x == 7:\n        pass\n    return");
    const explained = await pool.explain([
      { id: "it", code, tests: ["assert increment(2) == 3", source], capMs: 300 },
    ]);
    expect(explained.get("it")).toMatchObject({ test: 1, input, expected, got });
  });

  test("is null when every test passes", async () => {
    expect((await pool.explain([{ id: "it", code: good, tests }])).get("it")).toBeNull();
  });
});
