import type { PythonInterpreter } from "./python-interpreter.ts";
import { PythonServer, ServerDiedError, type Frame } from "./python-server.ts";
import type { IsolationLayer } from "./types.ts";

/** The server died again and again at one request: with nothing to protect it, the candidate may have killed it. */
export class ServerKilledError extends Error {
  override name = "ServerKilledError";
}

/** The machine or the executor failed, not a candidate; nothing was recorded for the pair at hand. */
export class EnvironmentFaultError extends Error {
  override name = "EnvironmentFaultError";
}

/** A candidate whose outcomes are known, run on every new server before anything else is believed. */
const CANARY = {
  op: "run",
  code: "def double(x):\n    if x < 0:\n        raise ValueError(x)\n    return 2 * x\n",
  tests: ["assert double(2) == 4", "assert double(2) == 5", "double(-1)", "import math\nassert math.pi > 3"],
  cap: 30_000,
  stop: false,
};
const CANARY_OUTCOMES = ["pass", "FAIL", "FAIL:ValueError", "pass"];
const ATTEMPTS = 3;

/** One fork server that is replaced when it dies, and asked again what it left unanswered. */
export class Worker {
  #server: PythonServer | undefined;
  #serial = 0;
  #stopped = false;
  /** Can no candidate send the server a signal? */
  #isProtected = true;

  constructor(
    private readonly python: PythonInterpreter,
    private readonly layersOff: readonly string[],
    private readonly note: (kind: "server-restart" | "environment-fault", detail: string) => void,
  ) {}

  /** The isolation of the server, which starts for it when none runs. */
  async layers(): Promise<IsolationLayer[]> {
    const ready = await (await this.#running()).ready;
    return ready.layers as IsolationLayer[];
  }

  /** Process id of the server, once it runs. */
  get pid(): number | undefined {
    return this.#server?.pid;
  }

  /**
   * Ask the server; a dead server or a fault of the machine is tried again on a new one.
   *
   * @throws EnvironmentFaultError after three attempts.
   */
  async request(body: Omit<Frame, "id">): Promise<Frame> {
    let trouble = "";
    let deaths = 0;
    for (let attempt = 1; attempt <= ATTEMPTS && !this.#stopped; attempt++) {
      try {
        const server = await this.#running();
        const answer = await server.request({ ...body, id: ++this.#serial });
        if (typeof answer.fault !== "string") return answer;
        trouble = answer.fault;
        this.note("environment-fault", trouble);
        await new Promise((resolve) => setTimeout(resolve, 200 * attempt));
      } catch (error) {
        if (!(error instanceof ServerDiedError)) throw error;
        trouble = error.message;
        deaths++;
        if (!this.#stopped) this.note("server-restart", trouble);
      }
    }
    if (deaths === ATTEMPTS && !this.#isProtected) throw new ServerKilledError(trouble);
    throw new EnvironmentFaultError(
      this.#stopped ? "the execution was stopped" : `candidates cannot be executed here: ${trouble}`,
    );
  }

  /** End the server, and the child that it is running, at once. */
  async close(): Promise<void> {
    this.#stopped = true;
    await this.#server?.close();
  }

  async #running(): Promise<PythonServer> {
    if (this.#server !== undefined && !this.#server.isDead) return this.#server;
    const server = new PythonServer(this.python, "server.py", this.layersOff);
    this.#server = server;
    const { layers } = await server.ready;
    this.#isProtected = (layers as IsolationLayer[]).some(
      ({ name, active }) => active && (name === "seccomp" || name === "pid-namespace"),
    );
    const canary = await server.request({ ...CANARY, id: "canary" });
    if (JSON.stringify(canary.outcomes) !== JSON.stringify(CANARY_OUTCOMES)) {
      throw new EnvironmentFaultError(
        `known good code did not get its known outcomes on this machine ` +
          `(${JSON.stringify(canary.outcomes ?? canary.fault)} instead of ${JSON.stringify(CANARY_OUTCOMES)}), so no outcome would mean anything`,
      );
    }
    return server;
  }
}
