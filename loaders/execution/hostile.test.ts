import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runHostileTable } from "./hostile.ts";
import { ExecutionPool } from "./pool.ts";

/** Processes of this test's servers and of their candidates: they share a mark on their command line. */
function processesMarked(mark: string): { pid: string; state: string; parent: string }[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        const [, state = "", parent = ""] =
          /\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(mark) || state === "Z"
          ? [{ pid, state, parent }]
          : [];
      } catch {
        return []; // it has just ended
      }
    });
}

async function tableWith(layersOff: string[]) {
  const mark = `mark-${randomUUID()}`;
  const pool = await ExecutionPool.open({ cacheDir: null, layersOff: [...layersOff, mark] });
  const rows = await runHostileTable(pool, 1_500);
  const alive = processesMarked(mark).filter(({ state }) => state !== "Z");
  const pids = new Set(alive.map(({ pid }) => pid));
  const zombies = processesMarked(mark).filter(({ state, parent }) => state === "Z" && pids.has(parent));
  const afterwards = alive.length;
  await pool.close();
  return {
    rows,
    zombies,
    alive: afterwards,
    left: processesMarked(mark).filter(({ state }) => state !== "Z"),
  };
}

describe("hostile candidates", async () => {
  const { rows, zombies, alive, left } = await tableWith([]);

  const run = rows.filter(({ outcome }) => outcome !== "not run");
  test.each(run.map((row) => [row.case, row] as const))("%s", (_, row) => {
    expect(row.outcome).toBe(row.expected);
  });

  test.runIf(process.platform === "linux")("leave no process and no zombie", () => {
    // Each server is two processes, the second being the first of its own namespace; a judge has a host beside it.
    expect(alive).toBeLessThanOrEqual(2 * 2 + 2 * 4);
    expect(zombies).toEqual([]);
    expect(left).toEqual([]);
  });
});

describe.runIf(process.platform === "linux").each([
  ["without the filter", ["seccomp"]],
  ["without the filter and the process namespace", ["seccomp", "pid-namespace"]],
])("%s, forks and orphans", (_, layersOff) => {
  test("are ended with the candidate", async () => {
    const mark = `mark-${randomUUID()}`;
    const pool = await ExecutionPool.open({ cacheDir: null, workers: 1, layersOff: [...layersOff, mark] });
    const results = await pool.run(
      [
        {
          id: "bomb",
          code: "import os\ndef target(x):\n    while True: os.fork()",
          tests: ["target(1)"],
          capMs: 500,
        },
        {
          id: "orphan",
          code: "import os, time\ndef target(x):\n    if os.fork() == 0:\n        os.setsid()\n        if os.fork() == 0: time.sleep(1000)\n        os._exit(0)\n    return 2",
          tests: ["assert target(1) == 2"],
        },
      ],
      { confirmTimeouts: false },
    );
    expect([...results.values()].map((result) => result.outcomes[0])).toEqual(["TIMEOUT", "pass"]);
    expect(processesMarked(mark).filter(({ state }) => state !== "Z").length).toBeLessThanOrEqual(2);
    await pool.close();
    expect(processesMarked(mark).filter(({ state }) => state !== "Z")).toEqual([]);
  });
});

test("a machine without any protection keeps its server's killer apart from a fault", async () => {
  const pool = await ExecutionPool.open({
    cacheDir: null,
    workers: 1,
    layersOff: ["seccomp", "pid-namespace", "unprivileged-uid"],
  });
  const kill = "import os\ndef target(x):\n    os.kill(os.getppid(), 9)\n    return 2";
  const results = await pool.run([
    { id: "killer", code: kill, tests: ["assert target(1) == 2"] },
    { id: "neighbor", code: "def target(x):\n    return 2", tests: ["assert target(1) == 2"] },
  ]);
  expect([...results.values()].map((result) => result.outcomes)).toEqual([["ERROR:ProcessDied"], ["pass"]]);
  expect(pool.ledger.filter((entry) => entry.kind === "server-killed").map((entry) => entry.id)).toEqual([
    "killer",
  ]);
  await pool.close();
});
