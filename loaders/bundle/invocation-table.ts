import { NAME_FIELDS, type SystemNames } from "./names.ts";

/** What the bundle's invocation table says of a system. */
export interface Invocation {
  similarity: "cosine" | "dot";
  /** The table's own words on it, for the report; empty when it says none. */
  words: string;
  /** Everything that the table says of the system. */
  row: Readonly<Record<string, unknown>>;
}

/**
 * The similarity that the invocation table gives each system: the raw dot product where a field about similarity,
 * scoring or the metric says "dot" and not "cosine", else cosine.
 * Every other name that a row gives its system becomes one by which it is found.
 * @param table rows with a name field, or an object keyed by name, at any depth
 */
export function invocationsOf(table: unknown, names: SystemNames): Map<string, Invocation> {
  const found = new Map<string, Invocation>();
  const visit = (value: unknown, key: string): void => {
    if (typeof value !== "object" || value === null) return;
    const object = value as Record<string, unknown>;
    const labels = [key, ...NAME_FIELDS.map((field) => object[field])];
    const system = labels
      .map((label) => (typeof label === "string" ? names.find(label) : undefined))
      .find(Boolean);
    if (system === undefined || Array.isArray(value)) {
      for (const [name, item] of Object.entries(object)) visit(item, name);
      return;
    }
    found.set(system, invocationOf(object));
    for (const label of labels)
      if (typeof label === "string" && !/^\d*$/.test(label)) names.addAlias(system, label);
  };
  visit(table, "");
  return found;
}

function invocationOf(row: Record<string, unknown>): Invocation {
  const words = Object.entries(row)
    .filter(([key, value]) => /similarity|scoring|metric|distance/i.test(key) && typeof value === "string")
    .map(([, value]) => value as string)
    .join("; ");
  const isDot = /\bdot\b/i.test(words.replace(/_/g, " ")) && !/cosine/i.test(words);
  return { similarity: isDot ? "dot" : "cosine", words, row };
}
