import { UserError } from "../errors.ts";
import { fieldsOf, type Answers, type EntryField, type Provider } from "./entry-fields.ts";
import { systemSchema, type DenseSystem, type PrecomputedSystem } from "./system-schema.ts";

/** A sign for "none", where an empty answer takes what is proposed. */
export const NONE = "-";

/** Answers completed by what holds without one, in the order of the fields. */
export function completed(provider: Provider, given: Answers): { answers: Answers; open: EntryField[] } {
  const answers: Answers = { ...given, provider };
  const open: EntryField[] = [];
  for (const field of fieldsOf(provider)) {
    const value = answers[field.flag] ?? field.fallback(answers);
    if (value === undefined) open.push(field);
    else answers[field.flag] = value === null || value === NONE ? undefined : value;
  }
  return { answers, open };
}

/**
 * An entry of `data/models.yaml` from answers.
 * @param files of precomputed vectors
 * @throws UserError (exit code 2) that names each flag which is missing or does not hold the schema
 */
export function makeEntry(
  provider: Provider,
  given: Answers,
  files: PrecomputedSystem["files"] = [],
): DenseSystem {
  const { answers, open } = completed(provider, given);
  if (open.length > 0) {
    const lines = open.map(({ flag, question }) => `  --${flag}: ${question}`);
    throw new UserError(
      ["These flags are missing:", ...lines].join("\n"),
      "Give them, or leave all flags out to be asked.",
      2,
    );
  }
  const flat: Record<string, unknown> = { ...plain(provider, answers), provider };
  const entry =
    provider === "onnx" ? withSource(flat) : provider === "precomputed" ? { ...flat, files } : flat;
  const parsed = systemSchema.safeParse(entry);
  if (parsed.success) return parsed.data as DenseSystem;
  const lines = parsed.error.issues.map(({ path, message }) => `  --${flagOf(provider, path)}: ${message}`);
  throw new UserError(
    ["The entry would break its schema:", ...lines].join("\n"),
    "Mend these flags. Nothing was written.",
    2,
  );
}

/** Answers by their path, numbers as numbers, line breaks as they are meant. */
function plain(provider: Provider, answers: Answers): Record<string, unknown> {
  const entry: Record<string, unknown> = {};
  for (const { flag, path, kind } of fieldsOf(provider)) {
    const text = answers[flag];
    if (text === undefined) continue;
    const [first, second] = path.split(".") as [string, string | undefined];
    const value = kind === "number" ? Number(text) : text.replaceAll("\\n", "\n");
    if (second === undefined) entry[first] = value;
    else entry[first] = { ...(entry[first] as object | undefined), [second]: value };
  }
  return entry;
}

const SOURCE = ["hub", "revision", "onnx", "tokenizer", "folder"];

/** Where weights come from has its own place in the entry. */
function withSource(entry: Record<string, unknown>): Record<string, unknown> {
  const [source, rest] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(entry).filter(([key]) => SOURCE.includes(key) === wanted)),
  );
  return { ...rest, weights: { sources: [source] } };
}

function flagOf(provider: Provider, path: readonly PropertyKey[]): string {
  const dotted = path.map(String).join(".");
  return fieldsOf(provider).find((field) => field.path === dotted)?.flag ?? dotted;
}
