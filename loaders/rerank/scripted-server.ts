import type { ServerResponse } from "node:http";
import { type LocalServer, serveLocally } from "../../tests/support/local-server.ts";

/** One thing that the server does when it is asked. */
export type Step = (request: { path: string; body: never }, response: ServerResponse) => void;

export interface ScriptedServer extends LocalServer {
  /** Paths, headers and bodies of what was asked, in order. */
  asked: { path: string; authorization: string | undefined; body: Record<string, unknown> }[];
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
