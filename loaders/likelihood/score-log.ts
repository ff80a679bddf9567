import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { sha256 } from "../store/digest.ts";

/** What a model says of one code after one text. */
export interface Score {
  /** Tokens of the code. */
  tokens: number;
  /** Sum of their log-probabilities, in nats. */
  nats: number;
}

/** First 12 hex digits of the SHA-256 of what stands before the code; of the empty text when it stands alone. */
export const promptDigest = (before: string): string => sha256(before).slice(0, 12);

/**
 * Finished scores on disk, a line each as soon as it is there, by the digests of both texts: an interrupted run goes on
 * where it stopped, and a text that stands in several rankings is scored once. The file belongs to one recipe.
 */
export class ScoreLog {
  readonly #path: string;
  readonly #known = new Map<string, Score>();

  constructor(path: string) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) return;
    const content = readFileSync(path, "utf8");
    for (const line of content.split("\n")) this.#take(line);
    if (!content.endsWith("\n")) appendFileSync(path, "\n"); // the line at which a run was killed
  }

  get size(): number {
    return this.#known.size;
  }

  get(before: string, code: string): Score | undefined {
    return this.#known.get(keyOf(before, code));
  }

  add(before: string, code: string, { tokens, nats }: Score): void {
    const key = keyOf(before, code);
    appendFileSync(this.#path, `${JSON.stringify({ key, tokens, nats })}\n`);
    this.#known.set(key, { tokens, nats });
  }

  #take(line: string): void {
    try {
      const { key, tokens, nats } = JSON.parse(line) as Score & { key: string };
      this.#known.set(key, { tokens, nats });
    } catch {
      // The empty last line, or one that was cut off while it was written.
    }
  }
}

const keyOf = (before: string, code: string): string =>
  `${promptDigest(before)} ${sha256(code).slice(0, 32)}`;
