import { setTimeout as wait } from "node:timers/promises";
import type OpenAI from "openai";
import { toFile } from "openai";
import { z } from "zod";
import { UserError } from "../errors.ts";
import type { RetryOptions } from "../api/retry.ts";
import { withRetries } from "../api/retry.ts";

type Batch = OpenAI.Batches.Batch;

/** Where a batch says in its metadata which intent of ours it carries out. */
const INTENT = "near_miss_intent";
/** How far back an endpoint's list of batches is read for one whose id was not noted. */
const LISTED = 500;

const ENDED: ReadonlySet<string> = new Set(["completed", "failed", "expired", "cancelled"]);

export interface BatchRequest {
  /** Returned with its answer. */
  id: string;
  body: unknown;
}

/** What became of one request of a batch. */
export interface BatchLine {
  id: string;
  /** The completion as the endpoint gave it. */
  completion?: unknown;
  /** Why there is none. */
  reason?: string;
}

export interface BatchOptions {
  retry: RetryOptions;
  signal?: AbortSignal | undefined;
  sleep?: ((ms: number, signal?: AbortSignal) => Promise<unknown>) | undefined;
  /** Waits between two looks at a batch's state grow from the first to the longest, in ms. */
  firstPollMs: number;
  longestPollMs: number;
  /** Told whenever the state changes, and at each look how many requests are done. */
  onState?: ((batch: Batch) => void) | undefined;
}

/** The batch of an intent, if the endpoint has one. */
export async function findBatch(
  client: OpenAI,
  intent: string,
  retry: RetryOptions,
): Promise<Batch | undefined> {
  return withRetries(async () => {
    let seen = 0;
    for await (const batch of client.batches.list({ limit: 100 })) {
      if (batch.metadata?.[INTENT] === intent) return batch;
      if (++seen >= LISTED) break;
    }
    return undefined;
  }, retry);
}

/**
 * Uploads requests and creates their batch. Where it is not certain whether creating went through, the endpoint is asked
 * first, so that nothing is paid for twice.
 */
export async function submitBatch(
  client: OpenAI,
  intent: string,
  requests: readonly BatchRequest[],
  retry: RetryOptions,
): Promise<Batch> {
  const lines = requests.map(({ id, body }) =>
    JSON.stringify({ custom_id: id, method: "POST", url: "/v1/chat/completions", body }),
  );
  const content = Buffer.from(`${lines.join("\n")}\n`);
  const file = await withRetries(
    async () => client.files.create({ file: await toFile(content, `${intent}.jsonl`), purpose: "batch" }),
    retry,
  );
  let tried = false;
  return withRetries(async () => {
    const there = tried ? await findBatch(client, intent, { ...retry, attempts: 1 }) : undefined;
    tried = true;
    return (
      there ??
      client.batches.create({
        input_file_id: file.id,
        endpoint: "/v1/chat/completions",
        completion_window: "24h",
        metadata: { [INTENT]: intent },
      })
    );
  }, retry);
}

/** Looks at a batch, ever less often, until it has ended. @throws the signal's reason when aborted */
export async function waitForBatch(client: OpenAI, id: string, options: BatchOptions): Promise<Batch> {
  const { retry, signal, onState, firstPollMs, longestPollMs } = options;
  const sleep = options.sleep ?? ((ms, stop) => wait(ms, undefined, stop ? { signal: stop } : {}));
  for (let ms = firstPollMs; ; ms = Math.min(ms * 1.5, longestPollMs)) {
    signal?.throwIfAborted();
    const batch = await withRetries(() => client.batches.retrieve(id), retry);
    onState?.(batch);
    if (ENDED.has(batch.status)) return batch;
    await sleep(ms, signal);
  }
}

/**
 * What an ended batch brought: a line a request that was answered or refused. Requests of an expired or cancelled batch
 * may be in neither file.
 * @returns also how many lines could not be read
 * @throws UserError for a batch that the endpoint did not accept
 */
export async function readBatch(
  client: OpenAI,
  batch: Batch,
  retry: RetryOptions,
): Promise<{ lines: BatchLine[]; broken: number }> {
  if (batch.status === "failed") {
    const why = (batch.errors?.data ?? []).map(({ code, message, line }) =>
      [line ? `line ${line}` : "", code, message].filter(Boolean).join(": "),
    );
    throw new UserError(
      `The endpoint did not accept batch ${batch.id}: ${why.slice(0, 5).join("; ") || "it says no reason"}.`,
      "Nothing was paid. Check the model's name and the settings, then run the same command again.",
    );
  }
  const lines = new Map<string, BatchLine>();
  let broken = 0;
  for (const id of [batch.output_file_id, batch.error_file_id]) {
    if (!id) continue;
    const text = await withRetries(async () => (await client.files.content(id)).text(), retry);
    for (const content of text.split("\n")) {
      if (content.trim() === "") continue;
      const line = readLine(content);
      if (!line) broken++;
      else if (lines.get(line.id)?.completion === undefined) lines.set(line.id, line);
    }
  }
  return { lines: [...lines.values()], broken };
}

const LINE = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});

function readLine(content: string): BatchLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return undefined;
  }
  const parsed = LINE.safeParse(value);
  if (!parsed.success) return undefined;
  const { custom_id: id, response, error } = parsed.data;
  if (response?.status_code === 200) return { id, completion: response.body };
  const said = response ? `HTTP ${response.status_code} ${JSON.stringify(response.body ?? "")}` : "";
  return { id, reason: error?.message ?? error?.code ?? (said.slice(0, 300) || "no answer") };
}
