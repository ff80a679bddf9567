import type { LedgerEntry } from "./ledger.ts";
import { PythonServer, ServerDiedError, type Frame, type ServerLaunch } from "./python-server.ts";
import type { IsolationLayer } from "./types.ts";

/** The server died again and again at one request: with nothing to protect it, the candidate may have killed it. */
export class ServerKilledError extends Error {
  override name = "ServerKilledError";
}

/** The machine or the executor failed, not a candidate; nothing was recorded for the pair at hand. */
export class EnvironmentFaultError extends Error {
  override name = "EnvironmentFaultError";
}

export type WorkerNote = (kind: LedgerEntry["kind"], detail: string) => void;

/** Candidates whose outcomes are known, run on every new server before anything else is believed. */
const CANARY = {
  op: "run",
  code: "def double(x):\n    if x < 0:\n        raise ValueError(x)\n    return 2 * x\n",
  cap: 30_000,
  stop: false,
};
const CANARY_TESTS = {
  pass: "assert double(2) == 4",
  FAIL: "assert double(2) == 5",
  "FAIL:ValueError": "double(-1)",
};
const ATTEMPTS = 3;

/** One server that is replaced when it dies, and asked again what it left unanswered. */
export class Worker {
  #server: PythonServer | undefined;
  #started: Promise<PythonServer> | undefined;
  #serial = 0;
  #stopped = false;
  /** Can no candidate send the server a signal? */
  #isProtected = true;
  /** On an unprotected server requests go one by one, so that it is plain which one it died of. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly launch: ServerLaunch,
    private readonly note: WorkerNote,
    private readonly onLayers: (layers: IsolationLayer[]) => void,
  ) {}

  /** Process id of the server, once it runs. */
  get pid(): number | undefined {
    return this.#server?.pid;
  }

  /** The isolation of the server, which is started when none runs. */
  async layers(): Promise<IsolationLayer[]> {
    const ready = await (await this.#running()).ready;
    return ready.layers as IsolationLayer[];
  }

  /**
   * Ask the server; a dead server or a fault of the machine is tried again, on a new one.
   *
   * @throws EnvironmentFaultError after three attempts; ServerKilledError when each of them killed an unprotected
   *   server.
   */
  async request(body: Omit<Frame, "id">): Promise<Frame> {
    await this.#running().catch(() => undefined); // tells whether the server is protected
    if (this.#isProtected) return this.#ask(body);
    const answer = this.#turn.then(() => this.#ask(body));
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  /** End the server, and the child that it is running, at once. */
  async close(): Promise<void> {
    this.#stopped = true;
    await this.#server?.close();
  }

  async #ask(body: Omit<Frame, "id">): Promise<Frame> {
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
      }
    }
    if (this.#stopped) throw new EnvironmentFaultError("the execution was stopped");
    if (deaths === ATTEMPTS && !this.#isProtected) throw new ServerKilledError(trouble);
    throw new EnvironmentFaultError(`candidates cannot be executed here: ${trouble}`);
  }

  /** The running server; requests that find none share the start of one. */
  #running(): Promise<PythonServer> {
    if (this.#started === undefined || this.#server?.isDead) {
      if (this.#server?.isDead && !this.#stopped) this.note("server-restart", this.#server.lastWords);
      this.#started = this.#start();
    }
    return this.#started;
  }

  async #start(): Promise<PythonServer> {
    const server = new PythonServer(this.launch);
    this.#server = server;
    const layers = (await server.ready).layers as IsolationLayer[];
    this.onLayers(layers);
    this.#isProtected = layers.some(
      ({ name, active }) => active && (name === "seccomp" || name === "pid-namespace"),
    );
    // One suite a test: a sealed judge stops at the first failure.
    for (const [expected, source] of Object.entries(CANARY_TESTS)) {
      const canary = await server.request({ ...CANARY, tests: [source], id: "canary" });
      if (String(canary.outcomes) !== expected) {
        throw new EnvironmentFaultError(
          "known code did not get its known outcome on this machine, so no outcome would mean anything: " +
            `${String(canary.outcomes ?? canary.fault)} instead of ${expected}`,
        );
      }
    }
    return server;
  }
}
