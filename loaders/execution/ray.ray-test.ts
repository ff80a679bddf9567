import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ExecutionPool } from "./pool.ts";
import { findPython, PythonNotFoundError } from "./python-interpreter.ts";
import type { SweepPlan } from "./sweep.ts";

const RAY = "ray==2.60.0";
const venv = resolve(".cache/ray-venv");
const bin = (name: string): string => join(venv, "bin", name);
const environment = { ...process.env, RAY_USAGE_STATS_ENABLED: "0" };

/** An environment that has Ray, made by pip once; undefined, with the reason said, when pip cannot. */
function venvWithRay(): string | undefined {
  const hasRay = () => existsSync(bin("ray")) && spawnSync(bin("python"), ["-c", "import ray"]).status === 0;
  if (hasRay()) return bin("python");
  spawnSync(findPython().executable, ["-m", "venv", venv]);
  const pip = spawnSync(
    bin("python"),
    ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", RAY],
    {
      encoding: "utf8",
    },
  );
  if (hasRay()) return bin("python");
  process.stderr.write(
    `Not run: the Ray executor's tests, as pip cannot supply ${RAY} (${pip.stderr.trim()}).\n`,
  );
  return undefined;
}

const python = venvWithRay();
// Short: Ray makes sockets below it, whose paths may not exceed 107 bytes.
const folder = mkdtempSync(join(tmpdir(), "nm-ray-"));

function startNode(args: readonly string[]): ChildProcess {
  return spawn(
    bin("ray"),
    ["start", "--block", "--num-cpus=1", "--node-ip-address=127.0.0.1", "--disable-usage-stats", ...args],
    { stdio: "ignore", env: environment },
  );
}

function aliveNodes(address: string): number {
  const script = `import ray; ray.init(${JSON.stringify(address)}, logging_level="ERROR"); print(sum(n["Alive"] for n in ray.nodes()))`;
  return Number(
    spawnSync(bin("python"), ["-c", script], { encoding: "utf8", env: environment }).stdout.trim(),
  );
}

async function stop(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null) return;
  const gone = new Promise((done) => node.once("exit", done));
  node.kill("SIGTERM");
  await gone;
}

describe.skipIf(python === undefined)("a Ray cluster of two local nodes", () => {
  let nodes: ChildProcess[] = [];
  let address = "";
  let pool: ExecutionPool;

  beforeAll(async () => {
    const port = await getPort();
    address = `127.0.0.1:${port}`;
    nodes = [startNode(["--head", `--port=${port}`, "--include-dashboard=false", `--temp-dir=${folder}`])];
    while (!(aliveNodes(address) >= 1)) await new Promise((wait) => setTimeout(wait, 500));
    nodes.push(startNode([`--address=${address}`]));
    while (aliveNodes(address) < 2) await new Promise((wait) => setTimeout(wait, 500));
    pool = await ExecutionPool.open({ python: python!, rayAddress: address, cacheDir: null });
  });

  afterAll(async () => {
    await pool?.close();
    for (const node of [...nodes].reverse()) await stop(node);
    rmSync(folder, { recursive: true, force: true });
  });

  test("says the same as the local pool: outcomes, seals and sweeps", async () => {
    const local = await ExecutionPool.open({ cacheDir: null, python: python! });
    const tests = ["assert f(1) == 2", "assert f(-1) == 0"];
    const codes = [
      "return x + 1",
      "return x - 1",
      "return 1 // (x + 1)",
      "while True: pass",
      "import os; os._exit(0)",
    ];
    const requests = codes.map((body, n) => ({
      id: `${n}`,
      code: `def f(x):\n    ${body}`,
      tests,
      capMs: 300,
    }));
    const plan: SweepPlan = {
      candidates: requests,
      suites: [
        { id: "s", tests },
        { id: "t", tests: ["assert f(1) == 0"] },
      ],
      suitesFor: () => [0, 1],
    };
    const told = async (by: ExecutionPool) => ({
      outcomes: [...(await by.run(requests, { confirmTimeouts: false })).values()].map(
        ({ outcomes }) => outcomes,
      ),
      seals: [...(await by.confirmPasses(requests)).values()],
      sweep: { ...(await by.sweep(plan, { auditShare: 1 })), elapsedMs: 0 },
    });
    const [here, there] = [await told(local), await told(pool)];
    await local.close();
    expect(there).toEqual(here);
    expect(here.outcomes[0]).toEqual(["pass", "pass"]);
  });

  test("finishes when a node is removed half-way: no verdict is lost and none is doubled", async () => {
    const requests = Array.from({ length: 3000 }, (_, n) => ({
      id: `${n}`,
      code: `def f(x):\n    return x + ${n}`,
      tests: [`assert f(1) == ${n + 1}`, `assert f(1) == ${n % 2 ? n + 1 : 0}`],
    }));
    const seen: string[] = [];
    let removed: Promise<void> | undefined;
    const results = await pool.run(requests, {
      onResult: ({ id }) => {
        if (seen.push(id) === 600) removed = stop(nodes[1]!);
      },
    });
    await removed;
    expect(aliveNodes(address)).toBe(1);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(requests.length);
    for (const { id, outcomes } of results.values()) {
      expect(outcomes).toEqual(Number(id) % 2 ? ["pass", "pass"] : ["pass", "FAIL"]);
    }
  });
});

test("a Python without Ray is told so in one sentence", async () => {
  const opening = ExecutionPool.open({ rayAddress: "127.0.0.1:1", cacheDir: null });
  await expect(opening).rejects.toThrow(PythonNotFoundError);
  await expect(opening).rejects.toThrow(/has no Ray.*pip install ray/);
});
