import type { ServerResponse } from "node:http";
import { serveLocally } from "../../tests/support/local-server.ts";

/** A request for a completion, as it came in. */
export interface Asked {
  function_name: string;
  /** 1 for the first question about a function. */
  attempt: number;
  body: Record<string, unknown> & { messages: { role: string; content: string }[] };
}

/** What the model says; an object in place of text changes parts of the completion. */
export type Speak = (asked: Asked) => string | { content: string; finish?: string; refusal?: string };

/** How a batch ends, and which of its lines it brings. */
export interface BatchPlan {
  status: "completed" | "failed" | "expired" | "cancelled";
  /** Whether the nth line (0-based) has an answer; all unless told. */
  answered?: (line: number) => boolean;
  /** Whether a line without an answer stands in the error file; else in neither. */
  errors?: boolean;
  /** Text that stands in the output file, too. */
  noise?: string;
}

export interface ModelServerOptions {
  speak: Speak;
  /** Plan of the nth batch (0-based); completed unless told. */
  plan?: (nth: number) => BatchPlan;
  /** Whether response_format is refused, as by an endpoint that knows none. */
  refuseSchema?: boolean;
  /** Creates the nth batch and breaks the connection off instead of answering. */
  breakOffCreate?: (nth: number) => boolean;
}

interface StoredBatch {
  id: string;
  status: string;
  metadata: unknown;
  input_file_id: string;
  output_file_id?: string;
  error_file_id?: string;
  errors?: unknown;
  looks: number;
}

const USAGE = {
  prompt_tokens: 400,
  completion_tokens: 1000,
  total_tokens: 1400,
  completion_tokens_details: { reasoning_tokens: 600 },
};

const completed = (): BatchPlan => ({ status: "completed" });

/** For tests: an endpoint on this machine that speaks chat completions, files and batches, and misbehaves as told. */
export async function modelServer(options: ModelServerOptions) {
  const { speak, plan = completed, refuseSchema, breakOffCreate } = options;
  const asked: Asked[] = [];
  const keys = new Set<string | undefined>();
  const files = new Map<string, string>();
  const batches: StoredBatch[] = [];
  let looks = 0;

  const complete = (body: Asked["body"]): unknown => {
    const function_name = /defines `(\w+)`/.exec(body.messages[1]!.content)![1]!;
    const attempt = 1 + asked.filter((before) => before.function_name === function_name).length;
    asked.push({ function_name, attempt, body });
    const said = speak({ function_name, attempt, body });
    const {
      content,
      finish = "stop",
      refusal = null,
    } = typeof said === "string" ? { content: said } : { ...said };
    const message = { role: "assistant", content, refusal };
    return {
      id: "c",
      object: "chat.completion",
      model: "served-model-1",
      choices: [{ index: 0, finish_reason: finish, message }],
      usage: USAGE,
    };
  };

  const create = (body: { input_file_id: string; metadata: unknown }): StoredBatch => {
    const { status, answered = () => true, errors = false, noise = "" } = plan(batches.length);
    const id = `batch_${batches.length}`;
    const batch: StoredBatch = {
      id,
      status,
      metadata: body.metadata,
      input_file_id: body.input_file_id,
      looks: 0,
    };
    batches.push(batch);
    if (status === "failed") {
      batch.errors = { object: "list", data: [{ code: "invalid_model", message: "no such model", line: 1 }] };
      return batch;
    }
    const lines = files.get(body.input_file_id)!.trim().split("\n");
    const output = lines.flatMap((line, index) => {
      const { custom_id, body: request } = JSON.parse(line) as { custom_id: string; body: Asked["body"] };
      if (!answered(index)) return [];
      return [
        JSON.stringify({ custom_id, response: { status_code: 200, body: complete(request) }, error: null }),
      ];
    });
    const failed = lines.flatMap((line, index) => {
      const { custom_id } = JSON.parse(line) as { custom_id: string };
      if (answered(index) || !errors) return [];
      return [
        JSON.stringify({ custom_id, response: null, error: { code: "batch_expired", message: "too late" } }),
      ];
    });
    files.set(`${id}-out`, [...output, noise].join("\n"));
    batch.output_file_id = `${id}-out`;
    if (failed.length > 0) files.set((batch.error_file_id = `${id}-err`), failed.join("\n"));
    return batch;
  };
  /** The first look at a batch finds it under way. */
  const shown = (batch: StoredBatch) => ({
    ...batch,
    object: "batch",
    status: batch.looks === 0 ? "in_progress" : batch.status,
    request_counts: { total: 1, completed: 0, failed: 0 },
  });

  const server = await serveLocally((request, content, response) => {
    keys.add(request.headers.authorization);
    const path = (request.url ?? "").replace(/^\/v1/, "");
    if (request.method === "POST" && path === "/chat/completions") {
      const body = JSON.parse(content.toString("utf8")) as Asked["body"];
      if (refuseSchema && body.response_format)
        return send(response, { error: { message: "response_format json_schema is not supported" } }, 400);
      return send(response, complete(body));
    }
    if (request.method === "POST" && path === "/files") {
      const id = `file_${files.size}`;
      files.set(id, uploaded(content.toString("utf8")));
      return send(response, { id, object: "file" });
    }
    if (request.method === "POST" && path === "/batches") {
      const nth = batches.length;
      const batch = create(JSON.parse(content.toString("utf8")) as never);
      if (breakOffCreate?.(nth)) return void response.destroy();
      return send(response, shown(batch));
    }
    if (path.startsWith("/batches?") || path === "/batches")
      return send(response, { object: "list", data: batches.map(shown), has_more: false });
    const batch = batches.find(({ id }) => path === `/batches/${id}`);
    if (batch) {
      looks++;
      send(response, shown(batch));
      batch.looks++;
      return;
    }
    const file = files.get(/^\/files\/([\w-]+)\/content$/.exec(path)?.[1] ?? "");
    if (file !== undefined) return void response.end(file);
    send(response, { error: { message: `nothing at ${path}` } }, 404);
  });
  return { ...server, asked, keys, batches, looks: () => looks };
}

const send = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
};

/** The file of a multipart form. */
function uploaded(form: string): string {
  const boundary = form.slice(0, form.indexOf("\r\n"));
  const part = form.split(boundary).find((text) => text.includes("filename="))!;
  return part.slice(part.indexOf("\r\n\r\n") + 4, part.lastIndexOf("\r\n"));
}
