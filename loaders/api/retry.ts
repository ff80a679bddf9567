import { setTimeout as wait } from "node:timers/promises";
import { UserError } from "../errors.ts";
import { ApiFailure, asFailure } from "./failure.ts";

export interface RetrySettings {
  /** Requests in all before it is given up. */
  attempts: number;
  /** Wait before the second request; each later one is twice as long, drawn between half and all of it. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** A service that asks for a longer wait than this one is not waited for. */
  longestRetryAfterMs: number;
}

export const RETRY: RetrySettings = {
  attempts: 7,
  firstWaitMs: 500,
  longestWaitMs: 30_000,
  longestRetryAfterMs: 300_000,
};

export interface RetryOptions extends Partial<RetrySettings> {
  /** Who is asked, as the error says it. */
  service: string;
  sleep?: (ms: number) => Promise<unknown>;
  /** 0 to 1. */
  random?: () => number;
  /** Told in one sentence of each failure that is tried again. */
  say?: ((message: string) => void) | undefined;
}

/**
 * The result of a request that is repeated while its failure may pass: rate limits, faults of the server, timeouts,
 * broken connections, answers that are cut off. Waits as long as the service asks for, else exponentially longer, with
 * jitter so that parallel requests do not return together.
 * @throws UserError that says who failed and why; other errors pass through
 */
export async function withRetries<T>(request: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { service, sleep = wait, random = Math.random, say, ...changed } = options;
  const settings = { ...RETRY, ...changed };
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      const failure = asFailure(error);
      if (!(failure instanceof ApiFailure)) throw failure;
      const asked = failure.retryAfterMs ?? 0;
      const last = attempt >= settings.attempts || asked > settings.longestRetryAfterMs;
      if (!failure.mayPass || last) throw givenUp(service, failure, attempt);
      const grown = Math.min(settings.firstWaitMs * 2 ** (attempt - 1), settings.longestWaitMs);
      const ms = Math.max(asked, grown * (0.5 + random() / 2));
      say?.(`${service}: ${failure.message}; asked again in ${(ms / 1000).toFixed(1)} s`);
      await sleep(ms);
    }
  }
}

function givenUp(service: string, failure: ApiFailure, attempts: number): UserError {
  if (!failure.mayPass) {
    return new UserError(
      `${service} refuses the request: ${failure.message}.`,
      "Nothing that came before is lost. Check the key, the model's name and the settings, then run the same command again.",
    );
  }
  const waits =
    failure.retryAfterMs === undefined
      ? ""
      : `, and asks to wait ${Math.ceil(failure.retryAfterMs / 1000)} s`;
  return new UserError(
    `${service} did not answer after ${attempts} ${attempts === 1 ? "request" : "requests"}: ${failure.message}${waits}.`,
    "Nothing that came before is lost: run the same command again later.",
  );
}
