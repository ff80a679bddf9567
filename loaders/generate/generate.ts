import { join } from "node:path";
import type OpenAI from "openai";
import type { Price } from "../api/cost.ts";
import type { Endpoint } from "../api/request.ts";
import type { RetryOptions } from "../api/retry.ts";
import { UserError } from "../errors.ts";
import type { ExecutionPool } from "../execution/pool.ts";
import { digestOf } from "../store/digest.ts";
import type { ChatSettings } from "./chat.ts";
import { lockFolder } from "./folder-lock.ts";
import { loadPrompt, type Prompt } from "./prompts.ts";
import type { RegistryEntry } from "./registry.ts";
import { type Results, resultsOf, writeResults } from "./results.ts";
import { Run, runRealTime } from "./run.ts";
import { collectBatches, POLLING, runBatches } from "./run-batches.ts";
import { type EndpointKind, RunLog } from "./run-log.ts";

export interface GenerateOptions {
  /** Id that the calls are counted under. */
  dataset: string;
  entries: readonly RegistryEntry[];
  /** Work folder: the log, and what follows from it. */
  folder: string;
  settings: ChatSettings;
  endpointKind: EndpointKind;
  endpoint: Endpoint;
  client: OpenAI;
  openPool: () => Promise<ExecutionPool>;
  retries: number;
  concurrency: number;
  price?: Price | undefined;
  maxCost?: number | undefined;
  batchDiscount: number;
  retry?: Omit<RetryOptions, "service"> | undefined;
  polling?: typeof POLLING | undefined;
  signal?: AbortSignal | undefined;
  say?: ((message: string) => void) | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
  prompt?: Prompt | undefined;
}

/**
 * Grows a registry into tasks: asks a model for each entry's canonical and tests (and bugs), puts every answer through the
 * five gates, returns what fails to the model, and writes `tasks.jsonl`, `distractors.jsonl` and `usage.jsonl` into the work
 * folder. The folder's log holds every request, answer and verdict, so that a run that was interrupted goes on where it
 * stopped; batches under way are waited for first, whichever endpoint is asked for.
 * @throws UserError at the cost cap, when the endpoint fails for good, for a folder of other settings, or one that another run has
 */
export async function generate(options: GenerateOptions): Promise<Results> {
  const { folder, settings, signal } = options;
  const prompt = options.prompt ?? loadPrompt(settings.bugs);
  const release = lockFolder(folder);
  try {
    const log = openLog(folder, settings, prompt);
    try {
      await askAll(options, log, prompt);
    } catch (error) {
      const interrupted = signal?.aborted && (error as Error).name === "AbortError";
      if (!interrupted) throw error;
    } finally {
      writeResults(folder, resultsOf(log, options));
    }
    return resultsOf(log, options);
  } finally {
    release();
  }
}

async function askAll(options: GenerateOptions, log: RunLog, prompt: Prompt): Promise<void> {
  const { endpoint, endpointKind, retry, polling = POLLING, say = () => undefined } = options;
  const pool = await options.openPool();
  try {
    const run = new Run({
      ...options,
      log,
      prompt,
      judging: { pool },
      retry: { ...retry, service: endpoint.service, say },
      say,
    });
    if (endpointKind === "batch") return await runBatches(run, polling);
    await collectBatches(run, polling);
    await runRealTime(run);
  } finally {
    await pool.close();
  }
}

/** The log of a work folder, which belongs to one prompt and one set of settings. */
export function openLog(folder: string, settings: ChatSettings, prompt: Prompt): RunLog {
  const log = new RunLog(join(folder, "log.jsonl"));
  const described = { ...settings, prompt_digest: prompt.digest };
  const digest = digestOf(described);
  if (log.settings === undefined) log.add({ event: "opened", settings: digest, described });
  else if (log.settings !== digest)
    throw new UserError(
      `${folder} holds answers of another model, prompt or setting.`,
      "Give the settings of its log's first line, or another folder: --out DIR.",
      2,
    );
  return log;
}
