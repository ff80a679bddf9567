import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { PythonInterpreter } from "./python-interpreter.ts";

/** One message to or from a Python server; `id` pairs an answer with its request. */
export interface Frame {
  id: string | number;
  [field: string]: unknown;
}

/** Folder of the Python files, which every executor runs unchanged. */
export const PYTHON_FOLDER = fileURLToPath(new URL("./python/", import.meta.url));

/** The server process ended while requests were open. Not the candidate's doing: the request is sent again. */
export class ServerDiedError extends Error {
  override name = "ServerDiedError";
}

interface Waiting {
  resolve(frame: Frame): void;
  reject(error: Error): void;
}

/** How a server process is started. */
export interface ServerLaunch {
  python: PythonInterpreter;
  /** Options of the interpreter, before the script. */
  flags: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Path of the Python file, and its arguments. */
  command: readonly string[];
}

/**
 * How a fork server starts: as isolated as `python -I -S`, spelled out (an empty environment, `-s`, no script
 * folder on the path), because `-I` would also hide PYTHONHASHSEED, and a verdict must not depend on the order of
 * a set.
 *
 * @param layersOff names of isolation layers to leave out
 * @param hashSeed decides the order of a set of strings; another one than 0 shows what depends on it
 */
export function forkServerLaunch(
  python: PythonInterpreter,
  script: string,
  layersOff: readonly string[],
  hashSeed = 0,
): ServerLaunch {
  return {
    python,
    flags: ["-s", "-S", "-B", "-X", "utf8"],
    env: { PYTHONHASHSEED: String(hashSeed) },
    command: [PYTHON_FOLDER + script, layersOff.join(",")],
  };
}

/** A Python process that answers frames. */
export class PythonServer {
  readonly pid: number;
  readonly ready: Promise<Frame>;
  /** Settles when the process is gone. */
  readonly closed: Promise<void>;
  #process: ChildProcessByStdio<Writable, Readable, Readable>;
  #waiting = new Map<string | number, Waiting>();
  #received: Buffer[] = [];
  #receivedBytes = 0;
  #complaint = "";
  #dead = false;
  #lastWords = "";

  constructor({ python, flags, env, command }: ServerLaunch) {
    this.#process = spawn(python.executable, [...flags, ...command], {
      stdio: ["pipe", "pipe", "pipe"],
      env,
      cwd: "/",
      // Not in the terminal's process group: Ctrl-C reaches the pool alone, and the server ends with its pipe.
      detached: true,
    });
    this.pid = this.#process.pid ?? -1;
    this.ready = this.#expect("ready");
    this.ready.catch(() => undefined);
    this.closed = new Promise((resolve) => this.#process.once("close", () => resolve()));
    this.#process.stdin.on("error", () => undefined); // a dead server is reported once, by "close"
    this.#process.stderr.on("data", (block: Buffer) => {
      this.#complaint = (this.#complaint + block.toString()).slice(-4000);
    });
    this.#process.stdout.on("data", (block: Buffer) => this.#receive(block));
    this.#process.on("error", (error) => this.#fail(error.message));
    this.#process.on("close", (code, signal) => this.#fail(signal ?? `exit code ${code}`));
  }

  get isDead(): boolean {
    return this.#dead;
  }

  /** How it ended; empty while it runs. */
  get lastWords(): string {
    return this.#lastWords;
  }

  /** Send a request; rejects with ServerDiedError when the process ends first. */
  request(frame: Frame): Promise<Frame> {
    if (this.#dead) return Promise.reject(new ServerDiedError("the Python server is gone"));
    const answer = this.#expect(frame.id);
    const body = Buffer.from(JSON.stringify(frame));
    const head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    this.#process.stdin.write(Buffer.concat([head, body]));
    return answer;
  }

  /** Close the pipe: the server ends the child it is running, then itself. */
  async close(): Promise<void> {
    this.#process.stdin.end();
    const late = setTimeout(() => this.kill(), 5_000);
    await this.closed;
    clearTimeout(late);
  }

  kill(): void {
    this.#process.kill("SIGKILL");
  }

  #expect(id: string | number): Promise<Frame> {
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #receive(block: Buffer): void {
    this.#received.push(block);
    this.#receivedBytes += block.length;
    if (this.#receivedBytes < 4) return;
    let all = this.#received.length === 1 ? block : Buffer.concat(this.#received);
    while (all.length >= 4) {
      const length = all.readUInt32BE(0);
      if (all.length < 4 + length) break;
      const frame = JSON.parse(all.toString("utf8", 4, 4 + length)) as Frame;
      all = all.subarray(4 + length);
      const waiting = this.#waiting.get(frame.id);
      this.#waiting.delete(frame.id);
      waiting?.resolve(frame);
    }
    this.#received = [all];
    this.#receivedBytes = all.length;
  }

  #fail(reason: string): void {
    if (this.#dead) return;
    this.#dead = true;
    const detail = this.#complaint.trim().split("\n").at(-1);
    this.#lastWords = `the Python server ended (${reason})${detail ? `: ${detail}` : ""}`;
    const error = new ServerDiedError(this.#lastWords);
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
