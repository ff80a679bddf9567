import { APIConnectionTimeoutError, APIError, APIUserAbortError } from "openai";
import { UserError } from "../errors.ts";

/** A request that did not bring a usable answer. */
export class ApiFailure extends Error {
  /** Whether the same request may succeed later. */
  readonly mayPass: boolean;
  /** How long the service asks to wait, in ms. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    {
      mayPass,
      retryAfterMs,
      cause,
    }: { mayPass: boolean; retryAfterMs?: number | undefined; cause?: unknown },
  ) {
    super(message, { cause });
    this.name = "ApiFailure";
    this.mayPass = mayPass;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Timeouts, conflicts, rate limits and faults of the server pass; RFC 9110, section 15, and RFC 6585, section 4. */
const PASSING = new Set([408, 409, 425, 429]);

/** What a status code means for whoever sent the request. */
export function failureOfStatus(status: number, headers: Headers, detail: string): ApiFailure {
  // A used-up budget answers 429, too, and no wait brings it back.
  const spent = /insufficient_quota|billing/i.test(detail);
  const mayPass = !spent && (PASSING.has(status) || status >= 500);
  const message = `HTTP ${status}${detail === "" ? "" : ` (${shorten(detail)})`}`;
  return new ApiFailure(message, { mayPass, retryAfterMs: retryAfterOf(headers) });
}

/** `Retry-After` in ms: seconds or a date (RFC 9110, section 10.2.3), or the finer `retry-after-ms` of some services. */
export function retryAfterOf(headers: Headers, now = Date.now()): number | undefined {
  const fine = Number(headers.get("retry-after-ms") ?? NaN);
  if (Number.isFinite(fine) && fine >= 0) return fine;
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** Whatever a request threw as a failure that says whether it passes. A user's mistake and a bug stay what they are. */
export function asFailure(error: unknown): unknown {
  if (error instanceof ApiFailure || error instanceof UserError) return error;
  if (isTimeout(error)) return new ApiFailure("no answer in time", { mayPass: true, cause: error });
  if (error instanceof APIError) {
    const { status, headers } = error as APIError<number | undefined, Headers | undefined>;
    if (status !== undefined) return failureOfStatus(status, headers ?? new Headers(), error.message);
    return new ApiFailure(`no connection (${causeOf(error)})`, { mayPass: true, cause: error });
  }
  if (error instanceof SyntaxError) {
    return new ApiFailure(`an answer that is no JSON (${shorten(error.message)})`, {
      mayPass: true,
      cause: error,
    });
  }
  // fetch reports a refused connection and a body that breaks off as a TypeError with a cause.
  if (error instanceof TypeError && (error.cause !== undefined || error.message === "terminated")) {
    return new ApiFailure(`a broken connection (${causeOf(error)})`, { mayPass: true, cause: error });
  }
  return error;
}

/** Nobody but our own deadline aborts a request; the package and fetch report it in their own ways. */
const isTimeout = (error: unknown): boolean =>
  error instanceof APIConnectionTimeoutError ||
  error instanceof APIUserAbortError ||
  (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError"));

function causeOf(error: Error): string {
  let deepest = error;
  while (deepest.cause instanceof Error) deepest = deepest.cause;
  const { code } = deepest as NodeJS.ErrnoException;
  return shorten(deepest.message || (code ?? deepest.name));
}

const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 200)}...` : line;
};
