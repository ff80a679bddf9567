import { ApiFailure } from "../api/failure.ts";
import type { TokenCount } from "../api/cost.ts";
import { UserError } from "../errors.ts";
import { sha256 } from "../store/digest.ts";
import {
  type BatchOptions,
  type BatchLine,
  findBatch,
  readBatch,
  submitBatch,
  waitForBatch,
} from "./batches.ts";
import { estimateOf, readCompletion } from "./chat.ts";
import type { NextRequest, Run } from "./run.ts";
import { requestId } from "./run-log.ts";

/** How often a request that a batch left unanswered is submitted again within one run. */
const LEFT_OUT = 3;
/** Most requests of one batch (OpenAI's limit); the rest follows in the next. */
const LARGEST = 50_000;

type Polling = Pick<BatchOptions, "firstPollMs" | "longestPollMs" | "sleep">;

export const POLLING: Polling = { firstPollMs: 5_000, longestPollMs: 300_000 };

/**
 * Asks for all open entries in one batch, judges what came back, and so on, until every entry has passed or used its
 * attempts up, or was left out three times.
 * @throws UserError at the cost cap, when a batch is not accepted, or when somebody cancelled it; what was answered is in
 *   the log
 */
export async function runBatches(run: Run, polling: Polling = POLLING): Promise<void> {
  const { signal, say } = run.options;
  const leftOut = new Map<string, number>();
  await collectBatches(run, polling, leftOut);
  for (;;) {
    await run.judgeOpen();
    signal?.throwIfAborted();
    const open = run
      .open()
      .filter(({ entry, attempt }) => (leftOut.get(requestId(entry.key, attempt)) ?? 0) < LEFT_OUT);
    if (open.length === 0) break;
    await submit(run, open.slice(0, LARGEST));
    await collectBatches(run, polling, leftOut);
  }
  const never = [...leftOut.values()].filter((times) => times >= LEFT_OUT).length;
  if (never > 0) say(`${never} requests were left unanswered ${LEFT_OUT} times and given up for this run.`);
}

/** Submits what the cost cap allows. The intent is on disk before anything is sent. */
async function submit(run: Run, open: readonly NextRequest[]): Promise<void> {
  const { client, log, retry, say } = run.options;
  const settles: (() => void)[] = [];
  const fitting: NextRequest[] = [];
  try {
    for (const next of open) {
      settles.push(run.meter.reserve(run.billed(estimateOf(next.body), "batch")));
      fitting.push(next);
    }
  } catch (error) {
    if (fitting.length === 0) throw error;
    say(`The cost cap leaves room for ${fitting.length} of ${open.length} requests.`);
  } finally {
    settles.forEach((settle) => settle());
  }
  const requests = fitting.map(({ entry, attempt, body }) => ({ id: requestId(entry.key, attempt), body }));
  // Another submission of the same requests, after a batch that expired, is another intent.
  const intent = sha256(`${Date.now()} ${Math.random()} ${requests.map(({ id }) => id).join()}`).slice(0, 24);
  log.add({ event: "intent", intent, requests: requests.map(({ id }) => id) });
  const batch = await submitBatch(client, intent, requests, retry);
  log.add({ event: "batch", intent, batch: batch.id, input_file: batch.input_file_id });
  say(`Batch ${batch.id}: ${requests.length} requests submitted.`);
}

/**
 * Waits for every batch that the log knows to be under way, and logs what it brought. A batch whose id was not noted, since
 * the run was interrupted just then, is looked for by its intent; one that the endpoint never got ends with nothing.
 */
export async function collectBatches(
  run: Run,
  polling: Polling = POLLING,
  leftOut = new Map<string, number>(),
): Promise<void> {
  const { client, log, retry, signal, say } = run.options;
  for (const [intent, { requests, batch: known }] of [...log.open]) {
    const found = known === undefined ? await findBatch(client, intent, retry) : undefined;
    const id = known ?? found?.id;
    if (id === undefined) {
      log.add({
        event: "batch-ended",
        intent,
        status: "never submitted",
        answered: 0,
        unanswered: requests.length,
      });
      continue;
    }
    if (found) log.add({ event: "batch", intent, batch: found.id, input_file: found.input_file_id });
    const onState = stateTeller(say);
    const batch = await waitForBatch(client, id, { ...polling, retry, signal, onState });
    let brought: Awaited<ReturnType<typeof readBatch>>;
    try {
      brought = await readBatch(client, batch, retry);
    } catch (error) {
      // Not accepted: it will never bring anything, so that the next run may submit anew.
      if (batch.status === "failed")
        log.add({ event: "batch-ended", intent, status: "failed", answered: 0, unanswered: requests.length });
      throw error;
    }
    const answered = take(run, requests, brought.lines, leftOut);
    const unanswered = requests.length - answered;
    log.add({ event: "batch-ended", intent, status: batch.status, answered, unanswered });
    const broken = brought.broken > 0 ? `, ${brought.broken} lines unreadable` : "";
    say(`Batch ${id} ${batch.status}: ${answered} of ${requests.length} answered${broken}.`);
    if (batch.status === "cancelled" && unanswered > 0)
      throw new UserError(
        `Batch ${id} was cancelled; ${unanswered} of its requests have no answer.`,
        "Run the same command again to submit them anew.",
      );
  }
}

/** Logs the answers of a batch. @returns how many of its requests have one */
function take(
  run: Run,
  requests: readonly string[],
  lines: readonly BatchLine[],
  leftOut: Map<string, number>,
): number {
  const { say, log } = run.options;
  const byId = new Map(lines.map((line) => [line.id, line]));
  const foreign = lines.filter(({ id }) => !requests.includes(id)).length;
  if (foreign > 0) say(`${foreign} answers carry an id that nobody asked with: passed over.`);
  const reasons = new Set<string>();
  let answered = 0;
  for (const id of requests) {
    const [key, attempt] = [id.slice(0, id.lastIndexOf("-")), Number(id.slice(id.lastIndexOf("-") + 1))];
    // Already in the log where a run was interrupted while it took the answers in.
    if (log.of(key).some(({ answer }) => answer.attempt === attempt)) {
      answered++;
      continue;
    }
    const entry = run.entry(key);
    // Whether or not fewer attempts are allowed by now: it is paid for.
    const next = entry && run.request(entry);
    const line = byId.get(id);
    if (!next || next.attempt !== attempt) continue; // the entry left the registry
    try {
      if (line?.completion === undefined)
        throw new ApiFailure(line?.reason ?? "not in the batch's files", { mayPass: true });
      const reply = readCompletion(line.completion, next.body);
      run.record(next, reply, "batch", null);
      const used: TokenCount = { input: reply.usage.prompt_tokens, output: reply.usage.completion_tokens };
      run.meter.reserve({ input: 0 })(run.billed(used, "batch"));
      answered++;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      leftOut.set(id, (leftOut.get(id) ?? 0) + 1);
      reasons.add(error.message);
    }
  }
  if (reasons.size > 0) say(`Left unanswered: ${[...reasons].slice(0, 3).join("; ")}.`);
  return answered;
}

/** Tells each state of a batch once, and how far it is. */
function stateTeller(say: (message: string) => void): NonNullable<BatchOptions["onState"]> {
  let told = "";
  return ({ id, status, request_counts: counts }) => {
    const now = `${status}${counts ? `, ${counts.completed + counts.failed} of ${counts.total}` : ""}`;
    if (now !== told) say(`Batch ${id}: ${now}.`);
    told = now;
  };
}
