import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { ExecutionPool } from "./pool.ts";

const folder = mkdtempSync(join(tmpdir(), "near-miss-interruption-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Live processes whose command line has the mark: servers and what they forked. */
function processesMarked(mark: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(mark);
    } catch {
      return false; // it has just ended
    }
  });
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    if (tries > 600) throw new Error("waited a minute in vain");
    await new Promise((wait) => setTimeout(wait, 100));
  }
}

const QUICK = "def f(x):\n    return x + 1";
const HANGING = "def f(x):\n    while True: pass";
const TESTS = ["assert f(1) == 2"];

/** A program of its own that executes twenty quick candidates and one that never ends. */
function startProgram(mark: string, cacheDir: string) {
  const script = `
    const { ExecutionPool } = await import(${JSON.stringify(fileURLToPath(new URL("./pool.ts", import.meta.url)))});
    const pool = await ExecutionPool.open({ cacheDir: ${JSON.stringify(cacheDir)}, workers: 1, layersOff: [${JSON.stringify(mark)}] });
    const quick = Array.from({ length: 20 }, (_, n) => ({ id: String(n), code: "# " + n + ${JSON.stringify("\n" + QUICK)}, tests: ${JSON.stringify(TESTS)} }));
    const hanging = { id: "hanging", code: ${JSON.stringify(HANGING)}, tests: ${JSON.stringify(TESTS)}, capMs: 600000 };
    await pool.run([...quick, hanging], { onResult: (_, done) => { if (done === 20) console.log("twenty are done"); } });
  `;
  const file = join(folder, `program-${randomUUID()}.mts`); // not on the command line, which would have the mark
  writeFileSync(file, script);
  const child = spawn(process.execPath, ["--import", "tsx", file], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const ready = new Promise<void>((resolve) => child.stdout.on("data", () => resolve()));
  const gone = new Promise((resolve) => child.once("exit", resolve));
  return { child, ready, gone };
}

describe.runIf(process.platform === "linux")("a program that is interrupted", () => {
  test.each(["SIGINT", "SIGKILL"] as const)(
    "by %s leaves no process, and what it had is known",
    async (signal) => {
      const mark = `mark-${randomUUID()}`;
      const cacheDir = join(folder, signal);
      const { child, ready, gone } = startProgram(mark, cacheDir);
      await ready;
      await until(() => processesMarked(mark).length === 3); // the server is two processes, the candidate the third
      process.kill(-child.pid!, signal); // as the terminal sends Ctrl-C, to the whole group
      await gone;
      await until(() => processesMarked(mark).length === 0);

      const pool = await ExecutionPool.open({ cacheDir, workers: 1 });
      const again = Array.from({ length: 20 }, (_, n) => ({
        id: `${n}`,
        code: `# ${n}\n${QUICK}`,
        tests: TESTS,
      }));
      const results = [...(await pool.run(again)).values()];
      expect(results.every(({ cached, outcomes }) => cached && outcomes.join() === "pass")).toBe(true);
      expect(pool.serverPids()).toEqual([]);
      await pool.close();
    },
  );

  test("a server that is killed takes its candidate along", async () => {
    const mark = `mark-${randomUUID()}`;
    const pool = await ExecutionPool.open({ cacheDir: null, workers: 1, layersOff: [mark] });
    const abort = new AbortController();
    const running = pool.run([{ id: "hanging", code: HANGING, tests: TESTS }], { signal: abort.signal });
    running.catch(() => undefined);
    await until(() => processesMarked(mark).length === 3);
    const before = processesMarked(mark);
    process.kill(pool.serverPids()[0]!, "SIGKILL");
    await until(() => before.every((pid) => !processesMarked(mark).includes(pid)));
    abort.abort();
    await pool.close();
    expect(processesMarked(mark)).toEqual([]);
  });
});

test("two pools that write the same cache at once lose nothing", async () => {
  const cacheDir = join(folder, "shared");
  const requests = Array.from({ length: 150 }, (_, n) => ({
    id: `${n}`,
    code: `# ${n}\n${QUICK}`,
    tests: [...TESTS, `assert f(${n}) == ${"1" + "0".repeat(2000)}`],
  }));
  const pools = await Promise.all([0, 1].map(() => ExecutionPool.open({ cacheDir, workers: 1 })));
  await Promise.all(pools.map((pool, half) => pool.run(requests.filter((_, n) => n % 2 === half))));
  await Promise.all(pools.map((pool) => pool.close()));
  const warnings: string[] = [];
  const third = await ExecutionPool.open({ cacheDir, warn: (message) => warnings.push(message) });
  const results = [...(await third.run(requests)).values()];
  expect(results.filter(({ cached }) => !cached)).toEqual([]);
  expect(warnings).toEqual([]);
  await third.close();
});
