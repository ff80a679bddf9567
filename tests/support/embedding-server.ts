import type { IncomingMessage, ServerResponse } from "node:http";
import { type LocalServer, serveLocally } from "./local-server.ts";

/** A request as the server saw it. */
export interface Seen {
  path: string;
  headers: IncomingMessage["headers"];
  body: { input?: string[]; model?: string; encoding_format?: string; [field: string]: unknown };
}

/** What a request meets in place of its answer. */
export type Fault =
  | { status: number; headers?: Record<string, string>; message?: string }
  | "hang"
  /** The connection breaks within the body. */
  | "break"
  /** The body ends early, and the connection ends well. */
  | "cut";

export interface ServerOptions {
  /** The vector of a text; what it has no vector of is answered with 400. */
  vectorOf: (text: string) => ArrayLike<number> | undefined;
  fault?: (request: Seen, index: number) => Fault | undefined;
  /** Whether items are answered in another order than asked, with their true indexes. */
  shuffled?: boolean;
  /** Changes an answer before it is sent. */
  change?: (answer: { data: { index: number; embedding: unknown }[] }) => unknown;
}

export interface EmbeddingServer extends LocalServer {
  requests: Seen[];
  /** Most requests that were under way at the same time. */
  readonly busiest: number;
}

/** A server on the loopback interface that speaks the protocol of OpenAI's `/v1/embeddings`. */
export async function startEmbeddingServer(options: ServerOptions): Promise<EmbeddingServer> {
  const requests: Seen[] = [];
  let [busy, busiest] = [0, 0];
  const server = await serveLocally((incoming, content, response) => {
    busiest = Math.max(busiest, ++busy);
    response.on("close", () => busy--);
    const body = JSON.parse(content.toString("utf8")) as Seen["body"];
    const seen: Seen = { path: incoming.url ?? "", headers: incoming.headers, body };
    requests.push(seen);
    answer(options, seen, requests.length - 1, response);
  });
  return {
    ...server,
    requests,
    get busiest() {
      return busiest;
    },
  };
}

function answer(options: ServerOptions, seen: Seen, index: number, response: ServerResponse): void {
  const fault = options.fault?.(seen, index);
  if (fault === "hang") return;
  if (typeof fault === "object")
    return send(response, fault.status, { error: { message: fault.message ?? "no" } }, fault.headers);
  const input = seen.body.input ?? [];
  const vectors = input.map(options.vectorOf);
  const unknown = vectors.findIndex((vector) => vector === undefined);
  if (unknown >= 0) return send(response, 400, { error: { message: `no vector of ${input[unknown]}` } });
  const data = vectors.map((vector, i) => ({
    object: "embedding",
    index: i,
    embedding: seen.body.encoding_format === "base64" ? base64Of(vector!) : Array.from(vector!),
  }));
  if (options.shuffled) data.reverse();
  const whole = { object: "list", data, model: seen.body.model, usage: { prompt_tokens: 10 * input.length } };
  const text = JSON.stringify(options.change ? options.change(whole) : whole);
  if (fault === "cut") return void response.writeHead(200, { "content-type": "application/json" }).end(text.slice(0, text.length / 2)); // prettier-ignore
  if (fault === "break") {
    response.writeHead(200, { "content-type": "application/json", "content-length": text.length });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
    return;
  }
  response.writeHead(200, { "content-type": "application/json" }).end(text);
}

function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

function base64Of(vector: ArrayLike<number>): string {
  const bytes = Buffer.alloc(4 * vector.length);
  Array.from(vector).forEach((value, i) => bytes.writeFloatLE(value, 4 * i));
  return bytes.toString("base64");
}
