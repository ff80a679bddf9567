/**
 * A reader's settings live in the query string, so that a copied link restores them. Pure functions; the browser side
 * is `components/bind-url.ts`.
 */

/** One setting: its key in the query string, its default, and how it is read and printed. */
export interface Setting<T> {
  key: string;
  fallback: T;
  /** Undefined for text that is no valid value: then the fallback holds. */
  parse: (text: string) => T | undefined;
  print: (value: T) => string;
}

/** A choice among named options, such as a dataset or a system. */
export function oneOf<T extends string>(key: string, options: readonly T[], fallback: T): Setting<T> {
  return { key, fallback, parse: (text) => options.find((option) => option === text), print: String };
}

/** A choice among numbers, such as a cut-off k. */
export function oneNumberOf(key: string, options: readonly number[], fallback: number): Setting<number> {
  return {
    key,
    fallback,
    parse: (text) => (text.trim() === "" ? undefined : options.find((option) => option === Number(text))),
    print: String,
  };
}

/** A number within bounds, both included. */
export function numberWithin(
  key: string,
  { min, max }: { min: number; max: number },
  fallback: number,
): Setting<number> {
  return {
    key,
    fallback,
    parse: (text) => {
      const value = text.trim() === "" ? Number.NaN : Number(text);
      return value >= min && value <= max ? value : undefined;
    },
    print: String,
  };
}

/** Any text, such as a search phrase or a task id. */
export function freeText(key: string, fallback = ""): Setting<string> {
  return { key, fallback, parse: (text) => text, print: (value) => value };
}

/** The value of a setting in a query string (with or without its question mark). */
export function readSetting<T>(setting: Setting<T>, search: string): T {
  const text = new URLSearchParams(search).get(setting.key);
  if (text === null) return setting.fallback;
  return setting.parse(text) ?? setting.fallback;
}

/**
 * The query string with one setting changed: other keys stay, a default leaves no trace. Begins with `?`, or is empty.
 */
export function writeSetting<T>(setting: Setting<T>, value: T, search: string): string {
  const parameters = new URLSearchParams(search);
  if (value === setting.fallback) parameters.delete(setting.key);
  else parameters.set(setting.key, setting.print(value));
  // Slashes and colons of task ids are legal in a query string; readable links get shared more.
  const text = parameters.toString().replaceAll("%2F", "/").replaceAll("%3A", ":");
  return text === "" ? "" : `?${text}`;
}
