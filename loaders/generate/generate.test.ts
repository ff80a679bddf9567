import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { usageRows } from "../analyses/economics-usage.ts";
import { openAiClient } from "../api/request.ts";
import { ExecutionPool } from "../execution/pool.ts";
import { enumerateMutants } from "../mutation/enumerate.ts";
import { fromRoot } from "../paths.ts";
import { detectFormat, readFormat } from "../import/formats.ts";
import { readRows } from "../store/parquet.ts";
import { readUsage } from "../tasks/api-usage.ts";
import { datasetById } from "../tasks/datasets.ts";
import { parseTasks, readTasks } from "../tasks/read-tasks.ts";
import type { Task } from "../tasks/types.ts";
import { generate, type GenerateOptions } from "./generate.ts";
import { modelServer, type ModelServerOptions, type Speak } from "./model-server.ts";
import { parseRegistry } from "./registry.ts";

/** Real tasks of three domains, which a well-behaved model writes. */
const WANTED = [
  "validation/allergen_card_gaps",
  "collections/layer_settings",
  "sorting_searching/order_spreadsheet_cells",
];
const committed = readTasks(datasetById("near-miss"));
const tasks = WANTED.map((wanted): Task => {
  const { id, function_name, query, domain, canonical, tests } = committed.find(({ id }) => id === wanted)!;
  return { id, function_name, query, domain, canonical, tests };
});
const sorted = tasks.toSorted((a, b) => (a.id < b.id ? -1 : 1));
const registry = (of: readonly Task[] = tasks): string =>
  of.map(({ function_name, query, domain }) => JSON.stringify({ function_name, query, domain })).join("\n");
const taskOf = (name: string): Task => tasks.find(({ function_name }) => function_name === name)!;
const written = ({ canonical, tests }: Pick<Task, "canonical" | "tests">): string =>
  JSON.stringify({ canonical, tests });
const right: Speak = ({ function_name }) => written(taskOf(function_name));

const PRICE = { usd_per_million_tokens: 2, usd_per_million_output_tokens: 10, date: "2026-11-30", source_url: "https://example.org" }; // prettier-ignore

let server: Awaited<ReturnType<typeof modelServer>> | undefined;
const folders: string[] = [];
afterEach(async () => {
  await server?.close();
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true }));
});

async function serve(options: Partial<ModelServerOptions>): Promise<NonNullable<typeof server>> {
  await server?.close();
  return (server = await modelServer({ speak: right, ...options }));
}

function workFolder(): string {
  folders.push(mkdtempSync(join(tmpdir(), "generate-")));
  return folders.at(-1)!;
}

/** Runs with what a test changes; waits of retries and polls are skipped. */
async function run(changed: Partial<GenerateOptions> & { of?: readonly Task[] } = {}) {
  const said: string[] = [];
  const { of = tasks, ...options } = changed;
  const endpoint = { service: "the model", baseUrl: server!.url, timeoutMs: 20_000 };
  const folder = options.folder ?? workFolder();
  const results = await generate({
    dataset: "pilot",
    entries: parseRegistry(registry(of), "registry.jsonl"),
    folder,
    settings: { model: "m", bugs: "rule", format: "schema", maxTokens: 4000, temperature: 0, seed: 7 },
    endpointKind: "real-time",
    endpoint,
    client: openAiClient(endpoint),
    openPool: () => ExecutionPool.open({ cacheDir: null, workers: 1, warn: () => undefined }),
    retries: 2,
    concurrency: 2,
    batchDiscount: 0.5,
    price: PRICE,
    retry: { sleep: () => Promise.resolve(), random: () => 0, attempts: 3 },
    polling: { firstPollMs: 1, longestPollMs: 1 },
    say: (message) => void said.push(message),
    ...options,
  });
  return { results, folder, said, log: readFileSync(join(folder, "log.jsonl"), "utf8") };
}

describe("generating in real time", { timeout: 240_000 }, () => {
  it("grows a registry into tasks that pass every gate, in the format of data/tasks", async () => {
    await serve({});
    const { results, folder, log } = await run();
    const text = readFileSync(join(folder, "tasks.jsonl"), "utf8");
    expect(parseTasks(text, "tasks.jsonl").violations).toEqual([]);
    // What `npm run import:tasks` reads of it.
    const path = join(folder, "tasks.jsonl");
    expect(readFormat(path, detectFormat(path), "pilot").violations).toEqual([]);
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Task),
    ).toEqual(sorted);
    expect(results).toMatchObject({ atFirst: 3, givenUp: 0, open: 0, byGate: [0, 0, 0, 0, 0] });
    expect(results.listUsd).toBeCloseTo(3 * (400 * 2e-6 + 1000 * 10e-6), 9);
    expect(results.calls[0]).toMatchObject({ dataset: "pilot", model: "served-model-1", endpoint: "real-time", reasoning_tokens: 600, failed_gate: 0 }); // prettier-ignore
    expect(results.bugs.length).toBe(12);
    expect(server!.asked[0]!.body).toMatchObject({
      model: "m",
      temperature: 0,
      seed: 7,
      max_completion_tokens: 4000,
    });
    expect(log).toContain('"prompt_digest"');
    // What the economics page reads of the usage log.
    cpSync(join(folder, "usage.jsonl"), join(folder, "data/generation/pilot.jsonl"));
    expect(readUsage(folder)).toEqual(results.calls);
    expect(usageRows(readUsage(folder))[0]).toMatchObject({ calls: 3, accepted: 3, list_usd: 0.0324 });
    // Nothing is left to ask: the same command again asks nothing, and other settings are refused.
    await run({ folder });
    expect(server!.asked.length).toBe(3);
    const settings = { model: "another", bugs: "rule", format: "schema", maxTokens: 4000 } as const;
    writeFileSync(join(folder, "running.pid"), String(process.ppid));
    await expect(run({ folder })).rejects.toThrow(/in use by process/);
    // 2^22 is the highest process id of Linux: nobody runs under the next one.
    writeFileSync(join(folder, "running.pid"), "4194305");
    await expect(run({ folder, settings })).rejects.toThrow(/answers of another model, prompt or setting/);
  });

  it("returns what a gate found to the model, and gives an entry up after its attempts", async () => {
    const [slip, broken, stubborn] = tasks as [Task, Task, Task];
    const wrongTest = slip.tests.map((test, index) =>
      index === 0 ? `${test.split(" == ")[0]} == "wrong"` : test,
    );
    await serve({
      speak: ({ function_name, attempt }) => {
        const task = taskOf(function_name);
        if (task === slip) return attempt === 1 ? written({ ...slip, tests: wrongTest }) : written(slip);
        if (task === broken)
          return attempt === 1
            ? { content: written(broken).slice(0, 80), finish: "length" }
            : `Here it is:\n\`\`\`json\n${written(broken)}\n\`\`\`\nDone.`;
        return written({ ...stubborn, tests: stubborn.tests.slice(0, 3) });
      },
    });
    const { results } = await run();
    expect(results).toMatchObject({ atFirst: 0, givenUp: 1, open: 0, byGate: [4, 0, 1, 0, 0], cutOff: 1 });
    expect(results.tasks.map(({ id }) => id)).toEqual([slip.id, broken.id].sort());
    const again = (task: Task): string =>
      server!.asked
        .find(({ function_name, attempt }) => function_name === task.function_name && attempt === 2)!
        .body.messages.at(-1)!.content;
    expect(again(slip)).toMatch(/The canonical gives FAIL on test 1.*It expects 'wrong'/);
    expect(again(broken)).toMatch(/cut off at the limit of tokens/);
    expect(again(stubborn)).toContain("has 3 tests. Give it 7 to 10 tests.");
  });

  it("asks on without a schema where the endpoint knows none", async () => {
    await serve({ refuseSchema: true });
    const { results, said } = await run({ of: tasks.slice(0, 1) });
    expect(results.tasks.length).toBe(1);
    expect(said.join()).toContain("knows no structured output");
    expect(server!.asked.every(({ body }) => body.response_format === undefined)).toBe(true);
  });

  it("stops before the call that could exceed the cost cap, and goes on from there under a higher one", async () => {
    await serve({});
    const folder = workFolder();
    // A call may take 4,000 tokens out, 0.04 USD; one that took 1,000 leaves 0.0108 USD spent.
    const capped = { folder, of: tasks.slice(0, 2), concurrency: 1 };
    await expect(run({ ...capped, maxCost: 0.05 })).rejects.toThrow(/cost cap of 0.05 USD would be exceeded/);
    expect(server!.asked.length).toBe(1);
    expect(readFileSync(join(folder, "tasks.jsonl"), "utf8").trim().split("\n").length).toBe(1);
    expect((await run({ ...capped, maxCost: 0.1 })).results.tasks.length).toBe(2);
    expect(server!.asked.length).toBe(2);
  });
});

describe("bugs written by the model", { timeout: 240_000 }, () => {
  let valid: string[];
  beforeAll(async () => {
    const rows = await readRows<{ task: string; snippet: string; kind: string }>(fromRoot("data/frozen/corpus/near-miss.parquet")); // prettier-ignore
    const selected = new Set(rows.filter(({ task, kind }) => task === tasks[0]!.id && kind === "distractor").map(({ snippet }) => snippet)); // prettier-ignore
    valid = enumerateMutants(tasks[0]!)
      .filter(({ id }) => selected.has(id))
      .map(({ code }) => code);
  }, 60_000);

  const bugOf = (code: string) => ({ code, bug_type: "other", description: "a slip" });

  it("are dropped and counted where every test passes, and named by the rule that makes the same code", async () => {
    const task = tasks[0]!;
    const correct = task.canonical.replace(":\n", ":\n    # differs in nothing that runs\n");
    const crashing = task.canonical.replace(":\n", ":\n    raise RuntimeError\n");
    const nothing = `def ${task.function_name}(*_):\n    return None\n`;
    const first = [correct, `${correct}\n# once more`, crashing, "x = 1", ...valid.slice(0, 2)];
    const second = [correct, nothing, ...valid.slice(0, 3)];
    await serve({
      speak: ({ attempt }) =>
        JSON.stringify({
          ...(JSON.parse(written(task)) as object),
          bugs: (attempt === 1 ? first : second).map(bugOf),
        }),
    });
    const settings = { model: "m", bugs: "model", format: "schema", maxTokens: 4000 } as const;
    const { results } = await run({ of: [task], settings });
    expect(results.byGate).toEqual([0, 0, 0, 1, 0]);
    expect(results.counts).toMatchObject({ written: 11, accidentally_correct: 3, not_valid: 1, unusable: 1 });
    const repair = server!.asked[1]!.body.messages.at(-1)!.content;
    expect(repair).toContain("Bug 1: passes every test.");
    expect(repair).toContain("Bug 3: crashes on every input.");
    expect(results.bugs.map(({ bug_type }) => bug_type === "free_form")).toEqual([true, false, false, false]);
    expect(results.bugs.every(({ outcomes }) => outcomes.includes("FAIL"))).toBe(true);
  });
});

describe("generating in batches", { timeout: 240_000 }, () => {
  const batch = { endpointKind: "batch" } as const;

  it("submits again only what a half or an expired batch left unanswered", async () => {
    const plans = [
      { status: "completed", answered: (line: number) => line === 0, noise: '{"custom_id": "cut o' },
      { status: "expired", answered: (line: number) => line === 0, errors: true },
    ] as const;
    await serve({ plan: (nth) => plans[nth] ?? { status: "completed" } });
    const { results, said } = await run(batch);
    expect(results).toMatchObject({ open: 0, givenUp: 0, atFirst: 3, medianSeconds: undefined });
    expect(results.billedUsd).toBeCloseTo(results.listUsd! / 2, 12);
    expect([server!.batches.length, server!.asked.length]).toEqual([3, 3]);
    expect(said.join("\n")).toMatch(/completed: 1 of 3 answered, 1 lines unreadable/);
    expect(said.join("\n")).toMatch(/too late/);
  });

  it("gives up for the run what is never answered, and repairs in a second batch what a gate turned away", async () => {
    await serve({
      plan: () => ({ status: "expired", answered: (line) => line === 0 && server!.batches.length < 3 }),
      speak: ({ function_name, attempt }) => (attempt === 1 ? "no JSON" : written(taskOf(function_name))),
    });
    const { results, said } = await run({ ...batch, of: tasks.slice(0, 2) });
    expect(results).toMatchObject({ open: 1, givenUp: 0, atFirst: 0, byGate: [1, 0, 0, 0, 0] });
    expect(results.tasks.length).toBe(1);
    expect(said.at(-1)).toMatch(/1 requests were left unanswered 3 times/);
  });

  it("never submits twice: not after an interrupt, not when the answer to a submission is lost", async () => {
    await serve({ breakOffCreate: (nth) => nth === 0 });
    const folder = workFolder();
    const controller = new AbortController();
    const sleep = () => (controller.abort(), Promise.resolve());
    const interrupted = await run({ ...batch, folder, signal: controller.signal, polling: { firstPollMs: 1, longestPollMs: 1, sleep } }); // prettier-ignore
    expect(interrupted.results).toMatchObject({ open: 3, calls: [] });
    // The other endpoint waits for what is under way, too.
    const { results } = await run({ folder });
    expect(results.tasks.length).toBe(3);
    expect([server!.batches.length, server!.asked.length]).toEqual([1, 3]);
  });

  it("finds a batch whose id was not noted by its intent", async () => {
    await serve({});
    const folder = workFolder();
    const controller = new AbortController();
    const sleep = () => (controller.abort(), Promise.resolve());
    await run({
      ...batch,
      folder,
      signal: controller.signal,
      polling: { firstPollMs: 1, longestPollMs: 1, sleep },
    });
    const kept = readFileSync(join(folder, "log.jsonl"), "utf8").split("\n").filter((line) => !line.includes('"event":"batch"')); // prettier-ignore
    writeFileSync(join(folder, "log.jsonl"), `${kept.join("\n")}{"event":"ba`);
    const { results } = await run({ ...batch, folder });
    expect([results.tasks.length, server!.batches.length]).toEqual([3, 1]);
  });

  it("says why a batch was not accepted or that it was cancelled, and takes what a cancelled one brought", async () => {
    await serve({ plan: (nth) => (nth === 0 ? { status: "failed" } : { status: nth === 1 ? "cancelled" : "completed", answered: (line) => line === 0 }) }); // prettier-ignore
    const folder = workFolder();
    await expect(run({ ...batch, folder, of: tasks.slice(0, 2) })).rejects.toThrow(
      /invalid_model: no such model/,
    );
    await expect(run({ ...batch, folder, of: tasks.slice(0, 2) })).rejects.toThrow(
      /was cancelled; 1 of its requests/,
    );
    const { results } = await run({ ...batch, folder, of: tasks.slice(0, 2) });
    expect([results.tasks.length, server!.asked.length]).toEqual([2, 2]);
  });
});
