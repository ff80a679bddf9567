import type OpenAI from "openai";
import { forEachLimited } from "../api/concurrency.ts";
import { CostMeter, type Price, type TokenCount } from "../api/cost.ts";
import { deadline, type Endpoint } from "../api/request.ts";
import { type RetryOptions, withRetries } from "../api/retry.ts";
import { snippetId } from "../store/digest.ts";
import {
  type ChatSettings,
  estimateOf,
  readCompletion,
  refusesSchema,
  type Reply,
  requestBody,
} from "./chat.ts";
import { judge, type JudgeContext, type Verdict } from "./judge.ts";
import type { Prompt } from "./prompts.ts";
import type { RegistryEntry } from "./registry.ts";
import { type Attempt, type EndpointKind, type RunLog } from "./run-log.ts";

export interface RunOptions {
  entries: readonly RegistryEntry[];
  prompt: Prompt;
  settings: ChatSettings;
  /** Attempts at an entry beyond the first. */
  retries: number;
  log: RunLog;
  client: OpenAI;
  endpoint: Endpoint;
  judging: Omit<JudgeContext, "bugs" | "owners">;
  price?: Price | undefined;
  /** US dollars for the whole work folder, what earlier runs took included. */
  maxCost?: number | undefined;
  /** What the batch endpoint takes off the list price, 0 to 1. */
  batchDiscount: number;
  concurrency: number;
  retry: RetryOptions;
  /** Ends the run before the next call. */
  signal?: AbortSignal | undefined;
  say: (message: string) => void;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A request that an entry's next attempt makes. */
export interface NextRequest {
  entry: RegistryEntry;
  attempt: number;
  body: ReturnType<typeof requestBody>;
}

/** What every way of asking shares: the log, the gates, the meter. */
export class Run {
  readonly options: RunOptions;
  readonly meter: CostMeter;
  /** Set once the endpoint has refused structured output. */
  textOnly = false;
  readonly #byKey: Map<string, RegistryEntry>;
  readonly #owners = new Map<string, string>();
  #judging: Promise<unknown> = Promise.resolve();

  constructor(options: RunOptions) {
    const { entries, log, price, maxCost } = options;
    this.options = options;
    this.#byKey = new Map(entries.map((entry) => [entry.key, entry]));
    this.meter = new CostMeter(price, maxCost);
    for (const { endpoint, usage } of log.answers())
      this.meter.reserve({ input: 0 })(
        this.billed({ input: usage.prompt_tokens, output: usage.completion_tokens }, endpoint),
      );
    for (const { verdict } of [...log.attempts.values()].flat()) if (verdict) this.#own(verdict);
  }

  entry(key: string): RegistryEntry | undefined {
    return this.#byKey.get(key);
  }

  /** Tokens as the bill counts them: those of a batch cost less. */
  billed({ input, output = 0 }: TokenCount, endpoint: EndpointKind): TokenCount {
    const share = endpoint === "batch" ? 1 - this.options.batchDiscount : 1;
    return { input: input * share, output: output * share };
  }

  /** The next request of every entry that has neither passed nor used its attempts up. */
  open(): NextRequest[] {
    return this.options.entries.flatMap((entry) => this.next(entry) ?? []);
  }

  /** The next request of an entry; undefined when it has passed or used its attempts up. */
  next(entry: RegistryEntry): NextRequest | undefined {
    const attempts = this.options.log.of(entry.key);
    if (attempts.at(-1)?.verdict?.gate === 0 || attempts.length > this.options.retries) return undefined;
    return this.request(entry);
  }

  /** The request that follows from an entry's attempts so far. */
  request(entry: RegistryEntry): NextRequest {
    const { log, prompt, settings } = this.options;
    const attempts = log.of(entry.key);
    const last = attempts.at(-1);
    const messages = last
      ? prompt.repair(entry, last.answer.content, last.verdict?.findings ?? [])
      : prompt.ask(entry);
    return { entry, attempt: attempts.length + 1, body: requestBody(settings, messages) };
  }

  /** Logs an answer as soon as it is there, since it is paid for. */
  record(
    { entry, attempt, body }: NextRequest,
    reply: Reply,
    endpoint: EndpointKind,
    seconds: number | null,
  ): void {
    this.options.log.add({
      event: "answer",
      entry: entry.key,
      task: entry.id,
      attempt,
      endpoint,
      prompt_digest: this.options.prompt.digest,
      request: body,
      seconds,
      ...reply,
    });
  }

  /** Has the gates judge every answer that they have not seen; one at a time, so that a timeout is run alone. */
  judgeOpen(): Promise<void> {
    const next = this.#judging.then(() => this.#judgeOpen());
    this.#judging = next.catch(() => undefined);
    return next;
  }

  async #judgeOpen(): Promise<void> {
    const { log, entries, judging, settings, retries, onProgress } = this.options;
    for (const entry of entries) {
      for (const attempt of log.of(entry.key).filter(({ verdict }) => !verdict)) {
        const context = { ...judging, bugs: settings.bugs, owners: this.#owners };
        const verdict = withFinish(await judge(attempt.answer.content, entry, context), attempt);
        log.add({ event: "verdict", entry: entry.key, attempt: attempt.answer.attempt, ...verdict });
        this.#own(verdict);
      }
    }
    const done = entries.filter(({ key }) => {
      const attempts = log.of(key);
      return attempts.length > retries || attempts.at(-1)?.verdict?.gate === 0;
    });
    onProgress?.(done.length, entries.length);
  }

  #own({ task, kept }: Verdict): void {
    if (!task) return;
    for (const id of [snippetId(task.canonical), ...(kept ?? []).map((bug) => bug.id)])
      this.#owners.set(id, task.id);
  }
}

/** An answer that was cut off or refused says so first. */
function withFinish(verdict: Verdict, { answer: { finish } }: Attempt): Verdict {
  if (verdict.gate !== 1 || finish === "stop" || finish === "") return verdict;
  const why =
    finish === "length"
      ? "The answer was cut off at the limit of tokens."
      : `The answer ended with: ${finish}.`;
  return { ...verdict, findings: [why, ...verdict.findings] };
}

/**
 * Asks for one entry after the other, several at a time, each until it passes or its attempts are used up.
 * @throws UserError at the cost cap, or when the endpoint fails for good; what was answered is in the log
 */
export async function runRealTime(run: Run): Promise<void> {
  const { entries, concurrency, signal } = run.options;
  await run.judgeOpen();
  await forEachLimited(entries, concurrency, async (entry) => {
    for (let next = run.next(entry); next; next = run.next(entry)) {
      if (signal?.aborted) return;
      await askOnce(run, next);
      await run.judgeOpen();
    }
  });
}

async function askOnce(run: Run, next: NextRequest): Promise<void> {
  const settle = run.meter.reserve(estimateOf(next.body));
  let used: TokenCount | undefined;
  try {
    let started = performance.now();
    const reply = await withRetries(async () => {
      started = performance.now();
      return readCompletion(await complete(run, next), next.body);
    }, run.options.retry);
    const seconds = Math.round(performance.now() - started) / 1000;
    used = { input: reply.usage.prompt_tokens, output: reply.usage.completion_tokens };
    run.record(next, reply, "real-time", seconds);
  } finally {
    settle(used);
  }
}

/** A completion; where the endpoint knows no structured output, without it. */
async function complete(run: Run, { body }: NextRequest): Promise<unknown> {
  const { client, endpoint, retry, say } = run.options;
  const create = () => client.chat.completions.create(body, { signal: deadline(endpoint) });
  if (run.textOnly) delete body.response_format;
  try {
    return await create();
  } catch (error) {
    if (body.response_format === undefined || !refusesSchema(error)) throw error;
    if (!run.textOnly) say(`${retry.service} knows no structured output: asked without it from here on.`);
    run.textOnly = true;
    delete body.response_format;
    return await create();
  }
}
