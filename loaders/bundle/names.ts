import { UserError } from "../errors.ts";

/** Letters and digits alone: files, tables and tests write one system's name in several ways. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

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

/** Finds the system that a name means. */
export class SystemNames {
  readonly #ids = new Map<string, string>();

  /** @throws UserError when another system has the name already */
  add(id: string, name: string, file: string): void {
    const before = this.#ids.get(plain(name));
    if (before !== undefined && before !== id) {
      throw new UserError(
        `${file}: the name "${name}" of ${id} means ${before}, too.`,
        "Give each results file a name of its own.",
      );
    }
    this.#ids.set(plain(name), id);
  }

  /** System id, or undefined when no system is called so. */
  find(name: string): string | undefined {
    return this.#ids.get(plain(name));
  }

  /** The two systems of `A vs B`. */
  findPair(name: string): [a: string, b: string] | undefined {
    const sides = name.split(/\s+vs\.?\s+|__vs__|_vs_|\|/i);
    const [a, b] = sides.map((side) => this.find(side));
    return sides.length === 2 && a !== undefined && b !== undefined ? [a, b] : undefined;
  }
}
