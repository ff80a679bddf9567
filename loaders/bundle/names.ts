import { UserError } from "../errors.ts";

/** Letters and digits alone: files, tables and tests write one system's name in several ways. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** A name, and what follows the organization in one as `Qwen/Qwen3-Embedding-8B`. */
const forms = (name: string): string[] => [...new Set([plain(name), plain(name.split("/").at(-1)!)])];

/** Fields that may hold a system's name, wherever a file describes one. */
export const NAME_FIELDS = [
  "model",
  "model_name",
  "model_id",
  "system",
  "name",
  "display_name",
  "label",
  "id",
];

/** Finds the system that a name means: its results file's name, or any other that means no second system. */
export class SystemNames {
  readonly #ids = new Map<string, string>();
  /** Null for a name that two systems have, such as two numeric types of one model. */
  readonly #aliases = new Map<string, string | null>();

  /** @throws UserError when another system's file differs in punctuation alone */
  addSystem(id: string): void {
    const before = this.#ids.get(plain(id));
    if (before !== undefined) {
      throw new UserError(
        `The results files of ${before} and ${id} have one name.`,
        "Give each results file a name of its own.",
      );
    }
    this.#ids.set(plain(id), id);
  }

  /** Another name of a system. */
  addAlias(id: string, name: string): void {
    for (const form of forms(name)) {
      const before = this.#aliases.get(form);
      this.#aliases.set(form, before === undefined || before === id ? id : null);
    }
  }

  /** System id, or undefined when no system, or more than one, is called so. */
  find(name: string): string | undefined {
    for (const form of forms(name)) {
      const found = this.#ids.get(form) ?? this.#aliases.get(form);
      if (found) return found;
    }
    return undefined;
  }

  /** The two systems of `A vs B`. */
  findPair(name: string): [a: string, b: string] | undefined {
    const sides = name.split(/\s+vs\.?\s+|__vs__|_vs_|\|/i);
    const [a, b] = sides.map((side) => this.find(side));
    return sides.length === 2 && a !== undefined && b !== undefined ? [a, b] : undefined;
  }
}
