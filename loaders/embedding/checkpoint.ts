import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { CACHE, fromRoot } from "../paths.ts";
import type { Embedding } from "./encoder.ts";
import { recipeDigest, type DenseSystem } from "./models.ts";

interface Line {
  digest: string;
  tokens: number;
  truncated: boolean;
  visible: number;
  /** Base64 of little-endian float32. */
  vector: string;
}

/**
 * Finished embeddings on disk, a line each as soon as it is there, so that an interrupted run goes on where it stopped.
 * The file belongs to one recipe: its name carries the recipe's digest.
 */
export class Checkpoint {
  readonly #path: string;
  readonly #known = new Map<string, Embedding>();

  constructor(path: string) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) return;
    const content = readFileSync(path, "utf8");
    for (const line of content.split("\n")) this.#read(line);
    if (!content.endsWith("\n")) appendFileSync(path, "\n"); // the line at which a run was killed
  }

  /** How many embeddings are there. */
  get size(): number {
    return this.#known.size;
  }

  get(digest: string): Embedding | undefined {
    return this.#known.get(digest);
  }

  add(digest: string, embedding: Embedding): void {
    const { tokens, truncated, visibleCharacters, vector } = embedding;
    const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
    const line: Line = { digest, tokens, truncated, visible: visibleCharacters, vector: bytes };
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
    this.#known.set(digest, embedding);
  }

  /** To be called once everything is in its place. */
  remove(): void {
    rmSync(this.#path, { force: true });
  }

  #read(text: string): void {
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch {
      return; // cut off while it was written
    }
    const bytes = Buffer.from(line.vector, "base64");
    const vector = new Float32Array(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
    );
    const { tokens, truncated, visible } = line;
    this.#known.set(line.digest, { vector, tokens, truncated, visibleCharacters: visible });
  }
}

/** Unfinished work of one command (`purpose` names it) on one dataset, by recipe. */
export function openCheckpoint(dataset: string, system: DenseSystem, purpose: string): Checkpoint {
  const name = `${dataset}-${system.id}-${purpose}-${recipeDigest(system).slice(0, 12)}.ndjson`;
  return new Checkpoint(fromRoot(CACHE, "embed", name));
}
