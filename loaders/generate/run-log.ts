import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Reply } from "./chat.ts";
import type { Verdict } from "./judge.ts";

export type EndpointKind = "real-time" | "batch";

/** What the log says, each as soon as it is known; nothing in it is ever changed. */
export type RunEvent = { at: string } & (
  | { event: "opened"; settings: string; described: Record<string, unknown> }
  /** Requests that are about to be submitted as a batch, whose metadata will carry the intent. */
  | { event: "intent"; intent: string; requests: string[] }
  | { event: "batch"; intent: string; batch: string; input_file: string }
  | { event: "batch-ended"; intent: string; status: string; answered: number; unanswered: number }
  | AnswerEvent
  | ({ event: "verdict"; entry: string; attempt: number } & Verdict)
);

/** A paid answer. */
export interface AnswerEvent extends Reply {
  event: "answer";
  entry: string;
  task: string;
  attempt: number;
  endpoint: EndpointKind;
  prompt_digest: string;
  request: unknown;
  /** Wall clock; null where the endpoint does not say it. */
  seconds: number | null;
}

/** One attempt at an entry; without a verdict the gates have not seen it yet. */
export interface Attempt {
  answer: AnswerEvent;
  verdict?: Verdict;
}

/** Requests of an entry's attempt carry this id through a batch. */
export const requestId = (entry: string, attempt: number): string => `${entry}-${attempt}`;

/**
 * The append-only log of a work folder, and what follows from it: attempts by entry, batches that are under way. A line
 * that was cut off while it was written is passed over.
 */
export class RunLog {
  readonly attempts = new Map<string, Attempt[]>();
  /** Intents that have not ended, with their batch's id where it is known. */
  readonly open = new Map<string, { requests: string[]; batch?: string; at: string }>();
  /** Digest of the settings that every answer of this folder was asked with. */
  settings: string | undefined;
  readonly #path: string;
  readonly #now: () => Date;

  constructor(path: string, now: () => Date = () => new Date()) {
    this.#path = path;
    this.#now = now;
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) return;
    const content = readFileSync(path, "utf8");
    for (const line of content.split("\n")) {
      let event: RunEvent;
      try {
        event = JSON.parse(line) as RunEvent;
      } catch {
        continue; // the empty end, or cut off
      }
      this.#take(event);
    }
    if (content !== "" && !content.endsWith("\n")) appendFileSync(path, "\n");
  }

  add(event: DistributiveOmit<RunEvent, "at">): void {
    const whole = { at: this.#now().toISOString(), ...event } as RunEvent;
    appendFileSync(this.#path, `${JSON.stringify(whole)}\n`);
    this.#take(whole);
  }

  /** Attempts of an entry in their order. */
  of(entry: string): readonly Attempt[] {
    return this.attempts.get(entry) ?? [];
  }

  /** Everything that was paid for. */
  answers(): AnswerEvent[] {
    return [...this.attempts.values()].flat().map(({ answer }) => answer);
  }

  #take(event: RunEvent): void {
    if (event.event === "opened") this.settings = event.settings;
    if (event.event === "intent") this.open.set(event.intent, { requests: event.requests, at: event.at });
    if (event.event === "batch") this.open.get(event.intent)!.batch = event.batch;
    if (event.event === "batch-ended") this.open.delete(event.intent);
    if (event.event === "answer") {
      const own = this.attempts.get(event.entry) ?? [];
      own.push({ answer: event });
      this.attempts.set(event.entry, own);
    }
    if (event.event === "verdict") {
      const { gate, findings, bugs, task, kept } = event;
      const attempt = this.of(event.entry).find(({ answer }) => answer.attempt === event.attempt);
      attempt!.verdict = { gate, findings, bugs, ...(task ? { task } : {}), ...(kept ? { kept } : {}) };
    }
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
