import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One thing that the server does when it is asked. */
export type Step = (request: { path: string; body: never }, response: ServerResponse) => void;

export interface ScriptedServer {
  url: string;
  /** Paths, headers and bodies of what was asked, in order. */
  asked: { path: string; authorization: string | undefined; body: Record<string, unknown> }[];
  close(): Promise<void>;
}

/** Answers with JSON, or with text that is sent as it is. */
export const answer =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Step =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof value === "string" ? value : JSON.stringify(value));
  };

/** Never answers. */
export const hang: Step = () => undefined;

/** For tests: a server on this machine, closed with every connection that is still open. */
export async function serveLocally(
  handle: (request: IncomingMessage, body: Buffer, response: ServerResponse) => void,
): Promise<Pick<ScriptedServer, "url" | "close">> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => handle(request, Buffer.concat(chunks), response));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** For tests: a server that does one step a request, and the last one for all that follow. */
export async function scriptedServer(steps: readonly Step[]): Promise<ScriptedServer> {
  const asked: ScriptedServer["asked"] = [];
  const server = await serveLocally((request, content, response) => {
    const body = JSON.parse(content.toString("utf8")) as Record<string, unknown>;
    const path = request.url ?? "";
    const step = steps[Math.min(asked.length, steps.length - 1)]!;
    asked.push({ path, authorization: request.headers.authorization, body });
    step({ path, body: body as never }, response);
  });
  return { ...server, asked };
}
