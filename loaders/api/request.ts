import OpenAI from "openai";
import { failureOfStatus } from "./failure.ts";
import { keyFromEnvironment } from "./key.ts";

export interface Endpoint {
  /** Who is asked, as errors say it. */
  service: string;
  /** Up to and without the last part, as `https://api.openai.com/v1`. */
  baseUrl: string;
  /** Environment variable that holds the key; absent where none is needed, as on one's own machine. */
  keyVariable?: string | undefined;
  /** How long an answer may take; 60 s unless told. */
  timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 60_000;

/**
 * A signal that ends a request of an endpoint when its time is over, the body of the answer included: the package's own
 * timeout ends with the headers.
 */
export const deadline = ({ timeoutMs = TIMEOUT_MS }: Endpoint): AbortSignal => AbortSignal.timeout(timeoutMs);

/** The key of an endpoint, or undefined where it asks for none. @throws UserError when it is not set */
export const endpointKey = ({ keyVariable, service }: Endpoint): string | undefined =>
  keyVariable === undefined ? undefined : keyFromEnvironment(keyVariable, service);

/**
 * A client of an OpenAI-compatible endpoint that repeats nothing by itself: `withRetries` does, by one rule for every
 * service. @throws UserError when the key is not set
 */
export function openAiClient(endpoint: Endpoint): OpenAI {
  return new OpenAI({
    apiKey: endpointKey(endpoint) ?? "none",
    baseURL: endpoint.baseUrl,
    maxRetries: 0,
    timeout: endpoint.timeoutMs ?? TIMEOUT_MS,
    // Else the package takes them from the environment, and sends them to whatever endpoint this is.
    organization: null,
    project: null,
    adminAPIKey: null,
    logLevel: "off",
  });
}

/**
 * Posts JSON and returns the JSON of the answer, for services whose protocol is their own.
 * @throws ApiFailure for a status other than 2xx; what fetch throws otherwise (`withRetries` understands both)
 */
export async function postJson(
  endpoint: Endpoint,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<unknown> {
  const response = await fetch(`${endpoint.baseUrl.replace(/\/$/, "")}/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: deadline(endpoint),
  });
  const text = await response.text();
  if (!response.ok) throw failureOfStatus(response.status, response.headers, text);
  return JSON.parse(text) as unknown;
}
