import { Checkpoint } from "../embedding/checkpoint.ts";
import { encodeMissing, type EncodeTexts } from "../embedding/embed-vectors.ts";
import { encodedText, type Embedding, type Role } from "../embedding/encoder.ts";
import { recipeDigest, type DenseSystem } from "../embedding/models.ts";
import { textDigest } from "../embedding/vectors.ts";
import { CACHE, fromRoot } from "../paths.ts";

/** A text as a system encodes it, prefix included, and its key in the cache. */
interface Prepared {
  encoded: string;
  digest: string;
}

/**
 * Embeddings of one system on this machine, by digest of the encoded text: chunkings share what they have in common (a
 * small file is one chunk in most of them), and an interrupted run goes on where it stopped. Never committed.
 */
export class EmbeddingCache {
  readonly #system: DenseSystem;
  readonly #checkpoint: Checkpoint;

  constructor(system: DenseSystem, folder: string) {
    this.#system = system;
    this.#checkpoint = new Checkpoint(`${folder}/${system.id}-${recipeDigest(system).slice(0, 12)}.ndjson`);
  }

  /** The embedding of a text (without its prefix), when it is there. */
  get(role: Role, text: string): Embedding | undefined {
    return this.#checkpoint.get(this.#prepare(role, text).digest);
  }

  /** How many distinct texts there are, and how many of them lack an embedding. */
  coverage(role: Role, texts: readonly string[]): { texts: number; missing: number } {
    const digests = new Set(texts.map((text) => this.#prepare(role, text).digest));
    const missing = [...digests].filter((digest) => !this.#checkpoint.get(digest)).length;
    return { texts: digests.size, missing };
  }

  /** Embeds what is missing, longest first: the time left is then over- and not underestimated, and no core waits long. */
  async embed(role: Role, texts: readonly string[], encode: EncodeTexts): Promise<void> {
    const prepared = texts.map((text) => this.#prepare(role, text));
    const longestFirst = prepared.sort((a, b) => b.encoded.length - a.encoded.length);
    await encodeMissing(longestFirst, encode, this.#checkpoint);
  }

  #prepare(role: Role, text: string): Prepared {
    const encoded = encodedText(this.#system, role, text);
    return { encoded, digest: textDigest(encoded) };
  }
}

/** The cache of a system over a corpus. */
export const openEmbeddingCache = (corpus: string, system: DenseSystem): EmbeddingCache =>
  new EmbeddingCache(system, fromRoot(CACHE, "code-rag", corpus));
