import { basename, extname, resolve } from "node:path";
import { Command, Option } from "commander";
import { openAiClient } from "../loaders/api/request.ts";
import { UserError } from "../loaders/errors.ts";
import { ExecutionPool } from "../loaders/execution/pool.ts";
import { appendTasks } from "../loaders/generate/append.ts";
import type { ChatSettings } from "../loaders/generate/chat.ts";
import { generate } from "../loaders/generate/generate.ts";
import { planOf, planSentence } from "../loaders/generate/plan.ts";
import { priceOf } from "../loaders/generate/prices.ts";
import { type BugSource, loadPrompt } from "../loaders/generate/prompts.ts";
import { readRegistry } from "../loaders/generate/registry.ts";
import { describeResults } from "../loaders/generate/results.ts";
import type { EndpointKind } from "../loaders/generate/run-log.ts";
import { CACHE, fromRoot } from "../loaders/paths.ts";
import { progressBar } from "../loaders/progress.ts";
import { datasetById } from "../loaders/tasks/datasets.ts";
import { readTasks } from "../loaders/tasks/read-tasks.ts";
import { runCommandLine } from "./command-line.ts";
import { parseDollars, say } from "./encoding.ts";
import { numberFrom, wholeFrom } from "./number-option.ts";

interface Options {
  registry?: string;
  model?: string;
  out?: string;
  baseUrl: string;
  key?: string;
  endpoint: EndpointKind;
  bugs: BugSource;
  format: ChatSettings["format"];
  retries: number;
  concurrency: number;
  temperature?: number;
  seed?: number;
  effort?: string;
  maxTokens: number;
  timeout: number;
  usdInput?: number;
  usdOutput?: number;
  priceDate?: string;
  prices?: string;
  batchDiscount: number;
  maxCost?: number;
  append?: boolean;
  dryRun?: boolean;
}

const OPENAI = "https://api.openai.com/v1";

/** Commander asks for what is required before it looks at what is unknown: this says both in their turn. */
function required(value: string | undefined, remedy: string): string {
  if (value !== undefined) return value;
  throw new UserError("What to ask, or whom, is not given.", remedy, 2);
}

async function run(file: string | undefined, options: Options): Promise<void> {
  const { baseUrl, endpoint, bugs, maxCost, batchDiscount } = options;
  const registry = required(file ?? options.registry, "Name the registry: --registry FILE.");
  const model = required(options.model, "Name the model, as the endpoint calls it: --model NAME.");
  if (options.append && bugs === "model")
    throw new UserError(
      "data/tasks holds no bugs: near-clones of our tasks are made by rule.",
      "Leave --append out, or use --bugs rule.",
      2,
    );
  const existing = options.append ? readTasks(datasetById("near-miss")) : [];
  const entries = readRegistry(registry, existing);
  const name = basename(registry, extname(registry));
  const folder = resolve(options.out ?? fromRoot(CACHE, "generate", name));
  const { format, temperature, seed, effort, maxTokens } = options;
  const settings: ChatSettings = { model, bugs, format, temperature, seed, effort, maxTokens };
  const price = priceOf(model, options, baseUrl);
  if (maxCost !== undefined && !price)
    throw new UserError(
      `The list price of ${model} is unknown, so that no cost cap can hold.`,
      "Give --usd-input and --usd-output, or --prices FILE.",
      2,
    );
  const { requests, most } = planOf(entries, loadPrompt(bugs), settings);
  const sentence = planSentence(entries.length, most, price, endpoint, batchDiscount);
  say(sentence);
  if (options.dryRun) return requests.forEach((request) => console.log(JSON.stringify(request)));

  const service = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  const keyVariable = options.key ?? (baseUrl === OPENAI ? "OPENAI_API_KEY" : undefined);
  const at = { service, baseUrl, keyVariable, timeoutMs: options.timeout * 1000 };
  const client = openAiClient(at);
  const signal = stopAtInterrupt();
  const bar = progressBar("entries");
  const results = await generate({
    dataset: options.append ? "near-miss" : name,
    entries,
    folder,
    settings,
    endpointKind: endpoint,
    endpoint: at,
    client,
    openPool: () => ExecutionPool.open(),
    retries: options.retries,
    concurrency: options.concurrency,
    price,
    maxCost,
    batchDiscount,
    signal,
    say,
    onProgress: bar.update,
  }).finally(bar.stop);
  console.log([`${folder}:`, ...describeResults(results, { entries })].join("\n"));
  if (signal.aborted) return void (process.exitCode = 130);
  if (options.append) {
    const files = appendTasks(results.tasks, results.calls, name);
    console.log(`Written: ${files.join(", ")}. Next: npm run check:tasks`);
  }
  if (results.open + results.givenUp > 0) process.exitCode = 1;
}

/** The first interrupt ends the run after the calls under way, which are paid for; the second one at once. */
function stopAtInterrupt(): AbortSignal {
  const controller = new AbortController();
  let first = Infinity;
  process.on("SIGINT", () => {
    // One key press may arrive twice, from the terminal and from the process that started this one.
    if (performance.now() - first > 300) process.exit(130);
    if (controller.signal.aborted) return;
    first = performance.now();
    say(
      "\nInterrupted: calls under way are waited for (again to leave at once). The same command goes on from here.",
    );
    controller.abort();
  });
  return controller.signal;
}

const program = new Command("generate")
  .description(
    "Grows a registry (one JSON object a line: function_name, query, domain) into tasks by a language model behind an\n" +
      "OpenAI-compatible endpoint. Every answer goes through the five gates and back to the model when it fails.\n" +
      "The work folder keeps every request and answer: an interrupted run goes on where it stopped.",
  )
  .argument("[registry]", "what the tasks are to be about")
  .option("--registry <file>", "the same, as an option")
  .option("--model <name>", "the model, as the endpoint calls it")
  .option("--out <folder>", "work folder; .cache/generate/<name of the registry> unless told")
  .option("--base-url <url>", "the endpoint, up to and without /chat/completions", OPENAI)
  .option("--key <variable>", "environment variable of its key; OPENAI_API_KEY for the default endpoint")
  .addOption(
    new Option("--endpoint <kind>", "one call after the other, or in batches")
      .choices(["real-time", "batch"])
      .default("real-time"),
  )
  .addOption(
    new Option("--bugs <source>", "made by rule from each canonical, or written by the model and executed")
      .choices(["rule", "model"])
      .default("rule"),
  )
  .addOption(
    new Option("--format <how>", "structured output by a JSON schema, or JSON as the prompt asks for it")
      .choices(["schema", "text"])
      .default("schema"),
  )
  .option("--retries <n>", "attempts at an entry beyond the first", wholeFrom(0, 20), 2)
  .option("--concurrency <n>", "real-time calls at the same time", wholeFrom(1, 256), 4)
  .option("--temperature <t>", "left to the endpoint unless told", numberFrom(0, 2))
  .option("--seed <n>", "left out unless told", wholeFrom(0, 2 ** 31 - 1))
  .option("--effort <level>", "reasoning effort, as the endpoint calls it")
  .option(
    "--max-tokens <n>",
    "most tokens of an answer, reasoning included",
    wholeFrom(256, 1_000_000),
    16_384,
  )
  .option("--timeout <s>", "longest wait for a real-time answer", numberFrom(1, 3600), 600)
  .option("--usd-input <usd>", "list price of a million tokens in", parseDollars)
  .option("--usd-output <usd>", "list price of a million tokens out", parseDollars)
  .option("--price-date <day>", "when that price was read; today unless told")
  .option("--prices <file>", "dated list prices by model, as JSON")
  .option("--batch-discount <share>", "what a batch takes off the list price", numberFrom(0, 1), 0.5)
  .option(
    "--max-cost <usd>",
    "stop before the call that could exceed it, earlier runs of the folder counted",
    parseDollars,
  )
  .option("--append", "take the tasks into data/tasks and the usage log into data/generation")
  .option("--dry-run", "print the requests and the most they could cost; ask nothing")
  .action(run);

await runCommandLine(program);
